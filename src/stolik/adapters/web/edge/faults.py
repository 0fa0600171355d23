"""What can go wrong while a message is carried out, as an answer: never a dead socket."""

from stolik.app.ports import NotRead, NotSaved, Stale
from stolik.app.streams.codes import overtaken
from stolik.app.tables.codes import Refusal
from stolik.refusal import Refused, Violation

FAULTS = (Refused, NotSaved, NotRead, Stale)


def refused_by(fault: Exception) -> Refused:
    """The refusal a client is told."""
    if isinstance(fault, Refused):
        return fault
    if isinstance(fault, Stale):
        return overtaken()
    return Refused([Violation(Refusal.NOT_SAVED)])
