"""By which names the box is asked for its scoreboard, and by which others it is not."""

import pytest

from firmware.web.box_board import knows_host

PORT, NAME = 8021, "raspberrypi"


@pytest.mark.parametrize(
    ("host", "is_known"),
    [
        pytest.param("192.168.178.123:8021", True, id="number"),
        pytest.param("192.168.178.123", True, id="number without port"),
        pytest.param("[fe80::1]:8021", True, id="number of IPv6"),
        pytest.param("[::1]", True, id="number of IPv6 without port"),
        pytest.param("localhost:8021", True, id="localhost"),
        pytest.param("raspberrypi:8021", True, id="name"),
        pytest.param("RaspberryPi.Local:8021", True, id="name in the network, in any case"),
        pytest.param("raspberrypi.local", True, id="name without port"),
        pytest.param("raspberrypi.fritz.box:8021", True, id="name as a router gives it"),
        pytest.param("raspberrypi.lan", True, id="name as another router gives it"),
        pytest.param("other.fritz.box:8021", False, id="another machine of the router's"),
        pytest.param("fritz.box:8021", False, id="the router"),
        pytest.param("raspberrypi.box:8021", False, id="a name that anybody can have"),
        pytest.param("raspberrypi.fritz.box.evil.example:8021", False, id="a name that begins so too"),
        pytest.param("192.168.178.123:80", False, id="another port"),
        pytest.param("[::1]:80", False, id="another port of IPv6"),
        pytest.param("evil.example:8021", False, id="another name"),
        pytest.param("raspberrypi.evil.example:8021", False, id="a name that begins so"),
        pytest.param("evil-raspberrypi.local:8021", False, id="a name that ends so"),
        pytest.param("192.168.178.123.evil.example", False, id="a name that begins with a number"),
        pytest.param("1.2.3:8021", False, id="half a number"),
        pytest.param("192.168.178.123:8021:8021", False, id="two ports"),
        pytest.param("::1", False, id="IPv6 without brackets"),
        pytest.param("[192.168.178.123]", False, id="IPv4 in brackets"),
        pytest.param("localhost@evil.example", False, id="a user"),
        pytest.param("", False, id="nothing"),
        pytest.param(":8021", False, id="a port alone"),
        pytest.param("[]:8021", False, id="empty brackets"),
    ],
)
def test_a_host_is_this_box_or_another(host, is_known):
    assert knows_host(host, NAME, PORT) is is_known


def test_a_machine_without_a_name_answers_to_no_empty_one():
    assert not knows_host("", "", PORT)
    assert not knows_host(":8021", "", PORT)
    assert not knows_host(".lan", "", PORT)
