"""What the script must do, in the order in which an owner meets it."""

import shutil
import subprocess
import time
from collections.abc import Callable, Mapping

from claims import Claims
from installed import PLACE, UNITS, look_at_all
from room import CHECKOUT, PROJECT, Room
from stand_ins import CONFIG, REAL_RPI_GPIO

__all__ = ["ALL"]


def refusals(room: Room, claims: Claims) -> None:
    """Nothing is there yet, and nothing may come of a start that cannot end well."""
    room.bring_project()
    room.before = _ours(room)
    done = room.run("systemd/install.sh", user="nobody", folder=CHECKOUT)
    claims.holds("without root it stops", done.returncode == 1)
    claims.says("... and says sudo", done.stdout, ["this needs root's rights", "sudo systemd/install.sh"])
    done = room.install()
    claims.holds("without raspi-config it stops", done.returncode == 1)
    claims.says("... and says what it is for", done.stdout, ["raspi-config is missing", "Raspberry Pi OS"])
    _apt(room, "update")
    _apt(room, "install", "raspi-config", "python3-rpi.gpio")
    done = room.install(online=False)
    claims.holds("without a network it stops", done.returncode == 1)
    claims.says(
        "... and says what to do", done.stdout, ["apt could not install them", "ping", "--wheelhouse"]
    )
    room.write("/boot/firmware/config.txt", CONFIG)
    claims.same("nothing was installed by any of these", _ours(room), room.before)


def first_install(room: Room, claims: Claims) -> None:
    """A new owner runs it."""
    done = room.install()
    claims.holds("it installs", done.returncode == 0, done.stdout)
    print("".join(f"     > {line}\n" for line in done.stdout.splitlines()), end="")
    shutil.rmtree(room.path(CHECKOUT))
    claims.says("it says what is next", done.stdout, ["sudo reboot", "/usr/local/bin/scorekeeper doctor"])
    claims.says("it says that RPi.GPIO gives way", done.stdout, ["python3-rpi.gpio gives way"])
    look_at_all(room, claims)


def again(room: Room, claims: Claims) -> None:
    """The same version once more, with data and settings, and with what an older version left."""
    room.bring_project()
    room.write("/etc/scorekeeper.toml", "[players]\nA = 'Mio'\n", 0o600)
    _leave_old_unit(room)
    room.run("systemctl", "disable", "scorekeeper-poweroff.path")
    config, kept, old = room.read("/boot/firmware/config.txt"), _kept(room), _venv(room)
    with room.played_systemd() as deeds:
        done = room.install()
    claims.holds("run again it upgrades", done.returncode == 0, done.stdout)
    claims.same("config.txt is as it was", room.read("/boot/firmware/config.txt"), config)
    claims.same("data and settings are as they were", _kept(room), kept)
    claims.holds("a new .venv is in use", _venv(room) != old)
    claims.same("the old one is gone", len(list(room.path(PLACE).glob("venv-*"))), 1)
    left = list(room.path(UNITS).rglob("scorekeeper-old*"))
    claims.same("a unit that this version has no more is gone", left, [])
    _restarts_rightly(room, claims, deeds)
    claims.says("what was turned off stays off", done.stdout, ["scorekeeper-poweroff.path was turned off"])
    claims.holds("apt is not asked again", "Debian's packages are there" in done.stdout, done.stdout)


def _leave_old_unit(room: Room) -> None:
    unit = f"{UNITS}/scorekeeper-old.service"
    room.write(unit, "[Service]\nExecStart=/bin/true\n[Install]\nWantedBy=multi-user.target\n")
    room.run("systemctl", "enable", "scorekeeper-old.service")
    manifest = f"{PLACE}/installed-files"
    room.write(manifest, room.read(manifest) + f"{unit}\n")


def _restarts_rightly(room: Room, claims: Claims, deeds: list[str]) -> None:
    asked = [deed.split(" [")[0] for deed in deeds]
    order = ["systemctl daemon-reload", "udevadm control --reload", "systemctl restart scorekeeper.service"]
    heard = [one for one in asked if one in order]
    claims.same("systemd hears of the units before it starts the service", heard, order)
    restarts = [deed for deed in deeds if " restart " in deed]
    wanted = [f"systemctl restart scorekeeper.service [{_venv(room)}]"]
    claims.same("the service is restarted, and alone, once the new .venv is in use", restarts, wanted)


