"""What install.sh decides; `make check-install` runs it for real."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

SHIPPED = Path(__file__).parents[2] / "systemd"
SCRIPT = SHIPPED / "install.sh"
NEW, OLD = "systemd 257 (257.8-1~deb13u2)", "systemd 252 (252.39-1~deb12u1)"


@pytest.fixture
def script(tmp_path):
    """Return a run of words of the script's own language, after its functions were read."""

    def run(words: str, **programs: str) -> subprocess.CompletedProcess[str]:
        for name, says in programs.items():
            program = tmp_path / name.replace("_", "-")
            program.write_text(f"#!/bin/bash\n{says}\n", "utf-8")
            program.chmod(0o755)
        return subprocess.run(
            ["bash", "-c", f"source '{SCRIPT}'; {words}"],
            check=False,
            capture_output=True,
            encoding="utf-8",
            env={"PATH": f"{tmp_path}:{os.environ['PATH']}"},
            timeout=60,
        )

    return run


def _copied(script, systemd: str) -> dict[str, str]:
    done = script("files", systemctl=f"echo '{systemd}'")
    return dict(line.split() for line in done.stdout.splitlines())


def _told(options: list[str]) -> tuple[int, str]:
    """Run the script as a user who may nothing, and return what it says."""
    nobody = [] if os.geteuid() else ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    done = subprocess.run(
        [*nobody, "bash", "-s", "--", *options],
        check=False,
        capture_output=True,
        input=SCRIPT.read_text("utf-8").replace('[ "${BASH_SOURCE[0]}" = "$0" ]', "true"),
        encoding="utf-8",
        timeout=60,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_shellcheck_has_nothing_to_say():
    done = subprocess.run(
        ["shellcheck", SCRIPT], check=False, capture_output=True, encoding="utf-8", timeout=60
    )
    assert done.stdout == ""


def test_all_that_is_shipped_is_copied_and_nothing_else(script):
    shipped = {path.relative_to(SHIPPED) for path in SHIPPED.rglob("*") if path.is_file()}
    of_no_image = {str(path) for path in shipped if path.parts[0] != "image"}
    assert set(_copied(script, NEW)) == of_no_image - {"install.sh"}


def test_the_drop_in_is_left_out_where_systemd_does_not_know_its_keys(script):
    left_out = set(_copied(script, NEW)) - set(_copied(script, OLD))
    assert left_out == {"scorekeeper.service.d/back-off.conf"}


def test_each_file_goes_where_systemd_and_udev_look(script):
    units = {
        name: f"/etc/systemd/system/{name}"
        for name in _copied(script, NEW)
        if "service" in name or "path" in name
    }
    others = {
        "scorekeeper.sysusers": "/usr/lib/sysusers.d/scorekeeper.conf",
        "scorekeeper.rules": "/etc/udev/rules.d/60-scorekeeper.rules",
    }
    assert _copied(script, NEW) == units | others


def test_what_is_started_is_shipped_and_asks_to_be(script):
    for unit in script('printf "%s\\n" "${STARTED[@]}"').stdout.split():
        assert "[Install]" in (SHIPPED / unit).read_text("utf-8")


def test_the_unit_starts_what_is_installed(script):
    place, data = script('say "$PLACE" "$DATA"').stdout.split()
    unit = (SHIPPED / "scorekeeper.service").read_text("utf-8")
    assert re.findall("^ExecStart=(.*)$", unit, re.MULTILINE) == [f"{place}/.venv/bin/scorekeeper run"]
    assert f"StateDirectory={Path(data).name}\n" in unit


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        pytest.param(["--help"], 0, "--wheelhouse DIR", id="help"),
        pytest.param(["--purge"], 1, "there is no option --purge\n  → see --help", id="unknown"),
        pytest.param(["--wheelhouse", "/nowhere"], 1, "--wheelhouse needs a folder", id="no folder"),
        pytest.param(["--wheelhouse"], 1, "--wheelhouse needs a folder", id="nothing named"),
        pytest.param(["--uninstall"], 1, "this needs root's rights\n  → sudo bash --uninstall", id="no root"),
    ],
)
def test_the_command_line_is_answered(options, status, words):
    done = _told(options)
    assert (done[0], words in done[1]) == (status, True), done[1]


def test_what_a_wheelhouse_cannot_bring_is_named(script):
    done = script(
        "wheelhouse=/media; bring_packages",
        dpkg_query='case "$*" in *python3-lgpio*|*python3-pil*) exit 1;; esac; printf installed',
    )
    assert (done.returncode, done.stderr) == (
        1,
        "install.sh: not installed, and not in a wheelhouse either: python3-lgpio\n"
        "  → with a network: sudo apt install python3-lgpio; then run this again\n",
    )


def test_where_all_is_there_apt_is_not_asked(script):
    done = script("bring_packages", dpkg_query="printf installed", apt_get="echo asked; exit 1")
    assert (done.returncode, done.stdout) == (0, "==> Debian's packages are there\n")


def test_an_apt_that_fails_is_followed_by_what_to_do(script):
    done = script("bring_packages", dpkg_query="exit 1", dpkg="exit 0", apt_get="exit 100")
    assert done.returncode == 1
    assert "apt could not install them\n  → see that the Pi has a network" in done.stderr


def test_any_other_machine_is_told_what_this_is_for(script):
    done = script("PATH=/nowhere; check_machine")
    assert "is missing, so this is not Raspberry Pi OS\n  → write Raspberry Pi OS to a card" in done.stderr
