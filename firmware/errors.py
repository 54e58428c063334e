"""What the appliance refuses, in words for people."""

from collections.abc import Sequence

__all__ = [
    "BadConfig",
    "BadFile",
    "BadScript",
    "Broken",
    "FirmwareError",
    "NewerFile",
    "PackagesMissing",
    "ScriptFailed",
]


class FirmwareError(Exception):
    """The root of all that the appliance raises on purpose."""


class Broken(FirmwareError, RuntimeError):
    """The program itself failed; whoever started it should start it again."""


class BadConfig(FirmwareError, ValueError):
    """A settings file with faults.

    Attributes:
        faults: a sentence for each.
    """

    def __init__(self, source: str, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{source}: {fault}" for fault in faults))


class BadFile(FirmwareError, ValueError):
    """A file in the data folder that is damaged."""


class NewerFile(FirmwareError, ValueError):
    """A file in the data folder that a newer version of the program wrote; it is left alone."""


class PackagesMissing(FirmwareError, ImportError):
    """Packages of others are not installed; the message has the command that brings them."""


class BadScript(FirmwareError, ValueError):
    """A table script with a fault; nothing of it was run."""


class ScriptFailed(FirmwareError, AssertionError):
    """A table script whose expectation did not come true."""
