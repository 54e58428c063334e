"""What holds of the system on the card, whoever plays."""

from collections.abc import Callable
from dataclasses import dataclass

from machine import Machine
from report import Report

__all__ = ["PORTS", "asked_for_time", "check_system", "check_watchdog", "open_ports"]

_LISTENING = "0A"
_DHCP_CLIENT = {68, 546}
_NTP_NAME = b"\x06debian\x04pool\x03ntp\x03org"


@dataclass(frozen=True, slots=True)
class _Row:
    """A claim, what is asked in the guest, and whether the answer bears it out."""

    claim: str
    ask: str
    holds: Callable[[str], object]


def open_ports(answer: str) -> list[str]:
    """Return what others could talk to: TCP that listens, UDP that is bound, loopback and DHCP apart."""
    found = []
    for line in answer.splitlines():
        kind, *fields = line.split()
        address, port = fields[1].rsplit(":", 1)
        number = int(port, 16)
        is_here = address in ("0100007F", "00000000000000000000000001000000") or address.endswith("3500007F")
        is_bound = fields[3] == _LISTENING if kind.startswith("tcp") else number not in _DHCP_CLIENT
        if is_bound and number and not is_here:
            found.append(f"{kind} {number}")
    return found


PORTS = 'for f in tcp tcp6 udp udp6; do [ -e /proc/net/$f ] && sed "1d; s/^ */$f /" /proc/net/$f; done; true'
"""Lists the sockets, for `open_ports`."""

_ROWS = (
    _Row("no unit has failed", "systemctl --failed --no-legend --plain", lambda said: not said),
    _Row(
        "the root is read-only",
        "findmnt -no OPTIONS /; touch /etc/new 2>&1",
        lambda said: said.startswith("ro,") and "Read-only file system" in said,
    ),
    _Row(
        "only the data partition is written",
        "findmnt -rno TARGET,OPTIONS --real | awk '$2 ~ /^rw/ {print $1}'",
        lambda said: said.split() == ["/var/card", "/var/lib/scorekeeper"],
    ),
    _Row(
        "nobody has a password",
        "cut -d: -f1,2 /etc/shadow | grep -v ':[!*]' ; cut -d: -f2 /etc/passwd | sort -u",
        lambda said: said == "x",
    ),
    _Row(
        "SSH is off",
        "for verb in is-active is-enabled; do systemctl $verb ssh.service ssh.socket; done; pgrep -x sshd",
        lambda said: said.split() == ["inactive"] * 2 + ["disabled"] * 2,
    ),
    _Row(
        "swap is in zram alone",
        "sed 1d /proc/swaps",
        lambda said: said and all(line.startswith("/dev/zram") for line in said.splitlines()),
    ),
    _Row(
        "the log is in memory alone",
        "journalctl --header | sed -n 's/^File path: //p'; ls /var/log/journal 2>/dev/null",
        lambda said: said and all(line.startswith("/run/log/journal/") for line in said.splitlines()),
    ),
    _Row(
        "no log fills the memory",
        "systemd-analyze cat-config systemd/journald.conf | grep -i '^RuntimeMaxUse='",
        lambda said: said,
    ),
    _Row(
        "the service runs as a user without rights",
        "ps -o user= -C scorekeeper; systemctl show -P User scorekeeper",
        lambda said: set(said.split()) == {"scorekeeper"},
    ),
)


def check_system(machine: Machine, report: Report) -> None:
    """Look at the system in general, once it has started."""
    for row in _ROWS:
        said = machine.shell.run(row.ask)
        report.check(row.claim, row.holds(said), said)
    ports = machine.shell.run(PORTS)
    report.check("no port is open", not open_ports(ports), " ".join(open_ports(ports)) or "none")
    shown = machine.shell.run(
        "for p in Type ActiveState NRestarts; do systemctl show -P $p scorekeeper; done"
    )
    ready = shown.split() == ["notify", "active", "0"]
    report.check("the service says that it is ready, at its first start", ready, shown)


def asked_for_time(traffic: bytes) -> bool:
    """Return whether a machine asked for the address of a time server."""
    return _NTP_NAME in traffic


def check_watchdog(machine: Machine, report: Report) -> None:
    """Stop the service's process dead, and see it started anew."""
    began = "date +%s.%N; systemctl show -P MainPID scorekeeper"
    first = machine.shell.run(f"{began}; kill -STOP $(systemctl show -P MainPID scorekeeper)").split()
    wait = "for i in $(seq 60); do [ $(systemctl show -P NRestarts scorekeeper) = 0 ] || break; sleep 1; done"
    ready = "for i in $(seq 60); do [ $(systemctl is-active scorekeeper) = active ] && break; sleep 1; done"
    last = machine.shell.run(f"{wait}; {ready}; {began}").split()
    words = machine.shell.run("journalctl -u scorekeeper -o cat | grep -i watchdog | head -2")
    seconds = float(last[0]) - float(first[0])
    report.check(
        "a service that hangs is started anew",
        last[1] not in (first[1], "0") and "atchdog" in words,
        f"{seconds:.0f} s after it was stopped dead; {words}",
    )
