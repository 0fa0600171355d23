"""What is asked of the seating, and what it answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from stolik.refusal import Fact
from stolik.tournament.codes import Remark
from stolik.tournament.tables import FOURS, TablePolicy

Entrant = int
"""A draw number."""
Table = tuple[Entrant, ...]
"""Entrants in seat order; the first starts game 1."""
Round = tuple[Table, ...]
"""The tables of one round, table 1 first."""
Chance = Callable[[int], int]
"""A uniform number below n, from a seed that the caller publishes."""

ALGORITHM = "seating-2"
"""Goes into the log with the seed: another algorithm draws another plan from the same seed."""
EFFORT = 120_000
"""Exchanges looked at, per attempt, before a plan that is not perfect is accepted."""


@dataclass(frozen=True, slots=True)
class LockedTable:
    """A table set by hand: in planned round `round_number` (from 1) it stays as it is."""

    round_number: int
    table: int
    seats: Table


@dataclass(frozen=True, slots=True)
class SeatingRequest:
    """A field of entrants and the rounds to plan for it."""

    entrants: tuple[Entrant, ...]
    rounds: int
    tables: TablePolicy = FOURS
    sizes: tuple[int, ...] = ()
    """Seats table by table, instead of what the policy gives."""
    games: int = 3
    """Games a round: seat 1 starts the first, seat 2 the second, and so on."""
    played: tuple[Round, ...] = ()
    """Never changed; their meetings, short tables and starts count."""
    draft: tuple[Round, ...] = ()
    """An earlier plan of the rounds asked for, kept as far as the new field allows."""
    teams: tuple[frozenset[Entrant], ...] = ()
    """Before any other wish: a team never meets itself where it can be spread."""
    apart: tuple[frozenset[Entrant], ...] = ()
    """Families, schools: not at one table if it can be avoided."""
    fixed: Mapping[Entrant, int] = field(default_factory=dict)
    """Table numbers of those who cannot move about."""
    carries_starts: bool = True
    """Whether starts missed in played rounds are made up for (only where we set the order)."""
    missed_starts: Mapping[Entrant, int] = field(default_factory=dict)
    """Starts missed elsewhere, to be made up for here."""
    locked: tuple[LockedTable, ...] = ()
    effort: int = EFFORT


@dataclass(frozen=True, slots=True)
class Price:
    """Something a plan could not avoid, coded; the sentence lives in the text catalogues."""

    remark: Remark
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """Planned rounds with their price; the counts include the rounds already played."""

    rounds: tuple[Round, ...]
    repeats: int
    """Σ over pairs m(m−1)/2 for m meetings."""
    short_tables: Mapping[Entrant, int]
    starts: Mapping[Entrant, int]
    """Games started by each entrant."""
    first_starts: Mapping[Entrant, int]
    """How often each entrant started game 1."""
    prices: tuple[Price, ...] = ()
    algorithm: str = ALGORITHM
