"""What is told of a draw: its pledge, its draft and what that costs, slips, free chairs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stolik.app.reading.written import Spread
from stolik.app.tournaments.telling.answers.said import Said
from stolik.tournament.state import RoundStatus


@dataclass(frozen=True, slots=True)
class Pledged:
    """The pledge that stands for the draw that is due."""

    pledge: Spread[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class TableSeats:
    """Who sits at a table, in seat order."""

    table: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TablesDrawn:
    """The round drawn or published last."""

    round: int
    tables: tuple[TableSeats, ...]
    status: RoundStatus


@dataclass(frozen=True, slots=True)
class SizeOffered:
    """Another size of tables, and how many pairs would meet again."""

    table_size: int
    repeats: int


@dataclass(frozen=True, slots=True)
class Price:
    """What a draft costs; of pairs only the first are named."""

    met_again: int
    met_again_pairs: tuple[tuple[int, int], ...]
    teams_together: tuple[tuple[int, int], ...]
    teams_least: bool  # fewer of them there cannot be at so many tables
    kept_apart_together: tuple[tuple[int, int], ...]  # families and schools
    short_table_again: tuple[int, ...]
    offers: tuple[SizeOffered, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftMade:
    """A draft as it was drawn or changed just now."""

    price: Price
    remarks: tuple[Said, ...]
    tables: Spread[TablesDrawn]


@dataclass(frozen=True, slots=True)
class Draft:
    """The round that is drawn and not published."""

    locked: tuple[int, ...]
    price: Price
    tables: Spread[TablesDrawn]


@dataclass(frozen=True, slots=True)
class SlipTold:
    """Who drew which slip."""

    entrant: int
    slip: str


@dataclass(frozen=True, slots=True)
class Tray:
    """Who plays and has no seat in the last round, and the tables with a free chair."""

    round: int
    unseated: tuple[int, ...]
    chairs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SlipsTold:
    """The slips entered for the round that is due; complete when none is missing nor wrong."""

    round: int
    entered: tuple[SlipTold, ...]
    missing: tuple[int, ...]
    faults: tuple[Said, ...]
