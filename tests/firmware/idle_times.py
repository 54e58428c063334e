"""A display that is left alone for a while."""

from dataclasses import replace

import pytest

from firmware.screens import scene_of
from firmware.table.light import Idle
from firmware.texts import load

DIM_S, DARK_S = 120.0, 600.0
DIM, DARK = pytest.param(DIM_S, id="dim"), pytest.param(DARK_S, id="dark")
TEXTS = load("both")


def left_alone(sitting, seconds=0.0, idle=None):
    """Give the display its times, from now on, and let nobody come for so long."""
    view = replace(sitting.view, touched_s=sitting.now_s, now_s=sitting.now_s)
    sitting.table = replace(sitting.table, idle=idle or Idle(DIM_S, DARK_S), view=view)
    sitting.wait(seconds)
    return sitting


def light(sitting):
    return sitting.table.light.value


def scene(sitting):
    return scene_of(sitting.table, TEXTS)
