"""The socket that systemd hands in, and what it tells of the network that it belongs to."""

import os
import platform
import socket
import subprocess
import sys

import pytest

from firmware.sockets import addresses_of, handed_in, has_line, open_to_all

TAKE = """
import os, socket, sys
from firmware import sockets
environment = {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": sys.argv[1], "LISTEN_FDNAMES": "x", "HOME": "/"}
taken = sockets.handed_in(environment)
print(sorted(environment), taken and (taken.fileno(), taken.getsockname()[1], taken.get_inheritable()))
print([number for number in range(3, 9) if os.path.exists(f"/proc/self/fd/{number}")])
"""

# What the unit does to the box: no socket for the network, and a network of its own. Then comes the page.
LOCKED_UP = """
import ctypes, http.client, os, socket, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
outside = socket.socket(fileno=int(sys.argv[1]))
if libc.unshare(0x10000000 | 0x40000000):  # CLONE_NEWUSER, CLONE_NEWNET
    sys.exit(77)
number = {"x86_64": 41, "aarch64": 198}[os.uname().machine]
allow, refuse = 0x7FFF0000, 0x00050000 | 97  # SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO with EAFNOSUPPORT
rows = [
    (0x20, 0, 0, 0),  # the system call
    (0x15, 0, 3, number),  # is it socket()?
    (0x20, 0, 0, 16),  # its family
    (0x15, 1, 0, socket.AF_UNIX),
    (0x06, 0, 0, refuse),
    (0x06, 0, 0, allow),
]
code = b"".join(struct.pack("HBBI", *row) for row in rows)
held = ctypes.create_string_buffer(code)
program = struct.pack("HP", len(rows), ctypes.addressof(held))
libc.prctl(38, 1, 0, 0, 0)
if libc.prctl(22, 2, ctypes.c_char_p(program)):
    sys.exit(77)
from hardware import SystemClock
from firmware.page import open_page
os.dup2(outside.fileno(), 3) if outside.fileno() != 3 else None
environment = {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
with open_page(SystemClock(), environment, is_wanted=True) as page:
    print(page.is_on, *page.addresses(), flush=True)
    sys.stdin.read()
with open_page(SystemClock(), {}, is_wanted=True) as page:
    print(page.is_on, flush=True)
"""

# In a network that has nothing but a loopback, not even in use.
ALONE = """
import ctypes, socket, sys
if ctypes.CDLL(None).unshare(0x10000000 | 0x40000000):  # CLONE_NEWUSER, CLONE_NEWNET
    sys.exit(77)
from firmware.sockets import addresses_of, has_line
one = socket.socket()
sys.exit(has_line(one) or bool(addresses_of(one)))
"""


def _taken(*descriptors, count=None):
    """Hand descriptors in, from 3 on, and return what the program that takes them says."""

    def place():
        for place, descriptor in enumerate(descriptors, 40):
            os.dup2(descriptor, place)
        for place in range(len(descriptors)):
            os.dup2(40 + place, 3 + place)
            os.set_inheritable(3 + place, True)
        os.closerange(3 + len(descriptors), 60)

    command = [sys.executable, "-c", TAKE, str(len(descriptors) if count is None else count)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, preexec_fn=place, close_fds=False
    )
    return done.stdout.splitlines()


@pytest.fixture
def listening():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


def test_the_socket_that_listens_is_taken_and_all_else_is_closed(listening):
    with socket.socket() as deaf, open(os.devnull) as file:
        said = _taken(file.fileno(), deaf.fileno(), listening.fileno(), listening.fileno())
    port = listening.getsockname()[1]
    assert said == [f"['HOME'] (5, {port}, False)", "[5]"]


def test_fewer_than_were_announced_are_no_fault(listening):
    assert _taken(listening.fileno(), count=9)[1] == "[3]"


@pytest.mark.parametrize(
    "environment",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"LISTEN_PID": "1", "LISTEN_FDS": "1"}, id="for another process"),
        pytest.param({"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "some"}, id="no number"),
        pytest.param({"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "-1"}, id="below nothing"),
        pytest.param({"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "0"}, id="none"),
        pytest.param({"LISTEN_PID": str(os.getpid())}, id="no count"),
    ],
)
def test_what_is_not_for_this_process_is_left_alone_and_nobody_is_told_of_it_again(environment):
    assert handed_in(environment) is None
    assert environment == {}


def test_a_socket_that_is_opened_here_takes_both_kinds_of_visitors():
    with open_to_all(0) as listening:
        port = listening.getsockname()[1]
        for host in ("127.0.0.1", *(["::1"] if listening.family == socket.AF_INET6 else [])):
            socket.create_connection((host, port), 5).close()


def test_its_addresses_are_those_of_this_machine_without_the_loopback(listening):
    hosts = addresses_of(listening)
    assert all(not host.startswith("127.") for host in hosts)
    for host in hosts:
        with socket.socket() as one:
            one.bind((host, 0))


def test_where_there_is_a_number_there_is_a_line(listening):
    assert has_line(listening) >= bool(addresses_of(listening))


def test_a_loopback_is_no_line():
    with socket.create_server(("127.0.0.1", 0)) as outside:
        done = subprocess.run([sys.executable, "-c", ALONE], pass_fds=[outside.fileno()], check=False)
    if done.returncode == 77:
        pytest.skip("this machine lets nobody be locked up")
    assert done.returncode == 0


@pytest.mark.skipif(
    platform.machine() not in ("x86_64", "aarch64"), reason="the number of socket() is not known"
)
def test_locked_up_as_its_unit_does_it_the_page_is_served_from_the_socket_alone():
    with open_to_all(0) as outside:
        box = subprocess.Popen(
            [sys.executable, "-c", LOCKED_UP, str(outside.fileno())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            pass_fds=[outside.fileno()],
        )
        with box:
            is_on, *addresses = box.stdout.readline().split() or ["", ""]
            if box.poll() == 77:
                pytest.skip("this machine lets nobody be locked up")
            port = outside.getsockname()[1]
            with socket.create_connection(("127.0.0.1", port), 5) as visitor:
                visitor.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                answer = visitor.recv(100)
            rest, told = box.communicate("", 20)
    assert answer.startswith(b"HTTP/1.0 200 OK\r\n")
    assert is_on == "True"
    assert [address.split("/")[2] for address in addresses][
        : len(addresses_of_now(port))
    ] == addresses_of_now(port)
    assert rest == "False\n"
    assert "the game goes on without its scoreboard: systemd hands in no socket for it" in told


def addresses_of_now(port):
    with socket.create_server(("127.0.0.1", 0)) as here:
        return [f"{host}:{port}" for host in addresses_of(here)]
