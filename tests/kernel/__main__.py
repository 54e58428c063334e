"""The drivers on a real Linux kernel: `python tests/kernel [--no-skip]`.

Boots Debian's own kernel in QEMU, with this machine's files for its root, and runs the checks of `guest`
in it: buttons and buzzer on the kernel's gpio-sim, the display on its i2c-stub, and the whole box on both.
tests/README.md, "On a real kernel", says what that shows and what not. Exits 1 if a check fails, and where
something is missing only with --no-skip.
"""

import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from threading import Timer

import kernel
from initrd import Guest, write_initrd

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "kernel"
PACKAGES = Path(__file__).with_name("packages.txt")
QEMU = "qemu-system-x86_64"
CPU = "Nehalem"
"""The oldest that wheels are built for: a newer one has more to emulate. There is but one, as two get into
each other's way while the kernel patches its code; and it counts its instructions for its time (icount), as
a busy host would stretch what is to last 10 ms."""

KERNEL_OPTIONS = "console=ttyS0 quiet panic=-1 mitigations=off rodata=off tsc=reliable"
"""What costs an emulated processor seconds is left out: protection against neighbours that it has not."""

LIMIT_S = 600
"""A guest that has not ended by then never will; it takes half a minute on an idle machine."""


class Missing(Exception):
    """Something that the checks need is not here; the message says what, and what to do."""


def _look_for_programs() -> str:
    """Return where busybox is."""
    if platform.machine() != "x86_64":
        raise Missing(f"this machine is {platform.machine()}, and the guest's programs are those of x86-64")
    busybox = shutil.which("busybox")
    if shutil.which(QEMU) is None or busybox is None:
        raise Missing("sudo apt install --no-install-recommends qemu-system-x86 busybox-static")
    return busybox


def _fetch_packages() -> Path:
    """Return a folder with what drives pins: not in .venv, where no other test should find a pin."""
    folder = BUILD / f"python-{sysconfig.get_config_var('SOABI')}"
    if not folder.is_dir():
        pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install")
        with tempfile.TemporaryDirectory(dir=BUILD) as new:
            options = ("--no-deps", "--only-binary", ":all:", "--target", f"{new}/python")
            done = subprocess.run((*pip, *options, "--requirement", PACKAGES), check=False)
            if done.returncode:
                why = f"no network, or no wheel for Python {platform.python_version()} (lgpio's: 3.11, 3.12)"
                raise Missing(f"what {PACKAGES.name} lists cannot be had: {why}")
            Path(new, "python").rename(folder)
    return folder


def _command(image: Path, initrd: Path, log: Path) -> tuple[str, ...]:
    """Return what starts the guest: the checks write to standard output, its console to a file."""
    machine = f"-machine q35,accel=tcg -cpu {CPU} -icount shift=1 -m 768 -nodefaults -no-reboot -display none"
    serial = ("-serial", f"file:{log}", "-serial", "stdio")
    root = f"local,id=root,path={Guest.HOST_ROOT},security_model=none,readonly=on,multidevs=remap"
    files = ("-fsdev", root, "-device", "virtio-9p-pci,fsdev=root,mount_tag=root")
    boot = ("-kernel", str(image), "-initrd", str(initrd), "-append", KERNEL_OPTIONS)
    return (QEMU, *machine.split(), *serial, *files, *boot)


def _boot(image: Path, initrd: Path) -> int:
    """Run the guest until it powers itself off, and pass on what it says; return its exit status."""
    log, status = BUILD / "console.log", None
    with subprocess.Popen(
        _command(image, initrd, log),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    ) as guest:
        timer = Timer(LIMIT_S, guest.kill)
        timer.start()
        try:
            for line in guest.stdout or ():
                if line.startswith(Guest.ENDED):
                    status = int(line.removeprefix(Guest.ENDED))
                else:
                    print(line.rstrip(), flush=True)
        finally:
            timer.cancel()
            guest.kill()
    if status is None:
        print(log.read_text("utf-8", errors="replace")[-4000:], "the guest did not get to its end", sep="\n")
    return 1 if status is None else status


def main(*options: str) -> int:
    """Fetch what is not here yet, boot and check; return the exit status."""
    began_s = time.monotonic()
    try:
        busybox = _look_for_programs()
        BUILD.mkdir(parents=True, exist_ok=True)
        packages, linux = _fetch_packages(), kernel.fetch(BUILD)
    except (Missing, kernel.NotFetched) as exc:
        print(f"kernel checks {'cannot run' if '--no-skip' in options else 'skipped'}: {exc}")
        return 1 if "--no-skip" in options else 0
    fetched_s = time.monotonic()
    with tempfile.NamedTemporaryFile(dir=BUILD, suffix=".cpio") as file:
        write_initrd(file, busybox, linux, Guest(ROOT, packages))
        status = _boot(linux / kernel.IMAGE, Path(file.name))
    words = "passed" if status == 0 else "FAILED"
    fetching = f"{fetched_s - began_s:.1f} s to fetch, " if fetched_s - began_s > 1 else ""
    print(f"kernel checks {words}: {linux.name}, {fetching}{time.monotonic() - fetched_s:.1f} s in the guest")
    return 1 if status else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
