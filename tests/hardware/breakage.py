"""A tag, and what the system and its packages raise when something breaks."""

import os

from hardware.simulated.tags import Ntag

NTAG = "04a3c6cae26180"


def ntag():
    return Ntag(bytes.fromhex(NTAG))


class GpioBusy(Exception):
    """As lgpio.error: it shares no parent with what RPi.GPIO raises."""


def raising(error):
    """Return a function that raises this whatever it is given."""

    def fail(*_args, **_kwargs):
        raise error

    return fail


def os_error(number):
    return OSError(number, os.strerror(number))
