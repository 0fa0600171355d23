"""Copies of a desk, made for those who read and for what is tried.

The tournament and the names as certain eyes may read them are made once for all such readers,
until something changes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from stolik.app.tournaments.card import Person
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.reading_eyes import ALL, STRANGER, Eyes, as_seen
from stolik.app.tournaments.trying import Tried
from stolik.tournament.state import EntrantNumber, TournamentState

_MANY_READERS = (STRANGER, Eyes(names=True), ALL)


@dataclass(frozen=True, slots=True)
class KnownNow:
    """A tournament and its people at one moment."""

    state: TournamentState
    people: dict[EntrantNumber, Person]
    forgotten: frozenset[EntrantNumber]  # whose name was erased

    def is_still(self, now: "KnownNow") -> bool:
        """Whether nothing has changed: asked for every reader, so nothing is compared."""
        return (
            self.state is now.state
            and self.people is now.people
            and self.forgotten is now.forgotten
        )


@dataclass(frozen=True, slots=True)
class _Seen:
    """The same as certain eyes may read it."""

    of: KnownNow
    state: TournamentState
    names: dict[EntrantNumber, str]


class DeskCopies:
    """Makes them."""

    def __init__(self) -> None:
        self._seen: dict[Eyes, _Seen] = {}

    def maker(self, now: KnownNow, tried: Tried, eyes: Eyes) -> Callable[[], Desk]:
        """What makes a desk: in a thread of its own where there are thousands."""

        def made() -> Desk:
            seen = self._seen.get(eyes)
            if seen is None or not seen.of.is_still(now):
                seen = _as_seen(now, eyes)
                if eyes in _MANY_READERS:
                    self._seen[eyes] = seen
            known = now.people.items()
            former = {n: who.former for n, who in known if who.former and eyes.names}
            return Desk(seen.state, tried.keep, dict(seen.names), eyes, former)

        return made


def _as_seen(now: KnownNow, eyes: Eyes) -> _Seen:
    people: Mapping[EntrantNumber, Person] = now.people
    agreed = [n for n, who in people.items() if who.consent]
    names = {n: who.name for n, who in people.items() if eyes.names or who.consent}
    state = as_seen(now.state, eyes, consenting=agreed, forgotten=now.forgotten)
    return _Seen(now, state, names)
