"""What the recipe of the image says and decides; `make image` runs it for real."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

SHIPPED = Path(__file__).parents[2] / "systemd"
IMAGE = SHIPPED / "image"
sys.path.insert(0, str(IMAGE))  # its modules are scripts' neighbours, and no package

import bill  # noqa: E402
import describe  # noqa: E402


def _lines(name: str) -> list[str]:
    said = (IMAGE / name).read_text("utf-8").splitlines()
    return [line.split("#")[0].strip() for line in said if line.split("#")[0].strip()]


def _layout() -> dict[str, str]:
    return dict(line.split("=") for line in _lines("layout"))


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_shellcheck_has_nothing_to_say_of_the_recipe():
    scripts = sorted(IMAGE.glob("*.sh"))
    told = subprocess.run(
        ["shellcheck", "-x", *scripts],
        check=False,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        cwd=SHIPPED.parent,
    )
    assert (told.stdout, len(scripts) > 5) == ("", True)


def test_the_image_has_no_second_copy_of_what_install_sh_puts_in_place():
    told = subprocess.run(
        ["bash", "-c", f"source '{SHIPPED}/install.sh'; systemctl() {{ echo systemd 257; }}; files"],
        check=True,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    places = [line.split()[1] for line in told.stdout.splitlines()]
    assert (len(places) > 4, [where for where in places if (IMAGE / f"overlay{where}").exists()]) == (
        True,
        [],
    )


def test_every_unit_that_is_off_has_a_reason():
    bare = [
        line
        for line in (IMAGE / "units-off.txt").read_text("utf-8").splitlines()
        if not re.fullmatch(r"#.*|\S+\.(service|socket|timer|mount) +# \S.*", line)
    ]
    assert bare == []


def test_no_unit_is_both_on_and_off():
    started = re.search(r"^STARTED=\((.*)\)$", (SHIPPED / "install.sh").read_text("utf-8"), re.MULTILINE)
    assert not set(_lines("units-off.txt")) & {*_lines("units-on.txt"), *started[1].split()}


def test_the_layout_is_numbers_and_labels_that_file_systems_take():
    layout = _layout()
    labels = [value for name, value in layout.items() if name.endswith("_LABEL")]
    assert [name for name, value in layout.items() if name.endswith("_MIB") and not value.isdigit()] == []
    assert len({label.upper() for label in labels}) == len(labels) == 3
    assert [label for label in labels if not re.fullmatch(r"[A-Z]{1,11}", label)] == []


def test_the_data_partition_leaves_room_for_itself_on_the_smallest_card():
    four_gb_mib = 3_900_000_000 // 2**20
    assert int(_layout()["DATA_START_MIB"]) + 256 <= four_gb_mib


def test_pinned_packages_are_what_the_project_asks_for():
    project = tomllib.loads((SHIPPED.parent / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [Requirement(one) for one in project["dependencies"]]
    pinned = dict(line.split(" ")[0].split("==") for line in _lines("wheels.txt"))
    from_debian = {"pillow"}
    assert {one.name for one in wanted} <= {*pinned, *from_debian}
    assert [one for one in wanted if one.name in pinned and pinned[one.name] not in one.specifier] == []


def test_every_pin_has_a_sum():
    pins = [*_lines("wheels.txt"), *_lines("lgpio.txt")]
    assert [pin for pin in pins if not re.fullmatch(r"\S+==\S+ --hash=sha256:[0-9a-f]{64}", pin)] == []


@pytest.fixture
def common():
    """Return a run of words of the recipe's own language, after what its scripts share was read."""

    def run(words, path="/usr/bin:/bin"):
        return subprocess.run(
            ["/bin/bash", "-c", f"source '{IMAGE}/common.sh'; {words}"],
            check=False,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env={"PATH": path, "SOURCE_DATE_EPOCH": "1800000000", "OUT": "/nowhere"},
            timeout=60,
        )

    return run


def test_a_checkout_that_nobody_else_may_read_makes_an_image_that_its_users_can(tmp_path, common):
    above, root = tmp_path / "above", tmp_path / "root"
    (above / "etc").mkdir(parents=True)
    (above / "tmp").mkdir()
    for name, mode in (("etc/conf", 0o600), ("etc/script", 0o700)):
        (above / name).write_text("new")
        (above / name).chmod(mode)
    (above / "etc").chmod(0o700)
    (root / "tmp").mkdir(parents=True)
    (root / "tmp").chmod(0o1777)
    common(f"lay_over '{above}' '{root}'")
    made = {str(path.relative_to(root)): path.stat().st_mode & 0o7777 for path in root.rglob("*")}
    assert made == {"tmp": 0o1777, "etc": 0o755, "etc/conf": 0o644, "etc/script": 0o755}
    assert (root / "etc/conf").stat().st_mtime == 1_800_000_000


