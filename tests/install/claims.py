"""What was looked at, a line each."""

from collections.abc import Iterable

__all__ = ["Claims"]


class Claims:
    """Prints each claim, and keeps those that do not hold."""

    def __init__(self) -> None:
        self.made = 0
        self.broken: list[str] = []

    def holds(self, claim: str, truth: object, said: object = "") -> None:
        """Print a claim, and where it does not hold what was said instead."""
        self.made += 1
        print(f"{'ok  ' if truth else 'FAIL'} {claim}", flush=True)
        if not truth:
            self.broken.append(claim)
            print("\n".join(f"     | {line}" for line in str(said).splitlines()[-40:]), flush=True)

    def same(self, claim: str, found: object, wanted: object) -> None:
        """Print the claim that two things are the same."""
        self.holds(claim, found == wanted, f"{found!r}\nis not {wanted!r}")

    def says(self, claim: str, text: str, words: Iterable[str]) -> None:
        """Print the claim that a text holds all these words."""
        missing = [one for one in words if one not in text]
        self.holds(claim, not missing, f"{text}\nlacks {missing}")

    def summary(self) -> str:
        """Return how it went, in a line."""
        failed = "".join(f"\n  FAIL {one}" for one in self.broken)
        return f"{self.made} claims, {len(self.broken)} of them broken{failed}"