def broken_upgrades(room: Room, claims: Claims) -> None:
    """An upgrade that fails leaves what was there."""
    room.bring_project()
    old = _venv(room)
    _cannot_be_made(room, claims, old)
    _is_hidden(room, claims, old)
    _cut_short(room)
    claims.holds("killed in the middle it leaves something", len(list(room.path(PLACE).glob("venv-*"))) > 1)
    claims.same("... but the old version is in use", _venv(room), old)
    room.path(f"{PLACE}/.venv").unlink()
    room.write(f"{PLACE}/.venv/bin/scorekeeper", "as somebody made it by hand")
    done = room.install()
    claims.holds("run again it mends that", done.returncode == 0, done.stdout)
    claims.same("... and clears up", len(list(room.path(PLACE).glob("venv-*"))), 1)


def _cannot_be_made(room: Room, claims: Claims, old: str) -> None:
    pyproject = room.read(f"{CHECKOUT}/pyproject.toml")
    room.write(f"{CHECKOUT}/pyproject.toml", pyproject.replace('"pillow<14"', '"pillow<14", "gpiozero<1"'))
    done = room.install()
    claims.holds("an upgrade that pip cannot make stops", done.returncode == 1, done.stdout)
    claims.says("... and says what to do", done.stdout, ["left as it was", "run this again"])
    _is_as_before(room, claims, old)
    room.bring_project()


def _is_hidden(room: Room, claims: Claims, old: str) -> None:
    for name, text in REAL_RPI_GPIO.items():
        room.write(_local(room) + name, text)
    done = room.install()
    claims.says(
        "an RPi.GPIO from pip is refused, with its cure",
        done.stdout,
        ["sudo pip3 uninstall -y --break-system-packages RPi.GPIO"],
    )
    _is_as_before(room, claims, old)
    shutil.rmtree(room.path(_local(room) + "RPi"))


def _is_as_before(room: Room, claims: Claims, old: str) -> None:
    claims.same("... the old version is in use", _venv(room), old)
    claims.same("... nothing is left lying about", len(list(room.path(PLACE).glob("venv-*"))), 1)
    claims.same("... and it works", room.run("scorekeeper", "--version").returncode, 0)


