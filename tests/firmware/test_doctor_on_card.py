"""What the doctor says in the image, where nobody has a terminal."""

import pytest

from firmware.doctor.finding import Topic, fault, fine, hint, setting
from firmware.doctor.on_card import in_words_of_the_image
from firmware.doctor.settings import judge_settings

AGAIN = "write the image to the card once more: deck and matches stay"


@pytest.mark.parametrize(
    ("topic", "cure", "told"),
    [
        pytest.param(
            Topic.DISPLAY,
            setting("display", "address = 0x3D"),
            "on any computer, in scorekeeper.toml on the card: under the line [display] (add it if need be)"
            " set address = 0x3D",
            id="a setting",
        ),
        pytest.param(
            Topic.READER,
            "with the Pi off (sudo poweroff) push in, at both ends, MISO",
            "with the Pi off push in, at both ends, MISO",
            id="a wire",
        ),
        pytest.param(
            Topic.CLOCK,
            "if dates matter: connect the Pi to a network; sudo timedatectl set-ntp true",
            "if dates matter: connect the Pi to a network",
            id="the clock",
        ),
        pytest.param(Topic.SPI, "sudo raspi-config nonint do_spi 0", AGAIN, id="what the image brings"),
        pytest.param(
            Topic.POWER, "use the Pi's own power supply", "use the Pi's own power supply", id="by hand"
        ),
        pytest.param(
            Topic.UNIT, "sudo systemctl start scorekeeper", f"restart the box; {{}}{AGAIN}", id="the unit"
        ),
    ],
)
def test_a_cure_needs_no_terminal(topic, cure, told):
    said = in_words_of_the_image(hint(topic, "code", "it is so", cure))
    assert (said.cure, said.said) == (told.format("if that does not help, "), "it is so")


def test_a_fault_of_the_settings_names_the_file_on_the_card():
    (found,) = judge_settings(("/etc/scorekeeper.toml: A under [buttons] must be a pin, not 3",))
    assert (
        in_words_of_the_image(found).cure == "on any computer, in scorekeeper.toml on the card: write it so"
    )


@pytest.mark.parametrize("topic", Topic)
def test_whatever_is_wrong_no_cure_names_a_command(topic):
    found = fault(topic, "code", "it is so", "plug it in; sudo systemctl restart scorekeeper")
    cure = in_words_of_the_image(found).cure
    assert [word for word in ("sudo", "apt", "systemctl") if word in cure.split()] == []


def test_what_is_well_stays_as_it_is():
    well = fine(Topic.BOARD, "this is a Pi", "")
    assert in_words_of_the_image(well) is well
