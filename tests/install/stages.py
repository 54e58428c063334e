"""What the script must do, in the order in which an owner meets it."""

import shutil
import subprocess
import time
from collections.abc import Callable, Mapping

from claims import Claims
from room import CHECKOUT, PROJECT, Room
from stand_ins import CONFIG, REAL_RPI_GPIO

__all__ = ["ALL"]

PLACE = "/opt/scorekeeper"
UNITS = "/etc/systemd/system"
FILES = {
    "/usr/lib/sysusers.d/scorekeeper.conf": "scorekeeper.sysusers",
    "/etc/udev/rules.d/60-scorekeeper.rules": "scorekeeper.rules",
    f"{UNITS}/scorekeeper.service": "scorekeeper.service",
    f"{UNITS}/scorekeeper-poweroff.path": "scorekeeper-poweroff.path",
    f"{UNITS}/scorekeeper-poweroff.service": "scorekeeper-poweroff.service",
}
DROP_IN = f"{UNITS}/scorekeeper.service.d/back-off.conf"
ROUND = """{"game":"ino-shika-cho","dealer":"A","piles":{"A":["pine-crane"],"B":["plum-warbler"]}}\n"""


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
    _config_is_right(room, claims)
    _files_are_right(room, claims)
    _units_are_right(room, claims)
    _command_works(room, claims)
    _python_is_right(room, claims)


def _config_is_right(room: Room, claims: Claims) -> None:
    config = room.read("/boot/firmware/config.txt")
    lines = config.splitlines()
    claims.says("SPI and I2C are on", config, ["\ndtparam=i2c_arm=on\n", "\ndtparam=spi=on\n"])
    speed = lines.index("dtparam=i2c_arm_baudrate=400000")
    section = [line for line in lines[:speed] if line.startswith("[")][-1]
    claims.same("the display's speed is set once", config.count("i2c_arm_baudrate"), 1)
    claims.same("... for every board, whichever section was last", section, "[all]")
    claims.says("... and the line before it is whole", config, ["\narm_boost=1\n"])


def _files_are_right(room: Room, claims: Claims) -> None:
    for path, name in FILES.items():
        shipped = (PROJECT / "systemd" / name).read_text("utf-8")
        stat = room.path(path).stat() if room.path(path).exists() else None
        right = stat and (stat.st_uid, stat.st_gid, stat.st_mode & 0o777) == (0, 0, 0o644)
        claims.holds(f"{path} is there, root's, and 644", right and room.read(path) == shipped, stat)
    version = int(room.run("systemctl", "--version").stdout.split()[1])
    claims.same(
        f"the drop-in is there if systemd ({version}) knows it", room.path(DROP_IN).exists(), version >= 254
    )
    ids = room.run("id", "scorekeeper").stdout
    claims.says("the service's user is in the groups", ids, ["(scorekeeper)", "(spi)", "(i2c)", "(gpio)"])
    said = room.run("stat", "--format=%U:%G %a", "/var/lib/scorekeeper", PLACE, f"{PLACE}/.venv/").stdout
    claims.same(
        "data are its own, the program is root's",
        said.splitlines(),
        ["scorekeeper:scorekeeper 755", "root:root 755", "root:root 755"],
    )
    said = room.run(
        "find", PLACE, "(", "!", "-user", "root", "-o", "!", "-type", "l", "-perm", "/022", ")"
    ).stdout
    claims.same("nobody but root may write to any of the program", said, "")


def _units_are_right(room: Room, claims: Claims) -> None:
    for unit in ("scorekeeper.service", "scorekeeper-poweroff.path"):
        claims.same(f"{unit} is enabled", room.run("systemctl", "is-enabled", unit).stdout.strip(), "enabled")
    units = [path for path in FILES if path.startswith(UNITS)]
    said = room.run("systemd-analyze", "verify", *units).stdout
    claims.same("systemd has nothing to say about the units as installed", said, "")
    command = next(
        line
        for line in room.read(f"{UNITS}/scorekeeper.service").splitlines()
        if line.startswith("ExecStart=")
    )
    done = room.run(*command.removeprefix("ExecStart=").split(), "--help", user="scorekeeper")
    claims.holds("the service's user may start the unit's command", done.returncode == 0, done.stdout)