def _cut_short(room: Room) -> None:
    """Kill the script once it makes the .venv."""
    with subprocess.Popen(
        room.command("systemd/install.sh", folder=CHECKOUT),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as running:
        until = time.monotonic() + 60
        while len(list(room.path(PLACE).glob("venv-*/bin/pip"))) < 2 and time.monotonic() < until:
            time.sleep(0.05)
        running.kill()


def wheelhouse(room: Room, claims: Claims) -> None:
    """Without network, from a folder that `make wheelhouse` filled."""
    made = subprocess.run(
        ["make", "wheelhouse"], cwd=PROJECT, check=False, capture_output=True, encoding="utf-8"
    )
    claims.holds("make wheelhouse fills a folder", made.returncode == 0, made.stdout + made.stderr)
    names = [path.name for path in (PROJECT / "build/wheelhouse").iterdir()]
    for start in ("mfrc522-0.0.7.tar.gz", "mfrc522-0.0.7-py3", "LICENCE-of-mfrc522", "GPL-3", "LGPL-3"):
        claims.holds(f"... {start} is in it", any(name.startswith(start) for name in names), names)
    room.bring_project()
    shutil.copytree(PROJECT / "build/wheelhouse", room.path("/media/stick/wheelhouse"))
    room.install("--uninstall")
    done = room.install("--wheelhouse", "/media/stick/wheelhouse", online=False)
    claims.holds("with the network off it installs from there", done.returncode == 0, done.stdout)
    claims.same("... and it works", room.run("scorekeeper", "--version", online=False).returncode, 0)
    old = _venv(room)
    room.run("dpkg", "--remove", "python3-rpi-lgpio", "python3-lgpio")
    done = room.install("--wheelhouse", "/media/stick/wheelhouse", online=False)
    claims.says(
        "what only apt has is named", done.stdout, ["sudo apt install python3-lgpio python3-rpi-lgpio"]
    )
    claims.same("... and nothing else changes", _venv(room), old)
    next(room.path("/media/stick/wheelhouse").glob("gpiozero*")).unlink()
    _apt(room, "install", "python3-rpi-lgpio")
    done = room.install("--wheelhouse", "/media/stick/wheelhouse", online=False)
    claims.says("a wheelhouse with a gap is named", done.stdout, ["gpiozero", "make wheelhouse"])


def uninstall(room: Room, claims: Claims) -> None:
    """It goes, and leaves what is the owner's."""
    room.bring_project()
    kept = _kept(room)
    with room.played_systemd() as deeds:
        done = room.install("--uninstall")
    claims.holds("--uninstall works", done.returncode == 0, done.stdout)
    print("".join(f"     > {line}\n" for line in done.stdout.splitlines()), end="")
    claims.says(
        "it says where data and settings are", done.stdout, ["/var/lib/scorekeeper", "/etc/scorekeeper.toml"]
    )
    claims.same("data and settings are as they were", _kept(room), kept)
    claims.same("nothing else of it is left", _ours(room), room.before)
    stops = [deed for deed in deeds if "disable --now scorekeeper.service" in deed]
    claims.same("the service is stopped, while its program is there", ["[]" in one for one in stops], [False])
    claims.same("a second time does no harm", room.install("--uninstall").returncode, 0)


def suite(room: Room, claims: Claims) -> None:
    """The project's own tests, on the Python of this Debian, in a fresh checkout, beside a box."""
    room.write("/etc/scorekeeper.toml", "[players]\nA = 'Mio'\n")
    room.bring_project()
    _apt(room, "update")
    _apt(room, "install", "make", "python3-venv")
    done = room.run("make", ".venv/dev", "build/peers/ready", folder=CHECKOUT)
    claims.holds("make sets the checkout up", done.returncode == 0, done.stdout)
    python = room.run(f"{CHECKOUT}/.venv/bin/python", "--version").stdout.strip()
    done = room.run(".venv/bin/pytest", "-q", "-n", "2", "--dist", "worksteal", folder=CHECKOUT)
    last = done.stdout.splitlines()[-1] if done.stdout else ""
    claims.holds(f"make test passes on {python}: {last}", done.returncode == 0, done.stdout)


def _apt(room: Room, *words: str) -> None:
    done = room.run(
        "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-y", "--no-install-recommends", *words
    )
    if done.returncode != 0:
        raise SystemExit(f"apt-get {' '.join(words)} in the room: {done.stdout}")


def _venv(room: Room) -> str:
    return str(room.path(f"{PLACE}/.venv").readlink())


def _local(room: Room) -> str:
    """Return where pip puts packages for the whole system."""
    minor = room.run("python3", "-c", "import sys; print(sys.version_info.minor)").stdout.strip()
    return f"/usr/local/lib/python3.{minor}/dist-packages/"


def _kept(room: Room) -> list[tuple[str, object, bytes]]:
    """Return all that must outlive everything."""
    paths = [room.path("/etc/scorekeeper.toml"), *sorted(room.path("/var/lib/scorekeeper").rglob("*"))]
    return [
        (path.name, (path.stat().st_uid, path.stat().st_mode), path.read_bytes())
        for path in paths
        if path.is_file()
    ]


def _ours(room: Room) -> list[str]:
    """Return the names of all files where apt has none, or where the script puts some."""
    places = ("/opt", "/usr/local", "/etc/systemd", "/etc/udev", "/usr/lib/sysusers.d", "/boot", "/root")
    said = room.run("find", *places, "-path", CHECKOUT, "-prune", "-o", "-print").stdout
    return sorted(line for line in said.splitlines() if not line.startswith("/root/."))


ALL: Mapping[str, Callable[[Room, Claims], None]] = {
    one.__name__: one
    for one in (refusals, first_install, again, broken_upgrades, wheelhouse, uninstall, suite)
}
