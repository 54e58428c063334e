"""The web server by itself: whoever comes, however, the next one is served, and nothing of anybody stays."""

import gc
import http.client
import socket
import threading
from contextlib import suppress
from http import HTTPStatus

import pytest
from visitors import HOST, ask, descriptors, line_to, serving

from firmware.web.hub import Hub
from firmware.web.site import Reply, Site, event
from firmware.web.visit import MOST_STREAMS
from hardware import SystemClock

GET = f"GET {{}} HTTP/1.1\r\nHost: {HOST}\r\n\r\n"
ALWAYS = ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Cache-Control")


def fails():
    raise ValueError("a page that somebody got wrong")


class House:
    """A site with a page, a stream, a deed, and a page that fails."""

    def __init__(self):
        self.hub = Hub(SystemClock(), 0)
        self.deeds = []
        self.site = Site(
            knows_host=lambda host: host == HOST,
            pages={"/": lambda: Reply(b"here"), "/fails": fails},
            streams={"/follow": self.follow},
            deeds={"/do": self.do},
        )

    def follow(self):
        for number in self.hub.listen(0.01):
            yield b"" if number is None else event("number", f"{number} " + "." * 4000)

    def do(self, request):
        self.deeds.append(request.body)
        return Reply(status=HTTPStatus.NO_CONTENT)


@pytest.fixture
def house():
    return House()


@pytest.fixture
def listening(house):
    with serving(house.site) as listening:
        yield listening


