"""What is told of a settings file."""

import pytest

from firmware.config import parse_config
from firmware.errors import BadConfig


def faults_of(text):
    """Return the faults of settings that have some."""
    with pytest.raises(BadConfig) as caught:
        parse_config(text, "scorekeeper.toml")
    return list(caught.value.faults)


def faults_or_none(text):
    """Return the faults of settings that may have none."""
    try:
        parse_config(text, "x")
    except BadConfig as exc:
        return exc.faults
    return ()
