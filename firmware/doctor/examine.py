"""Looks at the machine and its devices, and says what was found."""

import importlib.metadata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firmware.doctor.disk import probe_disk
from firmware.doctor.display import judge_border, judge_display
from firmware.doctor.finding import Finding, Level
from firmware.doctor.nodes import judge_nodes, nodes_of
from firmware.doctor.patient import Patient
from firmware.doctor.pins import judge_buttons, judge_buzzer, judge_heard, judge_pressed
from firmware.doctor.place import judge_disk, judge_place
from firmware.doctor.reader import judge_readers, judge_sticker
from firmware.doctor.service import judge_page, judge_unit
from firmware.doctor.settings import judge_settings
from firmware.doctor.software import judge_software
from firmware.patterns import PATTERNS
from firmware.screens.border import border
from firmware.screens.painter import paint
from firmware.table.signal import Sound
from firmware.texts import Language, load
from hardware import Button, ButtonEdge, DisplayLost, HardwareError, ReaderLost, open_devices
from hardware.chip_probe import ChipProbe, ChipSign
from hardware.holders import holders_of
from hardware.host import HostFacts
from hardware.oled_probe import DisplayProbe, probe_display
from hardware.pin_factory import look_at_pin_factory
from hardware.pin_probe import probe_buttons
from hardware.rc522_probe import probe_chip
from hardware.sticker_probe import probe_sticker

__all__ = ["Hands", "facts_of", "look_at_machine", "try_devices"]

_PRESS_WITHIN_S = 30.0
"""How long somebody has for the five buttons."""

_SOUND_S = 1.0


@dataclass(frozen=True, slots=True)
class Hands:
    """Somebody who is there and helps.

    Attributes:
        agrees: asks a question, and returns whether the answer is yes.
        do: asks for something, and returns when it is done.
    """

    agrees: Callable[[str], bool]
    do: Callable[[str], None]


def facts_of(patient: Patient) -> HostFacts:
    """Return what the machine says of itself."""
    return patient.machine.host.look(nodes_of(patient.config.devices))


def look_at_machine(patient: Patient, facts: HostFacts) -> list[Finding]:
    """Look at all that can be looked at while the box goes on; no device is touched."""
    devices, machine = patient.config.devices, patient.machine
    version = importlib.metadata.version("hanafuda-scorekeeper")
    return [
        *judge_settings(patient.config.faults),
        *judge_nodes(facts, devices),
        *judge_software(facts, look_at_pin_factory(machine.pin_factory), version),
        *judge_place(facts, patient.clock.wall_time()),
        judge_unit(facts.unit),
        judge_page(facts, is_on=patient.config.has_page),
        judge_disk(probe_disk(patient.data)),
    ]


def try_devices(patient: Patient, hands: Hands | None) -> Iterator[Finding]:
    """Try each device; nobody else may hold them meanwhile.

    Args:
        patient: the box.
        hands: somebody who lays cards, looks, listens and presses; None: only what needs nobody is tried.
    """
    yield from _try_readers(patient, hands)
    yield from _try_display(patient, hands)
    yield from _try_buttons(patient, hands)
    yield from _try_buzzer(patient, hands)


def _try_readers(patient: Patient, hands: Hands | None) -> Iterator[Finding]:
    readers, clock, make = patient.config.devices.readers, patient.clock, patient.machine.make_mfrc522
    probes = [probe_chip(reader, clock, make) for reader in readers]
    found = judge_readers(probes, readers)
    yield from found
    sound = [reader for reader, probe in zip(readers, probes, strict=True) if _has_sound_wires(probe)]
    if not sound:
        return
    if hands is not None:
        hands.do("Lay one card on the reader.")
    try:
        yield judge_sticker(probe_sticker(sound[0], clock, make), sound[0].gain_db)
    except ReaderLost:
        return  # lost since then; the wires were told of


def _has_sound_wires(probe: ChipProbe) -> bool:
    return all(one.sign is ChipSign.CLONE for one in probe.faults)


def _try_display(patient: Patient, hands: Hands | None) -> Iterator[Finding]:
    display = patient.config.devices.display
    found = judge_display(probe_display(display, patient.machine.open_i2c), display)
    if found.level is not Level.FINE or hands is None:
        yield found
        return
    panel = open_devices(patient.config.devices, patient.clock, patient.machine, lambda _edge: None).display
    try:
        panel.open()
        panel.show(paint(border(load(Language.ENGLISH))))
        is_whole = hands.agrees("Does the frame on the display touch all four sides?")
        yield judge_border(is_whole=is_whole, display=display)
    except DisplayLost as exc:  # since a moment ago
        yield judge_display(DisplayProbe(str(exc)), display)
    finally:
        panel.close()


def _try_buttons(patient: Patient, hands: Hands | None) -> Iterator[Finding]:
    devices, machine = patient.config.devices, patient.machine
    probes = probe_buttons(devices.button_pins, machine.pin_factory)
    holders = holders_of(machine.host.look(()).chips) if any(one.refused for one in probes) else ()
    found = judge_buttons(probes, holders)
    if found[0].level is not Level.FINE or hands is None:
        yield from found
        return
    hands.do(f"Then press A, B, C, OK and BACK, one after the other, within {_PRESS_WITHIN_S:.0f} seconds.")
    yield from judge_pressed(_felt(patient), devices)


def _felt(patient: Patient) -> set[Button]:
    """Return which buttons are pressed, until all were or the time is up."""
    clock = patient.clock
    edges = clock.mailbox()
    buttons = open_devices(patient.config.devices, clock, patient.machine, edges.put).buttons
    felt: set[Button] = set()
    until_s = clock.now_s() + _PRESS_WITHIN_S
    buttons.open()
    try:
        while len(felt) < len(Button):
            edge: ButtonEdge | None = edges.get(max(until_s - clock.now_s(), 0.0))
            if edge is None:
                break
            felt.add(edge.button)
    finally:
        buttons.close()
    return felt


def _try_buzzer(patient: Patient, hands: Hands | None) -> Iterator[Finding]:
    devices = patient.config.devices
    buzzer = open_devices(devices, patient.clock, patient.machine, lambda _edge: None).buzzer
    try:
        buzzer.open()
        found = judge_buzzer("", devices)
        buzzer.play(PATTERNS[Sound.YAKU])
        patient.clock.sleep(_SOUND_S)
    except HardwareError as exc:
        found = judge_buzzer(str(exc), devices)
    finally:
        buzzer.close()
    if found.level is Level.FINE and found.code == "fine" and hands is not None:
        found = judge_heard(is_heard=hands.agrees("Was the buzzer heard just now?"), devices=devices)
    yield found
