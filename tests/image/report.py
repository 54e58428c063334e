"""What was checked, a line each, and how long it took."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = ["Report"]


@dataclass(slots=True)
class Report:
    """The lines so far.

    Args:
        write: takes each line.

    Attributes:
        failed: the claims that do not hold.
        skipped: those that could not be looked at.
    """

    write: Callable[[str], None]
    failed: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    _held: int = 0
    _began_s: float = field(default_factory=time.monotonic)

    def part(self, name: str) -> None:
        """Begin a part of the checks."""
        self.write(f"\n{name}, after {time.monotonic() - self._began_s:.0f} s")

    def check(self, claim: str, holds: object, said: object = "") -> bool:
        """Note whether a claim holds, with what was seen.

        Args:
            claim: in the words of somebody who reads the line only.
            holds: true if it does.
            said: what was seen; shown always, as a figure that nobody sees proves little.
        """
        if holds:
            self._held += 1
        else:
            self.failed.append(claim)
        mark = "ok   " if holds else "FAIL "
        self.write(f"  {mark}{claim}{_words(said)}")
        return bool(holds)

    def skip(self, claim: str, why: str) -> None:
        """Note what could not be looked at."""
        self.skipped.append(claim)
        self.write(f"  skip {claim}: {why}")

    def end(self) -> int:
        """Write the summary; return the exit status."""
        rows = [f"{self._held} hold", f"{len(self.failed)} do not", f"{len(self.skipped)} were skipped"]
        self.write(f"\n{', '.join(rows)}; {time.monotonic() - self._began_s:.0f} s in all")
        for claim in self.failed:
            self.write(f"  does not hold: {claim}")
        return 1 if self.failed else 0


def _words(said: object) -> str:
    text = "; ".join(line.strip() for line in str(said).splitlines() if line.strip())
    return f": {text[:300]}" if text else ""
