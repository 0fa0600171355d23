"""Two people at one form: what the other has changed meanwhile is not written over unseen.

A form sends what was changed in it, and what it was changed from. What neither has touched, or only
one of them, stands as he left it; a field both have changed is refused, with what is in it now.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from stolik.app.tournaments.codes import Refusal
from stolik.refusal import Violation, refuse


def demand_as_it_was(
    was: Mapping[str, Any], now: Mapping[str, Any], wanted: Mapping[str, Any]
) -> None:
    """Refused if a wanted field holds neither what it was changed from nor what is wanted."""
    for field, before in was.items():
        if field in wanted and now[field] not in (before, wanted[field]):
            refuse(Violation(Refusal.FIELD_MEANWHILE, facts={"now": _words(now[field])}))


def _words(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(filter(None, map(_words, value))) or "–"
    parts: Iterable[Any] = (getattr(value, part, "") for part in ("what", "title", "kind"))
    return next(filter(None, parts), "") or str(value) or "–"
