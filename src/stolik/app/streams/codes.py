"""Why a stream does not take a command, whatever is kept in it."""

from enum import StrEnum

from stolik.refusal import Refused, Violation

_AGAIN_S = 1


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    COMMAND_ID_USED = "stream.command_id_used"  # on another stream, or by somebody else
    COMMAND_ID_OTHER = "stream.command_id_other"  # by the same author here, for something else
    OVERTAKEN = "stream.overtaken"  # others wrote first, again and again


def overtaken() -> Refused:
    """What is answered after too many tries, by whatever way it was asked."""
    return Refused([Violation(Refusal.OVERTAKEN, facts={"seconds": _AGAIN_S})])


def is_overtaken(refused: Refused) -> bool:
    """Whether nobody has judged the command: the same may be sent again."""
    return any(violation.code == Refusal.OVERTAKEN for violation in refused.violations)
