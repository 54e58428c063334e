"""Gives hypothesis time, and in `make check` the same examples each time: it says what a change broke.

`make long` looks for examples that nobody has seen yet.
"""

import gc
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))  # pytest does not find a test's neighbour otherwise
_PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("check", derandomize=True, **_PATIENT)
settings.register_profile("search", **_PATIENT)
settings.load_profile("check")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Spare the collector of garbage the thousands of tests: it would look through them again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
