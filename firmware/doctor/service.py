"""What systemd says of the service, and of the socket of its scoreboard. Pure."""

from firmware.doctor.finding import INSTALL, Finding, Topic, fault, fine, hint
from firmware.web import PORT
from hardware.host import HostFacts, Unit

__all__ = ["judge_page", "judge_unit"]

_START_AGAIN = (
    "do what they ask, then sudo systemctl restart scorekeeper; if they tell you nothing, somebody can help"
    " who gets the file that this writes: sudo scorekeeper doctor --report report.txt"
)
_HAND_IN = "sudo systemctl enable scorekeeper.socket && sudo systemctl restart scorekeeper"
_THERE = ("disabled", "masked", "static", "linked")


def judge_unit(unit: Unit) -> Finding:
    """Say whether the service runs, and starts with the Pi."""
    match unit:
        case Unit("", ""):
            return fine(Topic.UNIT, "this machine has no systemd, or it is silent", "", "unit-unknown")
        case Unit(_, "failed"):
            return _failed("the service scorekeeper failed", unit.last_words)
        case Unit(_, "activating"):
            return _failed("the service scorekeeper fails, and begins again and again", unit.last_words)
        case Unit("enabled", "active"):
            return fine(Topic.UNIT, "the service scorekeeper runs, and starts with the Pi", "")
        case Unit("enabled", _):
            said = "the service scorekeeper is stopped"
            return hint(Topic.UNIT, "unit-stopped", said, "sudo systemctl start scorekeeper")
        case Unit("disabled", _):
            said = "the service scorekeeper does not start with the Pi"
            return hint(Topic.UNIT, "unit-disabled", said, "sudo systemctl enable --now scorekeeper")
        case Unit("masked", _):
            said = "the service scorekeeper is masked, and never starts"
            return hint(Topic.UNIT, "unit-disabled", said, "sudo systemctl unmask scorekeeper")
        case _:
            said = "the service scorekeeper is not installed, so the box does not start with the Pi"
            return hint(Topic.UNIT, "unit-missing", said, INSTALL)


def _failed(said: str, last_words: str) -> Finding:
    if last_words:
        return fault(Topic.UNIT, "unit-failed", f"{said}; its last words: {last_words}", _START_AGAIN)
    cure = f"read what journalctl -u scorekeeper -n 30 says, {_START_AGAIN}"
    return fault(Topic.UNIT, "unit-failed", said, cure)


def judge_page(facts: HostFacts, *, is_on: bool) -> Finding:
    """Say whether settings and systemd are of one mind about the scoreboard.

    Args:
        facts: of the machine.
        is_on: by the settings.
    """
    is_handed_in = facts.socket in ("enabled", "enabled-runtime")  # the image has it anew at each start
    if is_on and not is_handed_in and (facts.unit.enabled == "enabled" or facts.unit.has_devices):
        said = "the scoreboard is on, but systemd hands in no socket for it"
        first = "" if facts.socket in _THERE else f"{INSTALL}; "
        return hint(Topic.PAGE, "page-closed", said, first + _HAND_IN)
    if is_handed_in and not is_on:
        said = "systemd listens for the scoreboard, but it is off"
        cure = "write enabled = true under [web], or sudo systemctl disable --now scorekeeper.socket"
        return hint(Topic.PAGE, "page-off", said, cure)
    said = f"browsers find the scoreboard on port {PORT}" if is_on else "the scoreboard is off"
    return fine(Topic.PAGE, said, str(PORT) if is_on else "")
