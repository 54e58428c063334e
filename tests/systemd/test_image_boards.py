"""What boards.py sees in a device tree."""

import shutil
import struct
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

IMAGE = Path(__file__).parents[2] / "systemd" / "image"
sys.path.insert(0, str(IMAGE))  # its modules are scripts' neighbours, and no package

import boards  # noqa: E402
import device_tree  # noqa: E402

ALIASES = """\
# Aliases extracted from modules themselves.
alias of:N*T*Cbrcm,bcm2711-emmc2 sdhci_iproc
alias of:N*T*Cbrcm,bcm2711-emmc2C* sdhci_iproc
alias of:N*T*Cbus,for-cards bus_driver
alias of:N*T*Cregulator-fixed fixed
alias of:N*T*Cregulator-gpio gpio-regulator
alias of:N*T*Cregulator-unused unused
"""
HELD = {"sdhci_iproc", "bus_driver", "fixed", "gpio_regulator"}
needs_dtc = pytest.mark.skipif(shutil.which("dtc") is None, reason="device-tree-compiler is not installed")


def _node(name: str, *inside: bytes) -> bytes:
    text = name.encode() + b"\0"
    return struct.pack(">I", 1) + text + bytes(-len(text) % 4) + b"".join(inside) + struct.pack(">I", 2)


def _property(strings: list[bytes], name: str, *values: int | str) -> bytes:
    value = b"".join(
        one.encode() + b"\0" if isinstance(one, str) else struct.pack(">I", one) for one in values
    )
    at = sum(map(len, strings))
    strings.append(name.encode() + b"\0")
    return struct.pack(">3I", 3, len(value), at) + value + bytes(-len(value) % 4)


def _blob(root: bytes, strings: list[bytes]) -> bytes:
    block = root + struct.pack(">I", 9)
    header = struct.pack(">10I", 0xD00DFEED, 0, 40, 40 + len(block), 40, 17, 16, 0, 0, len(block))
    return header + block + b"".join(strings)


@pytest.fixture
def card():
    """Return the tree of a board whose card waits for a bus, a regulator, and the regulator of a clock."""
    strings: list[bytes] = []
    say = partial(_property, strings)

    def device(name: str, compatible: str, *more: bytes) -> bytes:
        return _node(name, say("compatible", compatible), *more)

    off, on = say("status", "disabled"), say("status", "okay")
    mmc = "brcm,bcm2711-emmc2"
    waits = (on, say("clocks", 1, 2, 5, 3), say("vmmc-supply", 2))
    root = _node(
        "",
        device("clock", "built,in", say("phandle", 1), say("#clock-cells", 1)),
        device("power", "regulator-fixed", say("phandle", 2)),
        device("level", "regulator-gpio", say("phandle", 3)),
        device("unused", "regulator-unused", off, say("phandle", 4)),
        device("mmc@2", mmc, off, say("vmmc-supply", 4)),
        device("bus", "bus,for-cards", device("mmc@1", mmc, *waits)),
        _node("clock2", say("#clock-cells", 1), say("phandle", 5), say("vdd-supply", 3)),
    )
    return device_tree.parse(_blob(root, strings))


def test_a_tree_reads_as_it_was_written(card):
    paths = [node.path for node in card.walk()]
    assert paths == ["/", "/clock", "/power", "/level", "/unused", "/mmc@2", "/bus", "/bus/mmc@1", "/clock2"]
    assert card.at("/bus/mmc@1").words("compatible") == ["brcm,bcm2711-emmc2"]
    assert card.at("/bus/mmc@1").cells("clocks") == [1, 2, 5, 3]


def test_bytes_that_are_no_tree_are_refused():
    with pytest.raises(ValueError, match="no compiled device tree"):
        device_tree.parse(bytes(64))


def test_a_card_is_found_with_all_the_drivers_that_it_waits_for(card):
    assert boards.faults_of_card(card, ALIASES, HELD) == []


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ("sdhci_iproc", "/bus/mmc@1 needs sdhci_iproc"),
        ("bus_driver", "/bus needs bus_driver"),
        ("fixed", "/power needs fixed"),
        ("gpio_regulator", "/level needs gpio_regulator"),
    ],
)
def test_a_driver_that_the_initramfs_lacks_is_named(card, missing, said):
    assert boards.faults_of_card(card, ALIASES, HELD - {missing}) == [said]


def test_a_board_without_a_card_is_told():
    strings: list[bytes] = []
    tree = device_tree.parse(_blob(_node("", _node("soc")), strings))
    assert boards.faults_of_card(tree, ALIASES, set()) == ["no card in the device tree"]


@pytest.fixture
def header(tmp_path):
    """Return a run that lays the overlay, after a change to its source, over the tree of a small board."""
    base = """/dts-v1/;
    / { aliases { }; soc { #address-cells = <1>; #size-cells = <1>;
      gpio: gpio@7e200000 { reg = <0x7e200000 1>; gpio-controller; #gpio-cells = <2>; };
      spi: spi@7e204000 { reg = <0x7e204000 1>; status = "disabled"; };
      i2c1: i2c@7e804000 { reg = <0x7e804000 1>; status = "okay"; clock-frequency = <100000>; };
    }; };"""

    def lay(was: str = "", now: str = "") -> device_tree.Node:
        overlay = (IMAGE / "scorekeeper.dtso").read_text("utf-8")
        assert was in overlay
        for name, text in (("base", base), ("overlay", overlay.replace(was, now) if was else overlay)):
            source = tmp_path / f"{name}.dts"
            source.write_text(text)
            compile_it = ["dtc", "-q", "-@", "-I", "dts", "-O", "dtb", "-o", tmp_path / name, source]
            subprocess.run(compile_it, check=True, timeout=60)
        return boards.with_overlay(tmp_path / "base", tmp_path / "overlay")

    return lay


@needs_dtc
def test_the_overlay_turns_on_both_chip_selects_and_a_fast_display(header):
    assert boards.faults_of_header(header()) == []


@needs_dtc
@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('spi0 = "/soc/spi@7e204000";', "", "it is spidev0"),
        ('i2c1 = "/soc/i2c@7e804000";', "", "it is i2c-1"),
        ("<400000>", "<100000>", "it runs at 400 kHz"),
        ("<&gpio 7 1>", "<&gpio 7 0>", "its chip selects are pins 8 and 7"),
        ("<9 10 11>", "<9 10>", "it has all its pins"),
        ("reg = <1>", "reg = <2>", "each chip select has a node"),
    ],
)
def test_an_overlay_that_lacks_something_is_told(header, was, now, said):
    assert boards.faults_of_header(header(was, now)) == [f"not so: {said}"]
