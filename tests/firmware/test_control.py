"""What the virtual table's page may ask for: nonsense is refused, and so is every other page."""

import pytest

from firmware.web.control import control
from firmware.web.site import Request

OWN = "http://localhost:8021"
OF_PAGE = {"x-scorekeeper": "table", "origin": OWN}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff",
        b"[" * 4096,
        b"[]",
        b"{}",
        b'{"do":"score"}',
        b'{"do":["push"]}',
        b'{"do":"push"}',
        b'{"do":"push","button":"D"}',
        b'{"do":"let-go","button":null}',
        b'{"do":"tap","cards":[]}',
        b'{"do":"tap","cards":"pine-crane"}',
        b'{"do":"tap","cards":["crow"]}',
        b'{"do":"tap","cards":["pine-crane"],"reader":true}',
        b'{"do":"put-down","cards":["pine-crane"],"reader":3}',
        b'{"do":"noise","rate":1}',
        b'{"do":"noise","rate":"0.1"}',
        b'{"do":"noise","rate":NaN}',
        b'{"do":"noise","rate":true}',
        b'{"do":"unplug","device":"sofa"}',
    ],
)
def test_a_wish_that_is_none_is_refused_and_nothing_is_done(body: bytes) -> None:
    done: list[object] = []
    reply = control(Request(OF_PAGE, body), (OWN,), done.append)
    assert reply.status == 400
    assert reply.body.endswith(b"\n")
    assert done == []


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": OWN},
        {"x-scorekeeper": "table"},
        {"x-scorekeeper": "table", "origin": "http://elsewhere:8021"},
        {"x-scorekeeper": "table", "origin": "null"},
    ],
)
def test_only_the_page_itself_may_wish(headers: dict[str, str]) -> None:
    done: list[object] = []
    reply = control(Request(headers, b'{"do":"cut-power"}'), (OWN,), done.append)
    assert reply.status == 403
    assert done == []
