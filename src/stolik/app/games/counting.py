"""How the games of a tournament are counted: what its game says of them, or places alone."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stolik.app.codes import Refusal
from stolik.refusal import Violation, refuse
from stolik.tournament.format import Stage, TournamentFormat
from stolik.tournament.state import EntrantNumber, Line, Round, Table

# Rules or a board of a game's own making: only the game looks into them, and what prints them.
Rules = Any


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSeat:
    """A line of a score sheet as it was typed; what of it counts is the game's business."""

    entrant: EntrantNumber
    place: int | None = None
    excluded: bool = False  # from this game: last, whatever is left
    # tiles, their sum, a flat penalty instead of them, or the small points of them
    rack: tuple[str, ...] | None = None
    rack_sum: int | None = None
    opened: bool = True
    flat: int | None = None
    small_points: int | None = None
    # cards by kind, arrival, distance
    cards: Mapping[str, int] | None = None
    portraits: int | tuple[str, ...] = 0
    cities: int | tuple[str, ...] = 0
    arrival: int | None = None
    distance: int | None = None
    start: int | None = None


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A score sheet as it was typed; `sure` says that somebody has looked twice."""

    seats: Sequence[SheetSeat]
    ending: str
    sure: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTimes:
    """What the rules say of a clock on the table in the hall."""

    move_s: int
    judge_presses: bool
    one_move_each: bool  # when the time of the game is over
    restarts: bool  # if clicked before drawing
    until_all_pass: bool = False  # once the bank is empty; else one more move each
    announce_before_game: bool = False  # the opening of one's first move


@dataclass(frozen=True, slots=True, kw_only=True)
class StartAsked:
    """A set-up at a table in the hall; `drawn`: from the real deck, or None to draw for them."""

    seats: int
    key: str  # what bears, and cards if asked for, are drawn from
    drawn: tuple[str, ...] | None = None
    choices: tuple[str, ...] = ()  # of whoever may choose where to begin


@dataclass(frozen=True, slots=True)
class StartField:
    """A colour with its start field and its look; a card that lets choose has neither."""

    colour: str
    name: str
    place: str
    hex: str
    shape: str


@dataclass(frozen=True, slots=True)
class StartSeat:
    """A seat's piece, the cards drawn for it and where it begins."""

    bear: str
    cards: tuple[str, ...]
    start: StartField | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartTold:
    """How far a set-up has come: who draws or chooses next, and at the end the order of play."""

    seats: tuple[StartSeat, ...]
    draws: int | None
    chooses: int | None
    free: tuple[StartField, ...]
    colours: tuple[StartField, ...]
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """By what a tournament's games are counted, and what follows from it for the hall."""

    lines: Callable[[ScoreSheet], tuple[Line, ...]]  # a typed sheet; refused if it cannot be right
    demand_possible: Callable[[Sequence[Line]], None]  # refused if no sheet leads to these lines
    reasons: Callable[[ScoreSheet, str], tuple[str, ...]] = lambda _sheet, _lang: ()
    """Why each line has its place, in words; none where places speak for themselves."""
    rules: Rules | None = None  # of the tiles left on racks; none: results are places
    board: Rules | None = None  # on which a table is ranked by what was collected
    profile: str = ""  # by what a referee's tools find the rules, if results are counted by them
    online: str = ""  # the name of what is played by online; empty: it cannot be
    keeps_offences: bool = False  # of the tournament, at a table online
    worth: Callable[[int], tuple[int, ...]] = lambda _: ()  # big points by place, so many playing
    any_judge_deducts: bool = False  # points of his own choice; else the head judge alone
    best_game: int = 0  # the most big points of a game; 0: as the format says
    game_minutes: Callable[[Stage], int] = lambda _: 0  # how long a game may take; 0: no limit
    move_times: MoveTimes | None = None
    starter_rotates: bool = True
    rounds_free: bool = False  # its document says how a game goes and nothing of rounds
    start_cards: bool = False  # the cards of the game decide who begins
    starting: Callable[[StartAsked, str], StartTold] | None = None  # … drawn with a phone in hand
    seat_tile: Callable[[str], int] | None = None  # a tile drawn for a seat; none: not drawn so
    seat_box: Mapping[int, int] = field(default_factory=dict)  # how many tiles count so much


def demand_in_box(counting: Counting, drawn: Iterable[Iterable[int]]) -> None:
    """Refused where more equal tiles were drawn for seats than there are."""
    for tile, times in Counter(value for row in drawn for value in row).items():
        most = counting.seat_box.get(tile, 0)
        if times > most:
            refuse(Violation(Refusal.SEAT_BOX, facts={"times": times, "most": most}))


def starter_known(counting: Counting, found: Round, table: Table) -> bool:
    """Whether the first seat starts: not where cards or tiles decide it that were not drawn."""
    return not counting.start_cards and (counting.seat_tile is None or found.seats_drawn(table))


def by_places(shape: TournamentFormat) -> Counting:
    """A game that gives only places, whatever it is."""
    return Counting(
        lines=lambda sheet: lines_by_place(sheet.seats, shape),
        demand_possible=lambda lines: demand_places(lines, shape),
        worth=points_of(shape),
    )


def points_of(shape: TournamentFormat) -> Callable[[int], tuple[int, ...]]:
    """The format's points for the places of a table, by how many play."""
    return lambda size: shape.points_at(size)[:size]


def lines_by_place(seats: Sequence[SheetSeat], shape: TournamentFormat) -> tuple[Line, ...]:
    """For a game that gives only places: the format's points for each.

    All who were excluded from the game are last together, whatever is written beside them.
    """
    playing = [seat.place for seat in seats if not seat.excluded]
    points = shape.points_at(len(seats))
    given = sorted(place for place in playing if place is not None)
    if given != list(range(1, len(playing) + 1)) or len(seats) > len(points):
        refuse(Violation(Refusal.RESULT_PLACES, facts={"most": len(playing)}))
    places = (len(seats) if seat.excluded else seat.place or 0 for seat in seats)
    return tuple(
        Line(seat.entrant, place, points[place - 1], 0)
        for seat, place in zip(seats, places, strict=True)
    )


def demand_places(lines: Sequence[Line], shape: TournamentFormat) -> None:
    """Refused unless these lines come from places somebody could have typed."""
    last = [line for line in lines if line.place == len(lines)]
    seats = [
        SheetSeat(entrant=x.entrant, place=x.place, excluded=len(last) > 1 and x in last)
        for x in lines
    ]
    if lines_by_place(seats, shape) != tuple(lines):
        refuse(Violation(Refusal.RESULT_IMPOSSIBLE))
