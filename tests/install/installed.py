"""What must be so once the script has run."""

import subprocess
import sys

from claims import Claims
from room import PROJECT, Room

__all__ = ["PLACE", "UNITS", "look_at_all"]

PLACE = "/opt/scorekeeper"
UNITS = "/etc/systemd/system"
FILES = {
    "/usr/lib/sysusers.d/scorekeeper.conf": "scorekeeper.sysusers",
    "/etc/udev/rules.d/60-scorekeeper.rules": "scorekeeper.rules",
    f"{UNITS}/scorekeeper.service": "scorekeeper.service",
    f"{UNITS}/scorekeeper-poweroff.path": "scorekeeper-poweroff.path",
    f"{UNITS}/scorekeeper-poweroff.service": "scorekeeper-poweroff.service",
    f"{UNITS}/scorekeeper.socket": "scorekeeper.socket",
}
DROP_IN = f"{UNITS}/scorekeeper.service.d/back-off.conf"
ROUND = """{"game":"ino-shika-cho","dealer":"A","piles":{"A":["pine-crane"],"B":["plum-warbler"]}}\n"""


def look_at_all(room: Room, claims: Claims) -> None:
    """Look at the settings of the board, files, units, commands, and Python's packages."""
    _config_is_right(room, claims)
    _files_are_right(room, claims)
    _units_are_right(room, claims)
    _command_works(room, claims)
    _python_is_right(room, claims)
    _pixels_are_right(room, claims)


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
    takes_mb = int(room.run("du", "--summarize", "--block-size=M", PLACE).stdout.partition("M")[0])
    claims.holds(f"the program takes {takes_mb} MB", takes_mb < 100)
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
    said = room.run("systemctl", "is-enabled", "scorekeeper.socket").stdout.strip()
    claims.same("the scoreboard's socket is off until somebody turns it on", said, "disabled")
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
    _data_are_its_user_s(room, claims)


def _data_are_its_user_s(room: Room, claims: Claims) -> None:
    add = ("scorekeeper", "deck", "add", "04a3c6cae26180", "pine-crane")
    done = room.run(*add, user="nobody")
    claims.says(
        "not everybody may put a tag on a card", done.stdout, ["/var/lib/scorekeeper", "Permission denied"]
    )
    done = room.run(*add, user="scorekeeper", folder="/root")
    claims.holds("the service's user may", done.returncode == 0, done.stdout)
    done = room.run("scorekeeper", "doctor", user="nobody", folder="/tmp")
    claims.says(
        "a doctor of another user says whose the data are", done.stdout, ["sudo -u scorekeeper scorekeeper"]
    )
    done = room.run("scorekeeper", "backup", "/tmp/backup.tar", user="nobody", folder="/root")
    claims.holds("anybody may make a backup", done.returncode == 0, done.stdout)
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


def _pixels_are_right(room: Room, claims: Claims) -> None:
    """Debian's Pillow is older than that of the golden pictures."""
    script = PROJECT / "tests/scripts/demo-ino-shika-cho.table"
    room.write("/srv/demo.table", script.read_text("utf-8"))
    here = subprocess.run(
        [sys.executable, "-m", "firmware", "simulate", "--draw", "--script", script],
        cwd=PROJECT,
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    done = room.run("scorekeeper", "simulate", "--draw", "--script", "/srv/demo.table", user="nobody")
    claims.holds(
        "a round is played, and every pixel is as it should be", done.stdout == here.stdout, done.stdout
    )
