"""What the one file on the card does: names, language, host name, scoreboard, Wi-Fi, SSH; faults in it."""

import subprocess
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from card import SETTINGS, write_file
from machine import Machine, Setup
from play_checks import press, until_shown
from report import Report
from system_checks import PORTS, open_ports
from twin import Twin

from firmware.config import usable_config
from firmware.doctor.finding import Finding
from firmware.doctor.settings import judge_settings
from hardware import Button

__all__ = ["check_faults", "check_settings", "heard_in", "only_asked_for"]

_SSID, _PASSPHRASE, _HOST_NAME = "Kartentisch", "drei Kraniche", "tisch"
_GOOD = """[players]
A = "Mio"
B = "Ken"
[display]
language = "ja"
[wifi]
country = "DE"
name = "{ssid}"
password = "{passphrase}"
[web]
enabled = true
[system]
name = "{host_name}"
ssh_key = "{key}"
"""
_FAULTY = """[players]
A = 5
B = "Ken"
[display]
language = "klingon"
contrast = 100
[wifi]
name = "{ssid}"
password = "short"
[cards]
"""
_BROKEN = "[players\nA = Mio"
_MOST_PAGES = 8
_TURNED_S = 60.0
_LOOK_S, _SETTLED_S = 0.1, 1.0

_PAGE = """/opt/scorekeeper/.venv/bin/python -c '
from urllib.request import urlopen
print(urlopen("http://127.0.0.1:8021/", timeout=60).status)' 2>&1 | tail -1"""
_ASKED_FOR = {"tcp 22", "tcp6 22", "tcp6 8021", "udp 5353"}
"""SSH, the scoreboard, and the box's own name."""

_AIR = f"""
modprobe mac80211_hwsim radios=2
for i in $(seq 30); do iwctl device list 2>/dev/null | grep -c wlan | grep -q 2 && break; sleep 1; done
iwctl device wlan1 set-property Mode ap && iwctl ap wlan1 start '{_SSID}' '{_PASSPHRASE}'
iwctl station wlan0 scan
for i in $(seq 60); do iwctl station wlan0 show | grep -q ' connected' && break; sleep 1; done
iwctl station wlan0 show | sed 's/\\x1b[^m]*m//g' | grep -E 'State|Connected network'
"""
"""Two radios in the kernel's memory: one becomes the network that the file names, the other is to join it."""


