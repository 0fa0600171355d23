"""Two people at one form: what the other has changed meanwhile is not written over unseen.

A form sends what was changed in it, and what it was changed from. What neither has touched, or only
one of them, stands as he left it; a field both have changed is refused, with what is in it now.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.details import Prize
from stolik.refusal import Violation, refuse
from stolik.tournament.timeplan import DayItem


def demand_as_it_was(
    was: Mapping[str, Any], now: Mapping[str, Any], wanted: Mapping[str, Any]
) -> None:
    """Refused if a wanted field holds neither what it was changed from nor what is wanted."""
    for field, before in was.items():
        if field in wanted and now[field] not in (before, wanted[field]):
            stands = tuple(word for word in _words(now[field]) if word)
            refuse(Violation(Refusal.FIELD_MEANWHILE, facts={"stands": stands}))


def _words(value: Any) -> Iterator[str]:
    """As it was written, or the key of its text where it was chosen."""
    match value:
        case None:
            return
        case bool():
            yield "switched.on" if value else "switched.off"
        case tuple():
            for one in value:
                yield from _words(one)
        case Prize(what=what, value=worth):
            yield f"{what} {worth}".strip()
        case DayItem(kind=kind, title=title):
            yield title or f"day.{kind}"
        case _:
            yield str(value)
