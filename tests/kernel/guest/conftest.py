import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import smbus2
from gpio_sim import SimulatedChip
from i2c_stub import BlockBus, Wire

NOBODY = 65534


@pytest.fixture(scope="session")
def chip():
    return SimulatedChip()


@pytest.fixture(scope="session")
def _wire():
    return Wire()


@pytest.fixture
def wire(_wire):
    _wire.clear()
    return _wire


@pytest.fixture
def block_bus(monkeypatch):
    """Let the machine open buses that cut messages into blocks."""
    monkeypatch.setattr(smbus2, "SMBus", BlockBus)


@pytest.fixture
def as_nobody():
    """Return a context in which this process is a user who is in no group."""

    @contextmanager
    def nobody() -> Iterator[None]:
        groups = os.getgroups()
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, 0)
        os.setresuid(NOBODY, NOBODY, 0)
        try:
            yield
        finally:
            os.setresuid(0, 0, 0)
            os.setresgid(0, 0, 0)
            os.setgroups(groups)

    return nobody
