"""What a box takes: nothing needless at its start, and no more the longer it goes."""

import os
import subprocess
import sys
import threading
from typing import Any

NEEDLESS = {
    "firmware.doctor.examine",
    "firmware.history",
    "hardware.simulated",
    "gpiozero",
    "luma.oled",
    "http",
}


def test_what_the_first_screen_does_not_need_is_not_imported_before_it() -> None:
    code = "import sys, firmware.cli, firmware.run; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert NEEDLESS & set(done.stdout.split()) == set()


def test_power_cuts_leave_no_file_open_and_no_thread(evening: Any) -> None:
    evening.play("tap pine-crane", "power-cut")
    before = len(os.listdir("/proc/self/fd")), threading.active_count()
    evening.play(*["tap plum-warbler", "power-cut", "press BACK"] * 3, "power-cut")
    assert (len(os.listdir("/proc/self/fd")), threading.active_count()) == before
