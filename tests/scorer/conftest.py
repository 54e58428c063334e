"""Gives hypothesis time: on a busy machine a test that is now and then slow is not a broken one."""

from hypothesis import HealthCheck, settings

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
