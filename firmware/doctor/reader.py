"""What a reader says when it is tried, and how well it reads the sticker that lies on it. Pure."""

from collections.abc import Sequence

from firmware.doctor.finding import Finding, Topic, fault, fine, hint, setting
from firmware.doctor.wires import BOTH_ENDS, busy_cure, not_tried
from hardware import ReaderSettings
from hardware.chip_probe import ChipFault, ChipProbe, ChipSign
from hardware.header import GPIO_PINS, READER_WIRES, SELECT_PINS
from hardware.sticker_probe import READS, StickerProbe

__all__ = [
    "judge_readers",
    "judge_reads",
    "judge_sticker",
    "reader_pins",
    "told_many",
    "told_reading",
]

_CLONE_CURE = "try other stickers; if many are not read, another reader"
_WEAK_CURE = "try another sticker or place, one card at a time, away from metal and the Pi (or with ferrite)"
_GOOD_RATE = 0.9
_MOST_FAILED = 1


def judge_readers(probes: Sequence[ChipProbe], readers: Sequence[ReaderSettings]) -> list[Finding]:
    """Say of each reader what it is and what is wrong with its wires, and on which pins these are."""
    found = []
    for number, (probe, reader) in enumerate(zip(probes, readers, strict=True), 1):
        name = f"reader {number}: " if len(probes) > 1 else ""
        if not probe.faults:
            said = f"{name}{probe.name}, version 0x{probe.version or 0:02X}, its wires are sound"
            found.append(fine(Topic.READER, said, f"{number}: {probe.name}"))
        for one in probe.faults:
            said, cure = _told(one, reader)
            make = hint if one.sign is ChipSign.CLONE else fault
            code, pins = f"reader-{one.sign.value}", reader_pins(one.wires, reader)
            wires = " ".join(f"{wire.replace(' ', '')}:{pin}".strip(":") for wire, pin in pins.items())
            found.append(make(Topic.READER, code, f"{name}{said}", cure, number=number, wires=wires))
    return found


def _told(one: ChipFault, reader: ReaderSettings) -> tuple[str, str]:
    """Say what is wrong with a reader, and what to do."""
    if one.sign is ChipSign.CLONE:
        return one.words, _CLONE_CURE
    if one.sign is not ChipSign.LOST:
        pins = reader_pins(one.wires, reader)
        wires = ", ".join(f"{wire} (pin {pin})" if pin else wire for wire, pin in pins.items())
        return one.words, f"{BOTH_ENDS} the reader's {wires}"
    said, _, cure = one.words.partition(": ")
    if said.startswith(reader.node) and cure:
        return not_tried("reader", said, Topic.SPI)
    if "package" in said:
        return not_tried("reader", said, Topic.PACKAGES)
    if "in use" in said:
        return said, busy_cure(f"GPIO {reader.reset_gpio}", ())
    return said, f"{BOTH_ENDS} each wire of the reader" if "wires" in cure else cure


def reader_pins(wires: Sequence[str], reader: ReaderSettings) -> dict[str, object]:
    """Name the header's pins of a reader's wires; of a bus that the wiring does not know, none."""
    if (reader.bus, reader.device) not in SELECT_PINS:
        return dict.fromkeys(wires, "")
    select = SELECT_PINS[reader.bus, reader.device]
    pins = {**READER_WIRES, "SDA": select, "RST": GPIO_PINS.get(reader.reset_gpio, "")}
    return {wire: pins[wire] for wire in wires}


def judge_sticker(probe: StickerProbe, gain_db: int) -> Finding:
    """Say how well the sticker reads that lies on a reader, and at which gain it would do better."""
    if probe.uid is None:
        said = "no card is read on the reader"
        cure = (
            "lay one flat on it, away from metal and the Pi, and run this again; if one lay there try a "
            "second;"
            " if that is not read either, push in the reader's wires, 3.3 V and GND first"
        )
        return hint(Topic.STICKER, "sticker-none", said, cure)
    if probe.others:
        return told_many(probe.others + 1)
    rate = round(probe.rates[gain_db] * READS)
    if probe.rates[gain_db] >= _GOOD_RATE:
        return fine(Topic.STICKER, f"the sticker was read {rate} times of {READS}", f"{rate}/{READS}")
    said = f"the sticker was read only {rate} times of {READS}"
    best_db = max(probe.rates, key=lambda one: (probe.rates[one], -one))
    if probe.rates[best_db] >= _GOOD_RATE:
        cure = f"{setting('reader', f'gain = {best_db}')}, where it was read well"
        return fault(Topic.STICKER, "sticker-gain", said, cure, reads=f"{rate}/{READS}", gain=best_db)
    return fault(Topic.STICKER, "sticker-weak", said, _WEAK_CURE, reads=f"{rate}/{READS}")


def judge_reads(sound: int, of: int) -> Finding:
    """Say how well a sticker reads, by the few reads that the box itself makes of each."""
    if of - sound <= _MOST_FAILED:
        return fine(Topic.STICKER, f"the sticker was read {sound} times of {of}", f"{sound}/{of}")
    said = f"the sticker was read only {sound} times of {of}"
    return fault(Topic.STICKER, "sticker-weak", said, _WEAK_CURE, reads=f"{sound}/{of}")


def told_many(count: int) -> Finding:
    """Say that more than one sticker lies there."""
    said = f"{count} stickers lie on the reader, and disturb each other"
    return hint(Topic.STICKER, "sticker-many", said, "lift all but one card, and try again")


def told_reading() -> Finding:
    """Say that a sticker lies there, and is being read."""
    return fine(Topic.STICKER, "a sticker is being read", "", "sticker-reading")
