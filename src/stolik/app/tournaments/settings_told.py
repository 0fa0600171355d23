"""Other settings of a tournament leave a line in the history of access, whichever way they come."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from stolik.app.access.access import Access
from stolik.app.access.journal import What, noted
from stolik.app.ports import Put
from stolik.app.tournaments.card import TournamentCard
from stolik.app.tournaments.office import Change, Office

_TOLD_ALREADY = ("head_judge",)  # with who was named


async def set_otherwise(
    office: Office, access: Access, change: Change, by: str, *puts: Put
) -> None:
    """Keep what is said of a tournament now, and that it was said; the same again is no news."""

    def told(before: TournamentCard, after: TournamentCard) -> Sequence[Put]:
        settings = tuple(changed(before, after))
        line = noted(access, after.id, What.SETTINGS_CHANGED, by=by, settings=settings)
        return [line] if settings else ()

    await office.describe(change, *puts, told=told)


def changed(before: TournamentCard, after: TournamentCard) -> Iterator[str]:
    """The names of the settings that are other than before."""
    yield from (n for n in _differing(before, after) if n not in (*_TOLD_ALREADY, "details"))
    yield from (f"details.{name}" for name in _differing(before.details, after.details))


def _differing(one: Any, other: Any) -> Iterator[str]:
    return (f.name for f in fields(one) if getattr(one, f.name) != getattr(other, f.name))
