"""Malformed requests to the scoreboard's server: `python tests/long/strangers.py [NUMBER=20000] [SEED=1]`.

Exits 1 if a page is not served afterwards, a thread stays, or a descriptor does.
"""

import gc
import random
import sys
import threading
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1] / "firmware")]
from visitors import HOST, ask, descriptors, line_to, malformed, serving  # noqa: E402 - found on the path above

from firmware.web.site import Reply, Site  # noqa: E402

PATIENCE_S = 0.5
_EVERY = 100
_SITE = Site(
    knows_host=lambda host: host == HOST,
    pages={"/": lambda: Reply(b"still here")},
    streams={"/board": lambda: (yield b"event: board\ndata: {}\n\n")},
)
_DECENT = f"GET / HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()


def complaints(number: int, seed: object) -> list[str]:
    """Send so many malformed requests; a third of the senders hang up without waiting for the answer."""
    chance, wrong = random.Random(str(seed)), []
    before, threads = descriptors(), threading.active_count()
    with serving(_SITE, PATIENCE_S) as listening:
        for count in range(1, number + 1):
            sent = malformed(chance)
            if chance.random() < 1 / 3:
                _send_and_leave(listening, sent)
            else:
                ask(listening, sent)
            if count % _EVERY == 0 and not ask(listening, _DECENT).endswith(b"still here"):
                wrong.append(f"after {count} of seed {seed} the page is not served")
    gc.collect()
    if descriptors() != before:
        wrong.append(f"{descriptors() - before} descriptors stay")
    if threading.active_count() != threads:
        wrong.append(f"{threading.active_count() - threads} threads stay")
    return wrong


def _send_and_leave(listening: object, sent: bytes) -> None:
    with line_to(listening) as line:
        try:
            line.sendall(sent)
        except ConnectionError:
            return


def main(number: str = "20000", seed: str = "1") -> int:
    """Send them, and print what is wrong."""
    began_s = time.monotonic()
    wrong = complaints(int(number), seed)
    print(
        *wrong or ["good"],
        f"{int(number):,} malformed requests, {time.monotonic() - began_s:.0f} s",
        sep="\n",
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
