"""Hypothesis strategies: profiles, tiles, drafts, and moments of whole tables."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import islice
from typing import Any, get_args, get_type_hints

from hypothesis import strategies as st

from stolik.app.library import RULES, profile_from, rules_profile
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import TableState
from stolik.rummikub.tiles import JOKER, Tableau, Tiles
from stolik.seats import Role, Viewer
from tests.random_play import (
    CALM,
    DISPUTED,
    HASTY,
    TEMPERS,
    WILD,
    Step,
    Temper,
    play,
)

STEPS = 280  # long enough for one game and the beginning of a second one
# Few, so that the laws share the tables they look at.
QUICK_TABLES = tuple(
    (profile, seats, temper, 0)
    for profile in RULES
    for seats, tempers in ((2, (WILD, HASTY)), (3, (DISPUTED, CALM)), (4, (HASTY, WILD)))
    for temper in tempers
)


@dataclass(frozen=True, slots=True)
class Table:
    """A table played by chance; what is printed of it is enough to play it again."""

    profile: str
    seats: int
    temper: Temper
    seed: int
    steps: tuple[Step, ...] = field(repr=False)

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(repr(self))

    @property
    def end(self) -> TableState:
        """The state after the last step."""
        return self.steps[-1].after


@lru_cache(maxsize=64)
def table(profile: str, seats: int, temper: Temper, seed: int) -> Table:
    """The table of that name."""
    steps = islice(play(rules_profile(profile), seats, temper, seed), STEPS)
    return Table(profile, seats, temper, seed, tuple(steps))


def profiles() -> st.SearchStrategy[RulesProfile]:
    """The four regulations."""
    return st.sampled_from(RULES).map(rules_profile)


def tables() -> st.SearchStrategy[Table]:
    """The tables of the quick tier: four regulations, two to four seats, every temper."""
    return st.sampled_from(QUICK_TABLES).map(lambda name: table(*name))


@st.composite
def more_tables(draw: st.DrawFn) -> Table:
    """Tables without end, for the full tier."""
    return table(
        draw(st.sampled_from(RULES), label="profile"),
        draw(st.integers(2, 4), label="seats"),
        draw(st.sampled_from(TEMPERS), label="temper"),
        draw(st.integers(0, 10**6), label="seed"),
    )


@st.composite
def steps(draw: st.DrawFn) -> Step:
    """Any command put to a table, with the states before and after it."""
    return draw(st.sampled_from(draw(tables()).steps), label="step")


def moments() -> st.SearchStrategy[TableState]:
    """Any state a table may be in."""
    return steps().map(lambda step: step.after)


def viewers(seats: int) -> tuple[Viewer, ...]:
    """Everybody who may look at a table."""
    people = (Viewer(Role.REFEREE), Viewer(Role.SPECTATOR), Viewer(Role.PUBLIC))
    return (*(Viewer(Role.SEAT, seat) for seat in range(seats)), *people)


def custom_profiles() -> st.SearchStrategy[RulesProfile]:
    """A user's own file: one of ours with any policies and numbers set otherwise.

    Tiles and melds stay those of the regulations, so that the brute force can follow.
    """
    sections = {
        name: st.fixed_dictionaries({}, optional=dict(_choices(kind)))
        for name, kind in get_type_hints(RulesProfile).items()
        if name in ("deal", "clock", "time_out", "opening", "penalties", "ending", "points")
    }
    named = {"based_on": st.sampled_from(RULES), "id": st.just("own"), "title": st.just("Own")}
    return st.fixed_dictionaries({**named, **sections}).map(profile_from)


def _choices(section: type) -> Iterator[tuple[str, st.SearchStrategy[Any]]]:
    """Every field of a section that may be set on its own, with the values it may take."""
    for name, hint in get_type_hints(section, include_extras=True).items():
        if hint is bool:
            yield name, st.booleans()
        elif isinstance(hint, type) and issubclass(hint, StrEnum):
            yield name, st.sampled_from([member.value for member in hint])
        elif get_args(hint)[0] is int and name != "stacks_each":
            bounds = get_args(hint)[1]
            yield name, st.integers(bounds.low, bounds.high)


def racks(
    *, size: int = 14, jokers: int | None = None, rules: RulesProfile | None = None
) -> st.SearchStrategy[Tiles]:
    """Up to `size` tiles of the set, with so many jokers among them (None: as it comes)."""
    bag = (rules or rules_profile("mp2023")).tile_set
    if jokers is None:
        return _some_of(bag, size)
    plain = tuple(tile for tile in bag if tile != JOKER)
    return _some_of(plain, size - jokers).map(lambda rack: (*rack, *(JOKER,) * jokers))


def _some_of(bag: Tiles, size: int) -> st.SearchStrategy[Tiles]:
    places = st.lists(st.integers(0, len(bag) - 1), max_size=size, unique=True)
    return places.map(lambda chosen: tuple(bag[place] for place in chosen))


def tableaux(rules: RulesProfile) -> st.SearchStrategy[Tableau]:
    """Any tiles in any heaps, none of them empty."""
    heap = st.lists(st.sampled_from(rules.tile_set), min_size=1, max_size=14).map(tuple)
    return st.lists(heap, max_size=12).map(tuple)
