"""A whole drawn schedule for a number of entrants: the question `stolik seats` asks."""

from dataclasses import dataclass
from typing import Any

from stolik.app.library import tournament_format
from stolik.fair import digest, uniform
from stolik.refusal import Violation, refuse
from stolik.tournament.codes import Refusal as SeatingRefusal
from stolik.tournament.placement import table_policy
from stolik.tournament.seating import MOST_ENTRANTS, Plan, SeatingRequest, plan
from stolik.tournament.tables import TablePolicy, resized, table_sizes


@dataclass(frozen=True, slots=True)
class SeatsRequest:
    """How many, by which format; what is left out is the format's."""

    format: str
    entrants: int
    rounds: int | None = None
    seed: str = ""
    table_size: int | None = None


@dataclass(frozen=True, slots=True)
class DrawnRounds:
    """What the seating has to know of a format."""

    rounds: int
    games: int
    tables: TablePolicy


def seats_answer(request: SeatsRequest) -> dict[str, Any]:
    """Tables by draw number in seat order, repeats, and the most short tables of anybody."""
    found = seats_plan(request)
    most = max(found.short_tables.values())
    return {
        "rounds": found.rounds,
        "repeats": found.repeats,
        "short_tables": {"max_per_entrant": most},
    }


def seats_plan(request: SeatsRequest) -> Plan:
    """The plan behind the answer; the seed alone decides it."""
    drawn = _drawn_rounds(request.format)
    size, rounds = request.table_size, request.rounds
    if request.entrants > MOST_ENTRANTS:
        # Before a list of them is made: somebody may ask for a million millions.
        facts = {"entrants": request.entrants, "most": MOST_ENTRANTS}
        refuse(Violation(SeatingRefusal.SEATING_TOO_LARGE, facts=facts))
    tables = drawn.tables if size is None else resized(drawn.tables, size)
    asked = SeatingRequest(
        entrants=tuple(range(1, request.entrants + 1)),
        rounds=drawn.rounds if rounds is None else rounds,
        tables=tables,
        sizes=table_sizes(request.entrants, tables),
        games=drawn.games,
    )
    return plan(asked, uniform(digest("stolik seats", request.seed), "seating"))


def _drawn_rounds(name: str) -> DrawnRounds:
    """The first stage is the drawn one."""
    shape = tournament_format(name)
    return DrawnRounds(shape.stages[0].rounds, shape.stages[0].games, table_policy(shape))
