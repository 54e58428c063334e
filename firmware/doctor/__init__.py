"""The doctor: what was looked at, what is wrong, and what to do. Pure but for `examine` and the command."""

from firmware.doctor.finding import Finding, Level, Topic, in_order

__all__ = ["Finding", "Level", "Topic", "in_order"]
