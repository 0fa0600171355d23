"""A refusal as everybody who asked is told it: on the command line, over HTTP, on a socket."""

from typing import Any

from stolik.app.texts import say
from stolik.refusal import Refused

_MOST_SHOWN = 106  # a refusal need not repeat more than there are tiles


def refusal_told(refused: Refused, lang: str) -> dict[str, Any]:
    """All that is wrong; the code is that of the first violation."""
    violations = [
        {
            "code": violation.code,
            "article": violation.article,
            "message": say(violation, lang),
            "tiles": violation.tiles[:_MOST_SHOWN],
            "melds": violation.melds[:_MOST_SHOWN],
        }
        for violation in refused.violations
    ]
    return {
        "code": violations[0]["code"],
        "message": " ".join(str(violation["message"]) for violation in violations),
        "violations": violations,
    }
