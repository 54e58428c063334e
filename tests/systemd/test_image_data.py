"""The card's data partition: what is decided, and done to a file in the place of a card."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

OVERLAY = Path(__file__).parents[2] / "systemd" / "image" / "overlay"
SCRIPT = OVERLAY / "usr/lib/scorekeeper/data_partition.py"

spec = importlib.util.spec_from_file_location("data_partition", SCRIPT)
data_partition = importlib.util.module_from_spec(spec)
sys.modules["data_partition"] = data_partition  # its dataclasses look there
spec.loader.exec_module(data_partition)

MADE, BEING_MADE, MIB = data_partition.MADE, data_partition.BEING_MADE, data_partition.MIB
Partition, Refused, Step = data_partition.Partition, data_partition.Refused, data_partition.Step

START = 3072 * MIB
BOOT, ROOT, NONE = Partition(0x0C, 8192, 256 * MIB), Partition(MADE, 260 * MIB, 600 * MIB), Partition(0, 0, 0)
CARD_OF_4_GB, CARD_OF_16_GB = 3720 * MIB, 15000 * MIB
WHOLE = 1024 * MIB
LAYOUT = {"DATA_START_MIB": "8", "DATA_LABEL": "SCOREDATA"}

needs_tools = pytest.mark.skipif(
    not all(shutil.which(tool, path="/usr/sbin:/sbin:/usr/bin") for tool in ("sfdisk", "mke2fs", "e2fsck")),
    reason="sfdisk, mke2fs or e2fsck is not installed",
)


def of_us(kind, count=WHOLE, start=START):
    return Partition(kind, start, count)


@pytest.mark.parametrize(
    ("third", "card", "found", "step", "wanted"),
    [
        pytest.param(NONE, CARD_OF_16_GB, None, Step.MAKE, of_us(BEING_MADE), id="a new card"),
        pytest.param(
            NONE, CARD_OF_4_GB, None, Step.MAKE, of_us(BEING_MADE, 648 * MIB), id="all of a small card"
        ),
        pytest.param(of_us(MADE), CARD_OF_16_GB, WHOLE, Step.NOTHING, of_us(MADE), id="every start"),
        pytest.param(
            of_us(MADE), CARD_OF_16_GB, None, Step.NOTHING, of_us(MADE), id="damaged: never made anew"
        ),
        pytest.param(NONE, CARD_OF_16_GB, WHOLE, Step.ENTER, of_us(MADE), id="a new image over the old"),
        pytest.param(
            NONE, CARD_OF_16_GB, 2 * WHOLE, Step.ENTER, of_us(MADE, 2 * WHOLE), id="a larger one of before"
        ),
        pytest.param(
            of_us(BEING_MADE), CARD_OF_16_GB, None, Step.MAKE, of_us(BEING_MADE), id="cut before it was made"
        ),
        pytest.param(
            of_us(BEING_MADE),
            CARD_OF_16_GB,
            WHOLE,
            Step.MAKE,
            of_us(BEING_MADE),
            id="cut before that was noted",
        ),
    ],
)
def test_what_is_to_be_done(third, card, found, step, wanted):
    assert data_partition.decide([BOOT, ROOT, third, NONE], card, START, found) == (step, wanted)


@pytest.mark.parametrize(
    ("table", "card", "found", "why"),
    [
        pytest.param([BOOT, ROOT, NONE, NONE], 3100 * MIB, None, "3100 MiB, and 3136 are needed", id="small"),
        pytest.param([BOOT, ROOT, NONE, NONE], 1900 * MIB, None, "1900 MiB, and 3136 are needed", id="tiny"),
        pytest.param(
            [BOOT, ROOT, of_us(MADE), NONE],
            CARD_OF_4_GB,
            WHOLE,
            "3720 MiB, and 4096",
            id="copied to a small card",
        ),
        pytest.param(
            [BOOT, ROOT, of_us(MADE, start=START + 1), NONE], CARD_OF_16_GB, None, "third", id="elsewhere"
        ),
        pytest.param([BOOT, ROOT, of_us(0x07), NONE], CARD_OF_16_GB, None, "third", id="of another system"),
        pytest.param(
            [BOOT, ROOT, NONE, of_us(0x07, 4 * MIB, START + MIB)], CARD_OF_16_GB, None, "another", id="inside"
        ),
        pytest.param(
            [BOOT, of_us(MADE, 5000 * MIB, 260 * MIB), NONE, NONE],
            CARD_OF_16_GB,
            WHOLE,
            "another",
            id="grown root",
        ),
    ],
)
def test_what_is_refused(table, card, found, why):
    with pytest.raises(Refused, match=why):
        data_partition.decide(table, card, START, found)


def test_a_neighbour_that_ends_where_ours_begins_is_no_obstacle():
    root = Partition(MADE, 260 * MIB, START - 260 * MIB)
    after = Partition(0x07, START + WHOLE, MIB)
    assert data_partition.decide([BOOT, root, NONE, after], CARD_OF_16_GB, START, None)[0] is Step.MAKE


def test_a_sector_without_a_table_is_refused():
    with pytest.raises(Refused, match="no table"):
        data_partition.entries(bytes(512))


@pytest.mark.parametrize(
    "superblock",
    [
        pytest.param(bytes(1024), id="nothing"),
        pytest.param(b"\xff" * 1024, id="noise"),
        pytest.param(b"", id="beyond the end of the card"),
    ],
)
def test_what_is_no_file_system(superblock):
    assert data_partition.file_system_sectors(superblock, "SCOREDATA") is None


class Bench:
    """A card that is a file, and what stands in for the kernel, which shows no partitions of a file."""

    def __init__(self, folder, monkeypatch):
        self.path = folder / "card"
        self.made = 0
        with self.path.open("wb") as file:
            file.truncate(8 * 2**20 + 160 * 2**20)
        self.flash()
        monkeypatch.setattr(data_partition, "run", self._run)
        monkeypatch.setenv("PATH", "/usr/sbin:/sbin:/usr/bin:/bin")

    def flash(self):
        """Write the table of an image over that of the card."""
        table = "label: dos\nstart=2048,size=2048,type=c\nstart=4096,size=8192,type=83\n"
        subprocess.run(["sfdisk", "--quiet", self.path], check=True, input=table, encoding="utf-8")

    def _run(self, *words):
        if words[0] == "partx":
            self.path.with_name("card3").symlink_to(self.path)
        elif words[0] == "mke2fs":
            self.made += 1
            *options, _node = (str(word) for word in words)
            options[options.index("-E") + 1] += f",offset={8 * 2**20}"
            size = self.third().count * 512 // 4096
            subprocess.run([*options, self.path, str(size)], check=True, stderr=subprocess.DEVNULL)

    def third(self):
        with self.path.open("rb") as card:
            return data_partition.entries(card.read(512))[2]

    def start(self):
        data_partition.Card(self.path, LAYOUT).prepare()


@pytest.fixture
def bench(tmp_path, monkeypatch):
    """Return a new card; in RAM where there is any, since every step of it is brought to the disk."""
    ram = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=ram if os.access(ram, os.W_OK) else tmp_path) as folder:
        yield Bench(Path(folder), monkeypatch)


@needs_tools
def test_a_new_card_gets_a_partition_that_is_made_once(bench):
    bench.start()
    bench.start()
    assert (bench.third(), bench.made) == (Partition(MADE, 8 * MIB, 160 * MIB), 1)


@needs_tools
def test_other_programs_read_the_table_as_it_was_meant(bench):
    bench.start()
    told = subprocess.run(["sfdisk", "--dump", bench.path], check=True, capture_output=True, encoding="utf-8")
    assert [
        line.split(":")[1].replace(" ", "") for line in told.stdout.splitlines() if line.startswith("/")
    ] == [
        "start=2048,size=2048,type=c",
        "start=4096,size=8192,type=83",
        "start=16384,size=327680,type=83",
    ]


@needs_tools
@pytest.mark.parametrize("is_damaged", [False, True], ids=["whole", "its first superblock damaged"])
def test_a_new_image_finds_what_was_there(bench, is_damaged):
    bench.start()
    if is_damaged:
        with bench.path.open("r+b") as file:
            file.seek(8 * 2**20 + 1024)
            file.write(bytes(1024))
    bench.flash()
    assert bench.third() == NONE
    bench.start()
    assert (bench.third(), bench.made) == (Partition(MADE, 8 * MIB, 160 * MIB), 1)


@needs_tools
@pytest.mark.parametrize("last", ["partx", "mke2fs", "flush"])
def test_wherever_the_power_goes_the_next_start_comes_to_the_same_end(bench, monkeypatch, last):
    whole_run = bench._run

    def run(*words):
        if words[0] == last:
            raise KeyboardInterrupt
        whole_run(*words)

    def flush(_node):
        raise KeyboardInterrupt

    with monkeypatch.context() as cut:
        cut.setattr(data_partition, "run", run)
        if last == "flush":
            cut.setattr(data_partition, "flush", flush)
        with pytest.raises(KeyboardInterrupt):
            bench.start()
    assert bench.third().kind == BEING_MADE
    bench.start()
    assert bench.third() == Partition(MADE, 8 * MIB, 160 * MIB)


@needs_tools
def test_what_cannot_be_mended_is_left_as_it_is(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", "/usr/sbin:/sbin:/usr/bin:/bin")
    noise = tmp_path / "noise"
    noise.write_bytes(b"\xa5" * 2**20)
    with pytest.raises(Refused, match="left as it is"):
        data_partition.mend(noise)
    assert noise.read_bytes() == b"\xa5" * 2**20
    assert "Bad magic number" in capsys.readouterr().out


def test_a_mended_file_system_is_used_whatever_names_it_held(tmp_path, monkeypatch, capsys):
    program = tmp_path / "e2fsck"
    program.write_text("#!/bin/sh\nprintf 'entry \\200\\377 is cleared'; exit 1\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    data_partition.mend(tmp_path / "x")
    assert "is cleared" in capsys.readouterr().out


def test_the_layout_is_read_as_the_shell_reads_it():
    layout = data_partition.read_layout(OVERLAY.parent / "layout")
    assert (layout["DATA_START_MIB"], layout["DATA_LABEL"]) == ("3072", "SCOREDATA")


@pytest.mark.parametrize(
    ("card", "partition"),
    [
        pytest.param("mmcblk0", "mmcblk0p3", id="a card"),
        pytest.param("sda", "sda3", id="a stick"),
        pytest.param("vda", "vda3", id="QEMU's disk"),
    ],
)
def test_the_third_partition_has_the_kernel_s_name(tmp_path, card, partition):
    (tmp_path / card).touch()
    assert data_partition.Card(tmp_path / card, LAYOUT).partition.name == partition
