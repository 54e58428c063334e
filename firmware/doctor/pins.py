"""What the pins of buttons and buzzer say when they are tried. Pure."""

from collections.abc import Collection, Sequence

from firmware.doctor.finding import Finding, Topic, fault, fine, setting
from firmware.doctor.wires import BOTH_ENDS, OFF, busy_cure, pin_name
from hardware import DEFAULT_BUTTON_PINS, Button, BuzzerKind, DeviceSettings
from hardware.header import BUTTON_GROUNDS, BUZZER_GROUND, GPIO_PINS
from hardware.holders import Holder
from hardware.pin_probe import PinProbe

__all__ = ["judge_buttons", "judge_buzzer", "judge_heard", "judge_pressed"]

_FOUR_LEGS = "of a button's four legs use two that lie diagonally"


def judge_buttons(probes: Sequence[PinProbe], holders: Sequence[Holder] = ()) -> list[Finding]:
    """Say which pins cannot be had, and which buttons are down though nobody presses.

    Args:
        probes: of all pins.
        holders: other programs that are at the pins.
    """
    refusals = {one.refused for one in probes}
    if len(refusals) == 1 and "" not in refusals:
        why = refusals.pop()
        said = f"no pin of a button can be had ({why})"
        cure = "first do what is said under gpio, pins and folder"
        if "busy" in why:
            cure = busy_cure("such a pin", holders)
        return [fault(Topic.BUTTONS, "button-none", said, cure)]
    found = []
    for one in probes:
        name, pin = one.button.value, pin_name(one.pin)
        if one.refused:
            said = f"GPIO {one.pin} (button {name}) is in use by {_by(holders, one.refused)}"
            cure = busy_cure(f"GPIO {one.pin}", holders)
            found.append(fault(Topic.BUTTONS, "button-busy", said, cure, pin=one.pin, button=name))
        elif one.is_down:
            said = f"button {name} is down on {pin}, though nobody should press it"
            cure = f"let it go; {OFF} see that its wire to {pin} touches no other, nor GND; {_FOUR_LEGS}"
            parts = _pins_of(one.pin)
            found.append(fault(Topic.BUTTONS, "button-stuck", said, cure, button=name, **parts))
    return found or [fine(Topic.BUTTONS, "all five buttons are up, their pins are free", "")]


def judge_pressed(felt: Collection[Button], devices: DeviceSettings) -> list[Finding]:
    """Say which buttons were not felt when each was to be pressed."""
    grounds = ", ".join(str(pin) for pin in BUTTON_GROUNDS)
    found = []
    for button in DEFAULT_BUTTON_PINS:
        if button not in felt:
            pin = pin_name(devices.button_pins[button])
            said = f"button {button.value} was not felt"
            cure = (
                f"{BOTH_ENDS} its wires, one to {pin}, one to GND (any of the pins {grounds}); {_FOUR_LEGS}"
            )
            parts = _pins_of(devices.button_pins[button])
            found.append(fault(Topic.BUTTONS, "button-dead", said, cure, button=button.value, **parts))
    return found or [fine(Topic.BUTTONS, "each of the five buttons was felt", "A B C OK BACK")]


def judge_buzzer(refused: str, devices: DeviceSettings) -> Finding:
    """Say whether the buzzer's pin can be had."""
    buzzer = devices.buzzer
    if buzzer.kind is BuzzerKind.NONE:
        return fine(Topic.BUZZER, "the settings know of no buzzer", "", "buzzer-none")
    if refused:
        cure = busy_cure(f"GPIO {buzzer.pin}", ())
        return fault(Topic.BUZZER, "buzzer-busy", refused, cure, pin=buzzer.pin)
    return fine(Topic.BUZZER, f"the buzzer has {pin_name(buzzer.pin)}", f"GPIO {buzzer.pin}")


def judge_heard(*, is_heard: bool, devices: DeviceSettings) -> Finding:
    """Say what to try where the buzzer was not heard."""
    buzzer = devices.buzzer
    if is_heard:
        return fine(Topic.BUZZER, "the buzzer was heard", f"GPIO {buzzer.pin}")
    other = BuzzerKind.ACTIVE if buzzer.kind is BuzzerKind.PASSIVE else BuzzerKind.PASSIVE
    said = "the buzzer was not heard"
    trait = "beeps by itself" if other is BuzzerKind.ACTIVE else "only clicks"
    kind = setting("buzzer", f'kind = "{other.value}"')
    cure = (
        f"{BOTH_ENDS} its + to {pin_name(buzzer.pin)}, its - to GND (pin {BUZZER_GROUND}); still silent?"
        f" Then it may be one that {trait}: {kind}"
    )
    return fault(Topic.BUZZER, "buzzer-silent", said, cure, pin=buzzer.pin, kind=other.value)


def _pins_of(gpio: int) -> dict[str, object]:
    return {"pin": gpio, "header": GPIO_PINS.get(gpio, "?")}


def _by(holders: Sequence[Holder], why: str) -> str:
    return f"process {holders[0].pid}, {holders[0].command}" if holders else f"something else: {why}"
