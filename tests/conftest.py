"""Gives hypothesis time, and in `make check` the same examples each time: it says what a change broke.

`make long` looks for examples that nobody has seen yet.
"""

from hypothesis import HealthCheck, settings

_PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("check", derandomize=True, **_PATIENT)
settings.register_profile("search", **_PATIENT)
settings.load_profile("check")
