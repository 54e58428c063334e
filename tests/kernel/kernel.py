"""Debian's newest kernel for trixie: found, fetched and unpacked once, and installed nowhere.

Where it comes from is asked of apt, which knows a mirror of Debian's archive wherever Debian runs. The lists
and the cache are private to the folder here, and only what Debian's keys have signed is taken.
"""

import lzma
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

__all__ = ["IMAGE", "MODULES", "NotFetched", "fetch"]

SUITE = "trixie-backports"
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
IMAGE, MODULES = "vmlinuz", "modules"
WANTED = ("virtio_pci", "9pnet_virtio", "9p", "overlay", "gpio-sim", "i2c-dev", "i2c-i801", "i2c-stub")
"""What the guest needs, in the order in which it is loaded: i2c-i801 is to have bus 0, and i2c-stub bus 1."""

SIGNED = b"~Module signature appended~\n"
SIGNATURE_BYTES = 12
"""A structure behind the signature; its last 4 bytes are the signature's length."""

DEPENDS = re.compile(rb"\0depends=([^\0]*)\0")


class NotFetched(Exception):
    """There is no kernel here, and none can be had; the message says why."""


def fetch(build: Path) -> Path:
    """Return a folder with `vmlinuz` and the modules, numbered in the order in which they are loaded.

    Raises:
        NotFetched: if it is not there yet, and cannot be fetched.
    """
    found = sorted(build.glob("linux-*"))
    if found:
        return found[-1]
    try:
        with tempfile.TemporaryDirectory(dir=build) as folder:
            return _fetch(Path(folder), build)
    except FileNotFoundError as exc:
        raise NotFetched(f"its kernel is fetched by apt and dpkg-deb, and {exc.filename} is missing") from exc
    except subprocess.CalledProcessError as exc:
        raise NotFetched(f"its kernel cannot be fetched: {_errors(exc)}") from exc


def _fetch(folder: Path, build: Path) -> Path:
    apt = _Apt(folder)
    version = apt.depends("linux-image-amd64", r"linux-image-(\S+-amd64)")[0]
    print(f"fetching Linux {version}, about 120 MB", flush=True)
    parts = apt.depends(f"linux-image-{version}", rf"(linux-\w+-{re.escape(version)})")
    for package in apt.download(f"linux-image-{version}", *parts):
        _run("dpkg-deb", "--extract", str(package), f"{folder}/root")
    shipped = next(folder.glob(f"root/**/lib/modules/{version}"), folder)
    images = [*shipped.glob(IMAGE), *folder.glob(f"root/boot/{IMAGE}-{version}")]
    if not images:
        raise NotFetched(f"the packages of Linux {version} hold no kernel where it is looked for")
    kept = folder / "kept"
    (kept / MODULES).mkdir(parents=True)
    images[0].rename(kept / IMAGE)
    for number, (name, code) in enumerate(_with_dependencies(shipped)):
        (kept / MODULES / f"{number:02}-{name}.ko").write_bytes(code)
    return kept.rename(build / f"linux-{version}")


class _Apt:
    """apt, with lists and a cache of its own for the one suite."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        sources = folder / "sources.list"
        for made in ("state/lists/partial", "cache/archives/partial"):
            (folder / made).mkdir(parents=True)
        options = {
            "Dir::Etc::sourcelist": sources,
            "Dir::Etc::sourceparts": "/dev/null",
            "Dir::State": folder / "state",
            "Dir::State::status": "/dev/null",
            "Dir::Cache": folder / "cache",
            "APT::Architecture": "amd64",
            "APT::Update::Error-Mode": "any",
        }
        self._options = [f"--option={name}={value}" for name, value in options.items()]
        failed = "apt knows no mirror of Debian's archive"
        for mirror in _mirrors():
            sources.write_text(f"deb [signed-by={KEYS}] {mirror} {SUITE} main\n", "utf-8")
            try:
                _run("apt-get", *self._options, "--quiet", "update")
                return
            except subprocess.CalledProcessError as exc:
                failed = _errors(exc)
        raise NotFetched(f"its kernel cannot be fetched: {failed}")

    def depends(self, package: str, pattern: str) -> list[str]:
        """Return what a package depends on and matches a pattern, as the pattern's group has it."""
        said = _run("apt-cache", *self._options, "depends", "--important", package)
        return re.findall(rf"Depends: {pattern}$", said, re.MULTILINE)

    def download(self, *packages: str) -> list[Path]:
        _run("apt-get", *self._options, "--quiet", "download", *packages, folder=self._folder)
        return sorted(self._folder.glob("*.deb"))


def _mirrors() -> list[str]:
    """Return where Debian's archive is; before its lists were ever fetched apt cannot tell which that is."""
    ask = ("apt-get", "indextargets", "Created-By: Packages")
    rows = [line.split(maxsplit=1) for line in _run(*ask, "--format", "$(REPO_URI) $(LABEL)").splitlines()]
    known = [row[0] for row in rows if row[1:] == ["Debian"]]
    every = known or _run(*ask, "--no-release-info", "--format", "$(REPO_URI)").splitlines()
    return list(dict.fromkeys(every))


def _with_dependencies(shipped: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the modules that the guest needs, each behind those that it depends on."""
    files = {path.name.partition(".")[0].replace("-", "_"): path for path in shipped.rglob("*.ko*")}
    built_in = (shipped / "modules.builtin").read_text("ascii").replace("-", "_")
    done: set[str] = set()

    def load(wanted: str) -> Iterator[tuple[str, bytes]]:
        name = wanted.replace("-", "_")
        if name in done or f"/{name}.ko\n" in built_in:
            return
        if name not in files:
            raise NotFetched(f"{shipped.name} has no module {wanted}")
        done.add(name)
        code = files[name].read_bytes()
        code = lzma.decompress(code) if files[name].suffix == ".xz" else code
        for other in DEPENDS.findall(code)[0].decode("ascii").split(",") if DEPENDS.search(code) else ():
            yield from load(other) if other else ()
        yield wanted, _unsigned(code)

    for wanted in WANTED:
        yield from load(wanted)


def _unsigned(code: bytes) -> bytes:
    """Cut off a module's signature, which takes an emulated processor a quarter of a second to check."""
    if not code.endswith(SIGNED):
        return code
    length = int.from_bytes(code[-len(SIGNED) - 4 : -len(SIGNED)], "big")
    return code[: -len(SIGNED) - SIGNATURE_BYTES - length]


def _errors(failed: subprocess.CalledProcessError) -> str:
    """Return what a program says is wrong, without the warnings."""
    lines = failed.stderr.splitlines()
    return " ".join(line.removeprefix("E: ") for line in lines if not line.startswith("W:")) or str(failed)


def _run(*command: str, folder: Path | None = None) -> str:
    done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8", cwd=folder)
    return done.stdout