def _command_works(room: Room, claims: Claims) -> None:
    done = room.run("scorekeeper", "--version", user="nobody")
    claims.holds("scorekeeper --version works for anybody", done.returncode == 0, done.stdout)
    room.write("/srv/round.jsonl", ROUND)
    done = room.run("scorekeeper", "score", "/srv/round.jsonl", user="nobody")
    claims.says("scorekeeper score scores a round", done.stdout, ['"card_points": 50', '"next_dealer": "A"'])
    done = room.run("scorekeeper", "doctor", user="scorekeeper", folder="/var/lib/scorekeeper")
    print("".join(f"     > {line}\n" for line in done.stdout.splitlines()), end="")
    claims.holds("the doctor finds faults here", done.returncode == 1, done.stdout)
    claims.says("... the nodes that this room has not", done.stdout, ["/dev/spidev0.0", "/dev/i2c-1"])
    claims.says("... with rpi-lgpio in its place", done.stdout, ["rpi-lgpio 0.6 stands for RPi.GPIO"])
    claims.says("... and every package", done.stdout, ["every package is there"])
    add = ("scorekeeper", "deck", "add", "04a3c6cae26180", "pine-crane")
    done = room.run(*add, user="nobody")
    claims.says(
        "not everybody may put a tag on a card", done.stdout, ["/var/lib/scorekeeper", "Permission denied"]
    )
    done = room.run(*add, user="scorekeeper")
    claims.holds("the service's user may", done.returncode == 0, done.stdout)
    done = room.run("scorekeeper", "deck", "show", user="nobody")
    claims.says("anybody may look", done.stdout.lower().replace(":", ""), ["04a3c6cae26180"])


def _python_is_right(room: Room, claims: Claims) -> None:
    code = (
        "import gpiozero, luma.oled, RPi.GPIO, mfrc522, PIL, firmware; print(*(one.__file__ for one in "
        "(gpiozero, luma.oled, RPi.GPIO, mfrc522, PIL, firmware)), sep='\\n')"
    )
    said = room.run(f"{PLACE}/.venv/bin/python", "-c", code, folder="/tmp").stdout.splitlines()
    whose = ["venv" if one.startswith(PLACE) else "apt" for one in said]
    claims.same(
        "RPi.GPIO and Pillow are apt's, the rest is the .venv's",
        whose,
        ["venv", "venv", "apt", "venv", "apt", "venv"],
    )
    claims.holds(
        "python3-rpi.gpio is gone", not room.path("/usr/lib/python3/dist-packages/RPi/_GPIO.py").exists()
    )


def again(room: Room, claims: Claims) -> None:
    """The same version once more, with data and settings, and with what an older version left."""
    room.bring_project()
    room.write("/etc/scorekeeper.toml", "[players]\nA = 'Mio'\n", 0o600)
    room.write(
        f"{UNITS}/scorekeeper-old.service",
        "[Service]\nExecStart=/bin/true\n[Install]\nWantedBy=multi-user.target\n",
    )
    room.run("systemctl", "enable", "scorekeeper-old.service")
    manifest = f"{PLACE}/installed-files"
    room.write(manifest, room.read(manifest) + f"{UNITS}/scorekeeper-old.service\n")
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
    asked = [deed.split(" [")[0] for deed in deeds]
    order = [
        "systemctl daemon-reload",
        "udevadm trigger",
        "systemctl restart scorekeeper.service scorekeeper-poweroff.path",
    ]
    claims.same(
        "systemd hears of the units before it starts the service",
        [one for one in asked if one in order],
        order,
    )
    claims.says("the service is restarted with the new .venv", deeds[-1], ["restart", _venv(room)])
    claims.holds("apt is not asked again", "Debian's packages are there" in done.stdout, done.stdout)


def broken_upgrades(room: Room, claims: Claims) -> None:
    """An upgrade that fails leaves what was there."""
    room.bring_project()
    old = _venv(room)
    pyproject = room.read(f"{CHECKOUT}/pyproject.toml")
    room.write(f"{CHECKOUT}/pyproject.toml", pyproject.replace('"pillow<14"', '"pillow<14", "gpiozero<1"'))
    done = room.install()
    claims.holds("an upgrade that pip cannot make stops", done.returncode == 1, done.stdout)
    claims.says("... and says what to do", done.stdout, ["left as it was", "run this again"])
    _is_as_before(room, claims, old)
    room.bring_project()
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
    _cut_short(room)
    claims.holds("killed in the middle it leaves something", len(list(room.path(PLACE).glob("venv-*"))) > 1)
    claims.same("... but the old version is in use", _venv(room), old)
    done = room.install()
    claims.holds("run again it mends that", done.returncode == 0, done.stdout)
    claims.same("... and clears up", len(list(room.path(PLACE).glob("venv-*"))), 1)


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
    """The project's own tests, on the Python of this Debian, in a fresh checkout."""
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
    code = "import sys; print(f'/usr/local/lib/python{sys.version_info[0]}.{sys.version_info[1]}/dist-packages/')"
    return room.run("python3", "-c", code).stdout.strip()


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
