"""The organiser's desk: one tournament and its book of names."""

from collections import Counter
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from stolik.app.naming import mixes_scripts, skeleton, tidy
from stolik.app.tournaments.reading_eyes import ALL, Eyes
from stolik.app.tournaments.telling.answers import (
    Changes,
    CutMoved,
    LooksAlike,
    PlaceMoved,
    TitleMoved,
)
from stolik.tournament.commands import Command
from stolik.tournament.consequences import consequences
from stolik.tournament.engine import decide, replay
from stolik.tournament.events import EntrantEntered, Event, GuardianNamed
from stolik.tournament.state import (
    EntrantNumber,
    EntryStatus,
    GuardianNumber,
    TournamentState,
)

# Makes events and names last before anybody hears of them.
Keep = Callable[[tuple[Event, ...], dict[EntrantNumber, str]], None]


def in_book(guardian: GuardianNumber) -> EntrantNumber:
    """Where the book of names keeps a guardian: under the number below zero."""
    return EntrantNumber(-guardian)


@dataclass
class Desk:
    """Names live here, beside the log and never in it, so that a person can be forgotten."""

    state: TournamentState
    keep: Keep
    people: dict[EntrantNumber, str] = field(default_factory=dict)
    eyes: Eyes = ALL  # what whoever stands at it may read; the state holds nothing else
    # What they were called before that was put right.
    former: dict[EntrantNumber, tuple[str, ...]] = field(default_factory=dict)
    # Who has which skeleton, in this state: a list asks for each of its names.
    _alike: tuple[TournamentState, dict[str, list[EntrantNumber]]] | None = None

    def do(
        self, command: Command, *, name: str = "", of: EntrantNumber | None = None
    ) -> tuple[Event, ...]:
        """Decide, keep, apply; a refusal passes through and changes nothing.

        `name` is that of the person `of`, or of who enters or leads a team by this command.
        """
        events = decide(self.state, command)
        people = [of] if of else [n for event in events for n in _people_in(event)]
        named = {number: name for number in people if name}
        self.keep(events, named)
        self.state = replay(events, self.state)
        for number in named.keys() & self.people.keys():
            self.former[number] = (*self.former.get(number, ()), self.people[number])
        self.people |= named
        self._alike = None
        return events

    def what_changes(self, command: Command) -> Changes:
        """The consequences of a command that is not carried out (yet)."""
        after = replay(decide(self.state, command), self.state)
        found = consequences(self.state, after)
        moved = tuple(PlaceMoved(n, was, now) for n, was, now in found.places)
        cuts = tuple(CutMoved(one.stage, one.comes, one.drops) for one in found.advancing)
        titles = tuple(TitleMoved(t.title, t.place, t.was, t.now) for t in found.titles)
        return Changes(moved, found.cuts, found.rounds, cuts, titles)

    def labels(self) -> dict[EntrantNumber, str]:
        """Names to show; two that read alike are told apart by club and number."""
        here = self._on_lists()
        times = Counter(skeleton(self.people[n]) for n in here if n in self.people)
        return {n: self._label(n, times, n in here) for n in self.state.entrants}

    def namesakes(self, entrant: EntrantNumber) -> list[EntrantNumber]:
        """Others who entered under the same name."""
        name = self.people.get(entrant)
        return [n for n in self.state.entrants if n != entrant and self.people.get(n) == name]

    def looks(self, name: str, besides: EntrantNumber | None = None) -> LooksAlike:
        """What an organiser should see twice: names that look like this one, mixed scripts."""
        mine = tidy(name)
        found = (n for n in self._skeletons().get(skeleton(mine), ()) if n != besides)
        alike = tuple(int(n) for n in found if self.people[n] != mine)
        return LooksAlike(alike, mixes_scripts(name))

    def _skeletons(self) -> dict[str, list[EntrantNumber]]:
        if self._alike is None or self._alike[0] is not self.state:
            found: dict[str, list[EntrantNumber]] = {}
            for number in (n for n in self.state.entrants if n in self.people):
                found.setdefault(skeleton(self.people[number]), []).append(number)
            self._alike = self.state, found
        return self._alike[1]

    def guardian_label(self, guardian: GuardianNumber) -> str:
        """The name of an adult who leads teams, to show."""
        return self.people.get(in_book(guardian), f"#{guardian}")

    def _on_lists(self) -> AbstractSet[EntrantNumber]:
        """Who is read beside others: whoever is in, and who left after sitting at a table."""
        gone = {n for n, one in self.state.entrants.items() if one.status in _GONE}
        if gone:
            rounds = self.state.rounds
            gone -= {n for one in rounds for table in one.tables for n in table.seats}
        return self.state.entrants.keys() - gone

    def _label(self, entrant: EntrantNumber, times: Counter[str], here: bool) -> str:
        name = self.people.get(entrant)
        if name is None:
            return f"#{entrant}"
        if times[skeleton(name)] == here:
            return name
        club = self.state.entrants[entrant].club
        return f"{name} ({club}, {entrant})" if club else f"{name} ({entrant})"


_GONE = (EntryStatus.WITHDRAWN, EntryStatus.NO_SHOW)


def _people_in(event: Event) -> tuple[EntrantNumber, ...]:
    match event:
        case EntrantEntered(entrant):
            return (entrant,)
        case GuardianNamed(guardian=guardian):
            return (in_book(guardian),)
        case _:
            return ()