def status(answer):
    """Return the number of an answer's first line; 0 where there is none."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.0 ") else 0


def asked(listening, method, path, body=None, **headers):
    line = http.client.HTTPConnection(*listening.getsockname(), timeout=5)
    line.request(method, path, body, {"Host": HOST, **headers})
    answer = line.getresponse()
    return answer, answer.read()


def _send_on_and_on(line):
    """Send a byte now and then, sooner than anybody who begins to wait anew would lose his patience."""
    pause = threading.Event()
    for _ in range(150):
        pause.wait(0.01)
        line.send(b"x")


def follower(listening, **options):
    line = line_to(listening)
    for option, value in options.items():
        line.setsockopt(socket.SOL_SOCKET, getattr(socket, option), value)
    line.sendall(GET.format("/follow").encode())
    return line, line.makefile("rb")


def test_a_page_is_given_with_what_every_answer_says(listening):
    answer, body = asked(listening, "GET", "/")
    assert (answer.status, body) == (200, b"here")
    assert all(answer.getheader(name) for name in ALWAYS)
    assert "script-src 'self'" in answer.getheader("Content-Security-Policy")


def test_a_head_has_no_body(listening):
    answer, body = asked(listening, "HEAD", "/")
    assert (answer.status, answer.getheader("Content-Length"), body) == (200, "4", b"")


@pytest.mark.parametrize(
    ("sent", "number"),
    [
        pytest.param(GET.format("/nothing"), 404, id="no such page"),
        pytest.param(GET.format("/?q=1"), 200, id="a question"),
        pytest.param("GET / HTTP/1.1\r\n\r\n", 421, id="no host"),
        pytest.param("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421, id="another host"),
        pytest.param(f"GET / HTTP/1.1\r\nHost: {HOST}\r\nHost: {HOST}\r\n\r\n", 421, id="two hosts"),
        pytest.param(f"POST /do HTTP/1.1\r\nHost: {HOST}\r\n\r\n", 411, id="no length"),
        pytest.param(f"POST /do HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: ²\r\n\r\n", 411, id="odd length"),
        pytest.param(
            f"POST /do HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 4097\r\n\r\n", 413, id="too long"
        ),
        pytest.param(f"POST / HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 0\r\n\r\n", 404, id="no deed"),
        pytest.param(f"PUT / HTTP/1.1\r\nHost: {HOST}\r\n\r\n", 501, id="another method"),
        pytest.param(f"GET / HTTP/3.0\r\nHost: {HOST}\r\n\r\n", 0, id="another version: in words alone"),
        pytest.param(
            GET.format("/").replace("\r\n\r\n", "\r\nX: y" * 101 + "\r\n\r\n"), 431, id="many headers"
        ),
        pytest.param("nonsense\r\n\r\n", 0, id="nonsense: in words alone"),
        pytest.param(GET.format("/") * 3, 200, id="three at once: the first is answered"),
        pytest.param(GET.format("/fails"), 0, id="a page that fails"),
        pytest.param("GET /" + "a" * 30_000, 0, id="a line without end"),
        pytest.param(
            f"POST /do HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 9\r\n\r\nshort", 0, id="half a body"
        ),
    ],
)
def test_the_answer_to(listening, house, sent, number):
    answer = ask(listening, sent.encode("latin-1"))
    assert status(answer) == number
    assert answer.count(b"HTTP/1.0 ") == min(number, 1)
    assert house.deeds == []
    assert status(ask(listening, GET.format("/").encode())) == 200


def test_a_deed_is_done_once(listening, house):
    assert asked(listening, "POST", "/do", b"please")[0].status == 204
    assert house.deeds == [b"please"]


def test_what_is_still_being_sent_does_not_cut_off_the_answer(listening):
    long = f"POST /do HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 50000\r\n\r\n".encode() + b"x" * 50_000
    assert status(ask(listening, long, hangs_up=False)) == 413


def test_who_takes_too_long_is_waited_for_no_longer_however_often_he_sends_a_little(house):
    with serving(house.site, patience_s=0.05) as listening, line_to(listening) as slow:
        slow.sendall(b"GET")
        assert slow.recv(10) == b""  # nothing came for so long
    with serving(house.site, patience_s=0.3) as listening, line_to(listening) as slow:
        slow.setblocking(False)
        with pytest.raises(ConnectionError):
            _send_on_and_on(slow)


def test_a_head_that_is_too_long_is_not_even_answered(listening):
    assert ask(listening, b"GET /" + b"a" * 30_000 + b"\r\n\r\n") == b""


def test_so_many_may_follow_and_a_place_is_free_when_one_leaves(listening):
    lines = [follower(listening) for _ in range(MOST_STREAMS)]
    for _, sent in lines:
        assert sent.readline() == b"HTTP/1.0 200 OK\r\n"
    assert asked(listening, "GET", "/follow")[0].status == 503
    for closed in lines.pop():
        closed.close()
    pause = threading.Event()
    for _ in range(500):
        again, sent = follower(listening)
        if (first := sent.readline()) == b"HTTP/1.0 200 OK\r\n":
            break
        again.close(), sent.close()
        pause.wait(0.01)
    assert first == b"HTTP/1.0 200 OK\r\n"
    for closed in (*(one for pair in lines for one in pair), again, sent):
        closed.close()


def test_who_reads_slowly_misses_what_came_between_and_gets_the_newest(listening, house):
    line, sent = follower(listening, SO_RCVBUF=4096)
    assert sent.readline() == b"HTTP/1.0 200 OK\r\n"
    pause = threading.Event()
    for number in range(1, 201):
        house.hub.tell(number)
        pause.wait(0.0003)  # the server has time to send each
    seen = []
    while not seen or seen[-1] < 200:
        row = sent.readline()
        if row.startswith(b"data: "):
            seen.append(int(row.split()[1]))
    sent.close()
    line.close()
    assert seen == sorted(seen)
    assert len(seen) < 40  # 64 kB wait in all, 4 kB each


def test_who_does_not_read_at_all_is_hung_up_on(house):
    with serving(house.site, patience_s=0.05) as listening:
        line, sent = follower(listening, SO_RCVBUF=4096)
        assert sent.readline() == b"HTTP/1.0 200 OK\r\n"
        pause = threading.Event()
        for number in range(1, 1000):
            house.hub.tell(number)
            pause.wait(0.001)
            if number > 50 and not house.hub.listeners:
                break
        assert house.hub.listeners == 0
        sent.close()
        line.close()


def test_who_goes_without_a_word_keeps_his_place_for_a_minute_at_most(listening):
    line, sent = follower(listening)
    assert sent.readline() == b"HTTP/1.0 200 OK\r\n"
    served = _other_end_of(line)
    assert 0 < served.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) <= 60_000
    sent.close()
    line.close()


def _other_end_of(line):
    """Return the server's end of a line: there is no other way to it from here."""
    ends = (one for one in gc.get_objects() if isinstance(one, socket.socket) and one.fileno() >= 0)
    return next(end for end in ends if f"raddr={line.getsockname()}" in repr(end))


def test_a_server_that_ends_hangs_up_on_all_and_keeps_nothing(house):
    before = descriptors()
    with serving(house.site) as listening:
        followers = [follower(listening) for _ in range(3)]
        for _, sent in followers:
            sent.readline()
        silent = line_to(listening)
    with silent, suppress(ConnectionResetError):  # perhaps he still stood at the door
        assert silent.recv(10) == b""
    for line, sent in followers:
        with line, sent:
            assert sent.read()[-1:] in (b"", b"\n")
    gc.collect()
    assert (descriptors(), house.hub.listeners) == (before, 0)


def test_more_visitors_than_there_is_room_for_are_turned_away_and_later_served(listening):
    lines = [line_to(listening) for _ in range(40)]
    turned_away = 0
    for line in lines[32:]:
        turned_away += line.recv(1) == b""
    assert turned_away == 8
    for line in lines:
        line.close()
    pause = threading.Event()
    for _ in range(500):
        if status(ask(listening, GET.format("/").encode())) == 200:
            break
        pause.wait(0.01)
    else:
        raise AssertionError("nobody is served any more")
