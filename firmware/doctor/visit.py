"""The doctor looks while the box goes on: in a thread of his own, the chips by the readers' thread."""

import os
from collections.abc import Callable, Sequence

from firmware.doctor.finding import Finding, Topic
from firmware.doctor.patient import Patient
from firmware.doctor.pins import judge_buttons
from firmware.doctor.reader import judge_readers
from firmware.doctor.report_wish import ask_report
from firmware.doctor.trials import untried
from firmware.reader_watch import ProbeOrder
from firmware.table import CheckDone, Input
from hardware import Button, Devices, Mailbox
from hardware.chip_probe import ChipProbe
from hardware.pin_probe import PinProbe

__all__ = ["Visits"]

_PROBE_WITHIN_S = 10.0


class Visits:
    """Visits to one box; there is never more than one at a time.

    Args:
        patient: the box.
    """

    def __init__(self, patient: Patient) -> None:
        self._patient = patient
        self._is_here = False

    def begin(self, devices: Devices, orders: Mailbox[ProbeOrder], put: Callable[[Input], None]) -> None:
        """Look at everything, and put what was found; nothing happens while somebody is at it.

        Args:
            devices: at work.
            orders: of the readers' thread.
            put: takes a `CheckDone`.
        """
        if not self._is_here:
            self._is_here = True
            self._patient.clock.start("doctor", lambda: self._look(devices, orders, put))

    def _look(self, devices: Devices, orders: Mailbox[ProbeOrder], put: Callable[[Input], None]) -> None:
        from firmware.doctor.examine import facts_of, look_at_machine  # with what starting does not need

        clock = self._patient.clock
        probes: Mailbox[Sequence[ChipProbe]] = clock.mailbox()
        orders.put(ProbeOrder(probes.put))
        try:
            found = [
                *look_at_machine(self._patient, facts_of(self._patient)),
                *self._readers(probes.get(_PROBE_WITHIN_S)),
                *_devices(self._patient, devices.buttons.down()),
            ]
        finally:
            self._is_here = False  # whatever failed, somebody may look again
        put(CheckDone(tuple(found), self._patient.config.devices, clock.now_s()))
        ask_report(found, os.environ)

    def _readers(self, probes: Sequence[ChipProbe] | None) -> list[Finding]:
        """Judge the probes; None where the readers' thread is at its end."""
        return [] if probes is None else judge_readers(probes, self._patient.config.devices.readers)


def _devices(patient: Patient, down: Sequence[Button]) -> list[Finding]:
    """Return what somebody can try; of buttons that are stuck, that they are."""
    settings = patient.config.devices
    if not down:
        return untried(settings)
    stuck = judge_buttons([PinProbe(button, settings.button_pins[button], is_down=True) for button in down])
    return [*(one for one in untried(settings) if one.topic is not Topic.BUTTONS), *stuck]