def test_what_python_left_in_the_checkout_stays_out_of_the_image(tmp_path, common):
    above, root = tmp_path / "above", tmp_path / "root"
    (above / "lib" / "__pycache__").mkdir(parents=True)
    (above / "lib" / "script.py").touch()
    root.mkdir()
    common(f"lay_over '{above}' '{root}'")
    assert [path.name for path in root.rglob("*")] == ["lib", "script.py"]


def test_what_takes_long_has_its_name_only_once_it_is_whole(tmp_path, common):
    made, kept = tmp_path / "made", tmp_path / "kept"
    made.mkdir()
    cut = common(f"mv() {{ command mv \"$@\"; exit 1; }}; keep '{made}' '{kept}'")
    assert (cut.returncode, kept.exists()) == (1, False)
    made.mkdir()
    (made / "file").touch()
    kept.mkdir()
    assert common(f"keep '{made}' '{kept}'").returncode == 0
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "kept"]


@pytest.mark.parametrize(
    ("emulator", "is_mounted", "cure"),
    [
        pytest.param(False, False, "sudo apt install qemu-user-static", id="no emulator"),
        pytest.param(True, False, "sudo mount -t binfmt_misc", id="the kernel cannot be told"),
        pytest.param(True, True, "sudo update-binfmts --enable qemu-aarch64", id="it was not told"),
    ],
)
def test_where_no_program_of_a_pi_starts_the_cure_fits_what_is_missing(
    tmp_path, common, emulator, is_mounted, cure
):
    for name in ("sed", "dirname", "git"):
        (tmp_path / name).symlink_to(f"/usr/bin/{name}")
    if emulator:
        (tmp_path / "qemu-aarch64-static").touch(0o755)
    if is_mounted:
        (tmp_path / "register").touch()
    done = common(f"BINFMT='{tmp_path}'; cure_of_emulation", path=str(tmp_path))
    assert done.stdout.startswith(cure)


def test_a_folder_with_a_space_is_refused_before_a_quarter_of_an_hour_is_spent_on_it(tmp_path):
    checkout = tmp_path / "my games"
    shutil.copytree(IMAGE, checkout / "systemd/image", ignore=shutil.ignore_patterns("overlay"))
    shutil.copy(SHIPPED.parent / "pyproject.toml", checkout)
    for name in ("bash", "cat", "cut", "dirname", "sed", "sha256sum"):  # and none that could make an image
        (tmp_path / name).symlink_to(f"/usr/bin/{name}")
    done = subprocess.run(
        [checkout / "systemd/image/build.sh"],
        check=False,
        capture_output=True,
        encoding="utf-8",
        env={"PATH": str(tmp_path), "PYTHON": sys.executable, "SOURCE_DATE_EPOCH": "1"},
        timeout=60,
    )
    assert (done.returncode, "there is a space in" in done.stderr) == (1, True)


@pytest.fixture
def built(tmp_path):
    """Return a folder as build.sh leaves it, with a tiny image."""
    (tmp_path / "scorekeeper-1.2.img").write_bytes(b"image" * 100)
    (tmp_path / "scorekeeper-1.2.img.xz").write_bytes(b"packed")
    (tmp_path / "packages.txt").write_text(
        "libc6 2.41-12 arm64 glibc 2.41-12\nadduser 3.152 all adduser 3.152\n"
    )
    (tmp_path / "archive.txt").write_text(
        "Package: adduser\nArchitecture: all\nVersion: 3.152\nSHA256: aa\n\n"
        "Package: libc6\nVersion: 2.41-12\nArchitecture: arm64\nSHA256: cc\n\n"
        "Package: libc6\nVersion: 2.41-11\nArchitecture: arm64\nSHA256: bb\n"
    )
    _add_package(tmp_path / "site" / "gpiozero-2.0.dist-info", "License: BSD-3-Clause", "true")
    _add_package(tmp_path / "site" / "Zeta-1.dist-info", "License: MIT", "true")
    _add_package(tmp_path / "lgpio-abc" / "lgpio-0.2.dist-info", "License: UNKNOWN", "false")
    (tmp_path / "wheels-abc").mkdir()
    (tmp_path / "wheels-abc" / "gpiozero-2.0-py3-none-any.whl").write_bytes(b"wheel")
    (tmp_path / "site.licences").mkdir()
    (tmp_path / "site.licences" / "copyright").write_text("MIT")
    return tmp_path


