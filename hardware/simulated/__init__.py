"""Devices simulated at the wire, for tests and for people without hardware."""

from hardware.simulated.piezo import Heard
from hardware.simulated.tags import Classic, Ntag, Phone, Tag
from hardware.simulated.world import SimulatedPi, World

__all__ = ["Classic", "Heard", "Ntag", "Phone", "SimulatedPi", "Tag", "World"]
