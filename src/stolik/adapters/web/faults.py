"""What can go wrong while a message is carried out, as an answer: never a dead socket."""

from stolik.app.live.codes import Refusal
from stolik.app.ports import NotRead, NotSaved, Stale
from stolik.refusal import Refused, Violation

FAULTS = (Refused, NotSaved, NotRead, Stale)


def refused_by(fault: Exception) -> Refused:
    """The refusal a client is told."""
    if isinstance(fault, Refused):
        return fault
    code = Refusal.STALE if isinstance(fault, Stale) else Refusal.NOT_SAVED
    return Refused([Violation(code)])