def _add_package(info: Path, licence: str, pure: str) -> None:
    name, version = info.name.removesuffix(".dist-info").split("-")
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{licence}\n")
    (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nRoot-Is-Purelib: {pure}\n")


def _describe(folder: Path, monkeypatch: pytest.MonkeyPatch, **environment: str) -> None:
    for name, value in {"SOURCE_DATE_EPOCH": "1800000000", **environment}.items():
        monkeypatch.setenv(name, value)
    describe.main(folder, "scorekeeper-1.2")


def _said(folder: Path, ending: str) -> str:
    return (folder / f"scorekeeper-1.2.{ending}").read_text("utf-8")


def test_the_list_of_packages_has_a_line_for_each(built, monkeypatch):
    _describe(built, monkeypatch)
    wheel = hashlib.sha256(b"wheel").hexdigest()
    assert _said(built, "packages.txt").splitlines() == [
        "deb adduser 3.152 all aa",
        "deb libc6 2.41-12 arm64 cc",
        f"pypi gpiozero 2.0 all {wheel}",
        "pypi lgpio 0.2 arm64 -",
        "pypi Zeta 1 all -",
    ]


def test_a_package_that_the_archive_does_not_know_is_refused():
    with pytest.raises(KeyError, match="libc6"):
        bill.debian_parts("libc6 2.41-12 arm64\n", "Package: libc6\nVersion: 2.41-11\nSHA256: bb\n")


def test_the_bill_names_the_image_and_every_package(built, monkeypatch):
    _describe(built, monkeypatch)
    said = json.loads(_said(built, "cdx.json"))
    whole = hashlib.sha256(b"image" * 100).hexdigest()
    assert said["metadata"]["component"]["hashes"] == [{"alg": "SHA-256", "content": whole}]
    assert said["metadata"]["timestamp"] == "2027-01-15T08:00:00Z"
    assert [(one["purl"], "hashes" in one, "licenses" in one) for one in said["components"]] == [
        ("pkg:deb/debian/adduser@3.152?arch=all&distro=debian-13", True, False),
        ("pkg:deb/debian/libc6@2.41-12?arch=arm64&distro=debian-13", True, False),
        ("pkg:pypi/gpiozero@2.0", True, True),
        ("pkg:pypi/lgpio@0.2", False, False),
        ("pkg:pypi/zeta@1", False, True),
    ]


def test_imager_gets_the_sums_and_sizes_of_the_image_packed_and_unpacked(built, monkeypatch):
    _describe(built, monkeypatch, IMAGE_URL="https://example.org/files/")
    (entry,) = json.loads(_said(built, "rpi-imager-manifest"))["os_list"]
    assert entry["url"] == "https://example.org/files/scorekeeper-1.2.img.xz"
    assert (entry["extract_size"], entry["extract_sha256"]) == (
        500,
        hashlib.sha256(b"image" * 100).hexdigest(),
    )
    assert (entry["image_download_size"], entry["release_date"]) == (6, "2027-01-15")
    assert entry["image_download_sha256"] == hashlib.sha256(b"packed").hexdigest()
    assert entry["init_format"] == "none"


def test_an_image_that_is_nowhere_else_is_named_as_a_file(built, monkeypatch):
    _describe(built, monkeypatch)
    (entry,) = json.loads(_said(built, "rpi-imager-manifest"))["os_list"]
    assert entry["url"] == f"file://{built}/scorekeeper-1.2.img.xz"


def test_imager_finds_a_board_for_every_tag_of_the_image(built, monkeypatch):
    _describe(built, monkeypatch)
    said = json.loads(_said(built, "rpi-imager-manifest"))
    assert said["os_list"][0]["devices"] == ["pi3-64bit", "pi4-64bit"]
    assert {tag for board in said["imager"]["devices"] for tag in board["tags"]} == {"pi3-64bit", "pi4-64bit"}


def test_the_sums_are_as_sha256sum_checks_them(built, monkeypatch):
    _describe(built, monkeypatch)
    packed, whole = (hashlib.sha256(content).hexdigest() for content in (b"packed", b"image" * 100))
    assert _said(built, "sha256") == f"{packed}  scorekeeper-1.2.img.xz\n{whole}  scorekeeper-1.2.img\n"


def test_licences_lie_beside_the_image(built, monkeypatch):
    _describe(built, monkeypatch)
    assert sorted(file.name for file in (built / "licences").iterdir()) == ["README.txt", "copyright"]