def check_settings(setup: Setup, folder: Path, report: Report) -> None:
    """Start with a file in which all is right."""
    key = folder / "key"
    subprocess.run(("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "me", "-f", key), check=True)
    public = key.with_suffix(".pub").read_text("ascii").strip()
    text = _GOOD.format(ssid=_SSID, passphrase=_PASSPHRASE, host_name=_HOST_NAME, key=public)
    write_file(setup.card, SETTINGS, text)
    with Machine(replace(setup, forwards_ssh=True), folder / "good") as machine:
        machine.wait_for_start()
        _check_screen(
            machine, setup, text, folder / "twin-good", report, "names and language are on the display"
        )
        name = machine.shell.run("hostname")
        report.check("the box has the name from the file", name == _HOST_NAME, name)
        _check_ssh(machine, key, report)
        _check_page(machine, report)
        _check_wifi(machine, report)
        gone = machine.shell.run("systemctl --failed --no-legend --plain")
        report.check("with all of that too, no unit has failed", not gone, gone)
        machine.switch_off()


def check_faults(setup: Setup, folder: Path, report: Report) -> None:
    """Start with files in which something is wrong."""
    faulty = _FAULTY.format(ssid=_SSID)
    for name, text in (("faulty", faulty), ("broken", _BROKEN)):
        write_file(setup.card, SETTINGS, text)
        with Machine(setup, folder / name) as machine:
            machine.wait_for_start()
            claim = f"with a {name} file the box starts, as far as the file can be followed"
            twin = _check_screen(machine, setup, text, folder / f"twin-{name}", report, claim)
            if twin is not None:
                faults = usable_config(folder / f"twin-{name}" / SETTINGS).faults
                _check_told(machine, setup, twin, judge_settings(faults), report)
            words = machine.shell.run("journalctl -b -o cat -u scorekeeper -p warning | head -5")
            report.check(
                f"what is wrong with a {name} file is in the log", SETTINGS in words or "." in words, words
            )
            if twin is not None and name == "faulty":
                report.check("a password that is wrong is shown nowhere", "short" not in words, "")
            machine.switch_off()


def _check_screen(
    machine: Machine, setup: Setup, text: str, folder: Path, report: Report, claim: str
) -> Twin | None:
    folder.mkdir()
    file = folder / SETTINGS
    file.write_text(text, "utf-8")
    twin = Twin(usable_config(file), folder / "data")
    shown = until_shown(machine, setup, twin)
    report.check(claim, shown, " / ".join(twin.lines()))
    return twin if shown else None


def _check_told(
    machine: Machine, setup: Setup, twin: Twin, findings: Sequence[Finding], report: Report
) -> None:
    """Open Check with real presses, and turn its pages until each fault of the file was seen."""
    _press_both(machine, setup, twin, Button.B)  # no reader, then
    while twin.choice != "check":
        _press_both(machine, setup, twin, Button.B)
    _press_both(machine, setup, twin, Button.OK)
    wanted = {twin.page_of(one): one for one in findings}
    shown = _changed_from(setup, twin.picture())  # the doctor has looked
    seen = []
    for _ in range(_MOST_PAGES):
        press(machine, Button.B)
        shown = _changed_from(setup, shown)
        if shown in wanted:
            seen.append(wanted.pop(shown).said)
    report.check("Check has a page on the display for each fault of it", not wanted, "; ".join(seen))


def _press_both(machine: Machine, setup: Setup, twin: Twin, button: Button) -> None:
    """Press a button, and wait until its picture is there."""
    press(machine, button)
    twin.press(button)
    until_shown(machine, setup, twin)


def _changed_from(setup: Setup, picture: bytes) -> bytes:
    """Wait until the display shows something else, and return that."""
    until_s = time.monotonic() + _TURNED_S
    while setup.stick is not None and time.monotonic() < until_s:
        if setup.stick.picture() != picture:
            time.sleep(_SETTLED_S)
            return setup.stick.picture()
        time.sleep(_LOOK_S)
    return picture


def _check_ssh(machine: Machine, key: Path, report: Report) -> None:
    said = _log_in(machine, ("-i", str(key), "-o", "BatchMode=yes"))
    report.check("who has the key logs in", said == "root", said)
    other = key.with_name("other")
    subprocess.run(("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", other), check=True)
    said = _log_in(machine, ("-i", str(other), "-o", "BatchMode=yes"))
    report.check("who has another key does not", "denied (publickey)" in said, said)
    said = machine.shell.run("ls /etc/ssh/ssh_host_* 2>&1; ls /var/card/ssh")
    report.check("the box's own key is kept with the data", "ssh_host_ed25519_key" in said.splitlines(), said)


def _check_page(machine: Machine, report: Report) -> None:
    said = machine.shell.run(_PAGE)
    report.check("the scoreboard answers", said == "200", said)
    ports = set(open_ports(machine.shell.run(PORTS)))
    claim = "SSH, the scoreboard and the box's name can be reached, and nothing else"
    report.check(claim, only_asked_for(ports), " ".join(sorted(ports)))


def only_asked_for(ports: set[str]) -> bool:
    """Return whether all that the file asks for is open, and no more."""
    return ports >= _ASKED_FOR and ports <= _ASKED_FOR | {"udp6 5353"}


def _log_in(machine: Machine, options: tuple[str, ...]) -> str:
    fixed = ("-F", "/dev/null", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null")
    fixed += ("-o", "IdentitiesOnly=yes", "-o", "ConnectTimeout=60", "-o", "LogLevel=ERROR")
    place = ("-p", str(machine.ssh_port), "root@127.0.0.1")
    done = subprocess.run(
        ("ssh", *fixed, *options, *place, "id -un"), check=False, capture_output=True, text=True, timeout=120
    )
    return (done.stdout + done.stderr).strip()


def _check_wifi(machine: Machine, report: Report) -> None:
    kept = machine.shell.run(
        "ls /var/lib/iwd; stat -c %a /var/lib/iwd/*; grep -h Country /run/scorekeeper-system/iwd/*"
    )
    report.check("the network's password is where iwd looks, for root alone", "600" in kept.split(), kept)
    said = machine.shell.run(_AIR)
    report.check(
        "it joins the network by itself (two radios of the kernel's)",
        heard_in(said),
        said,
    )


def heard_in(said: str) -> bool:
    """Return whether the radio has joined the network that the file names."""
    return f"State connected Connected network {_SSID}" in " ".join(said.split())
