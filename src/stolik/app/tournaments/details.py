"""What organisers say of their tournament: when, where, who holds and judges it, who gives what.

Beside the log, as names are: it may be said anew at any time and changes nothing that was played.
"""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from stolik.app.naming import tidy
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.requests import DetailsSaid, PrizeSaid
from stolik.refusal import Fact, Violation, refuse

_YEARS = (1900, 2200)  # what is further away is a slip of the keyboard
_WRITTEN = {"pl": "%d.%m.%Y", "en": "%d/%m/%Y"}


@dataclass(frozen=True, slots=True)
class Prize:
    """What a place wins (szkoly2015 L38–41); place 0: for everybody, as the gifts of L32 are."""

    place: int
    what: str
    value: str = ""  # as people say it: "629 zł"


@dataclass(frozen=True, slots=True)
class Details:
    """Each may be empty: then papers leave a line to fill in, or say nothing."""

    date: str = ""  # 2026-11-20
    place: str = ""
    organiser: str = ""
    head_judge: str = ""  # szkoly2015 L146
    partners: tuple[str, ...] = ()
    prizes: tuple[Prize, ...] = ()
    logo: str = ""  # which picture hangs there (logo.py); said by hanging it

    def day(self, lang: str) -> str:
        """The date as people of that language write it."""
        return date.fromisoformat(self.date).strftime(_WRITTEN[lang]) if self.date else ""

    @property
    def words(self) -> tuple[str, ...]:
        """All that was written in words, where somebody may be named."""
        given = [word for prize in self.prizes for word in (prize.what, prize.value)]
        return (self.place, self.organiser, self.head_judge, *self.partners, *given)

    def prizes_for(self, place: int) -> tuple[Prize, ...]:
        """What this place wins."""
        return tuple(prize for prize in self.prizes if prize.place == place)


NOTHING_SAID = Details()


def with_said(details: Details, said: DetailsSaid | None) -> Details:
    """The details with what was said anew; what was left out stays as it was."""
    if said is None:
        return details
    if said.date:
        _demand_date(said.date)
    return replace(details, **as_kept(said))


def as_kept(said: DetailsSaid) -> dict[str, Any]:
    """What was said, by its field, as it is kept."""
    told = {f: getattr(said, f) for f in DetailsSaid.__struct_fields__}
    return {k: _kept(v) for k, v in told.items() if v is not None}


def _kept(value: Any) -> Any:
    """As it is kept: words tidied, empty lines left out."""
    match value:
        case PrizeSaid(place=place, what=what, value=worth):
            return Prize(place, tidy(what), tidy(worth)) if what.strip() else None
        case list():
            return tuple(kept for one in value if (kept := _kept(one)))
        case _:
            return tidy(value)


def _demand_date(written: str) -> None:
    try:
        fits = _YEARS[0] <= date.fromisoformat(written).year <= _YEARS[1]
    except ValueError:
        fits = False
    if not fits:
        facts: dict[str, Fact] = {"date": written, "least": str(_YEARS[0]), "most": str(_YEARS[1])}
        refuse(Violation(Refusal.DATE, facts=facts))
