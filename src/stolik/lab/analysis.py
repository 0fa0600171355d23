"""A finished game, turn by turn: what was laid, what could have been, and what was missed."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from stolik.bots.solving import Solving, solving_for
from stolik.rummikub import events as e
from stolik.rummikub.endings import unopened_verdict
from stolik.rummikub.evolution import evolve, surviving_line
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import SeatState, TableState, new_table
from stolik.rummikub.tiles import Tableau, Tiles, all_of, without
from stolik.seats import Seat


@dataclass(frozen=True, slots=True)
class Possible:
    """The best a turn could have been: of tiles, of points, and the tableau with the most tiles."""

    tiles: int
    points: int  # of the move with the most tiles
    most_points: int
    tableau: Tableau
    opening_value: int | None  # None once the seat has opened
    laid: Tiles = ()  # the tiles of the rack it lays


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of one seat."""

    game: int
    number: int  # within the game, from 1
    seat: Seat
    rack: Tiles  # when the turn began
    opened_before: bool
    laid: Tiles
    points: int  # what the laid tiles would cost on the rack
    drawn: Tiles
    ended: str
    possible: Possible
    missed_win: bool
    missed_opening: bool
    held: Tiles  # tiles that could still have been laid in this turn
    began: int = 0  # the number of the event it began with in the log, and of that which ended it
    over: int = 0
    tiles: tuple[int, ...] = ()  # on every rack when it was over, and what they would have cost
    left: tuple[int, ...] = ()
    risk: int | None = None  # what the seat would get if somebody went out next; None: it opened


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """A seat over a whole game."""

    game: int
    seat: Seat
    turns: int
    laid: int
    possible: int  # tiles, summed over the turns
    drawn: int
    time_outs: int
    opened_in_turn: int | None  # counted in the seat's own turns
    could_open_in_turn: int | None
    missed_openings: int  # turns in which an opening was there and not laid
    missed_wins: int
    held: int  # tiles that could have been laid and were not, summed over the turns
    place: int | None
    small_points: str | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """All turns of all games in a log, and a line for each player."""

    turns: tuple[Turn, ...]
    players: tuple[PlayerSummary, ...]


def analyse(log: Iterable[e.Event], rules: RulesProfile) -> Analysis:
    """Look at every turn of a log that has been checked by replaying it."""
    reader = _Reader(rules)
    reader.read_all(log)
    turns = tuple(reader.turns)
    return Analysis(turns, tuple(_summaries(turns, reader.results)))


def analyse_some(
    log: Iterable[e.Event], rules: RulesProfile, game: int, wanted: range
) -> tuple[tuple[Turn, ...], int]:
    """The turns of one game with these numbers, and how many it has: a part of a long work."""
    reader = _Reader(rules, game, wanted)
    reader.read_all(log)
    return tuple(reader.turns), reader.counts[game]


class _Reader:
    """Follows a log and looks twice at each turn: when it begins and when it is over."""

    def __init__(
        self, rules: RulesProfile, game: int | None = None, wanted: range | None = None
    ) -> None:
        self.state = new_table(rules)
        self.began: TableState | None = None
        self.turns: list[Turn] = []
        self.counts = Counter[int]()
        self.results: dict[int, tuple[e.SeatResult, ...]] = {}
        self._solving = solving_for(rules)
        self._game, self._wanted = game, wanted
        self._at = self._since = 0  # the event that is read, and that with which the turn began

    def read_all(self, log: Iterable[e.Event]) -> None:
        """A whole log; what the referee took back was not played."""
        for number, event in surviving_line(tuple(log)):
            self._at = number
            self.read(event)

    def read(self, event: e.Event) -> None:
        """One more event."""
        before, self.state = self.state, evolve(self.state, event)
        match event:
            case e.GameStarted():
                self._begin()
            case e.TurnEnded():
                self._close(before, event.seat, event.how.value)
                self._begin()
            case e.GameEnded():
                if self._is_under_way(before):
                    self._close(before, before.turn, e.TurnEnd.EMPTY_RACK.value)
                self.began = None
                self.results[self.state.game] = event.results

    def _begin(self) -> None:
        self.began, self._since = self.state, self._at

    def _is_under_way(self, before: TableState) -> bool:
        """Whether the game ended within a turn: an empty rack needs no click."""
        return self.began is not None and not before.seats[before.turn].rack

    def _close(self, after: TableState, seat: Seat, ended: str) -> None:
        began = self.began
        if began is None or seat != began.turn:
            return
        self.counts[after.game] += 1
        number = self.counts[after.game]
        if self._wanted is not None and (after.game != self._game or number not in self._wanted):
            return
        turn = _looked_at(began, after, self._solving)
        risk = _risk(self.state.seats[seat], self._solving)
        turn = replace(turn, number=number, ended=ended, risk=risk)
        self.turns.append(replace(turn, began=self._since, over=self._at))


def _looked_at(began: TableState, after: TableState, solving: Solving) -> Turn:
    """Compare a turn with the best that was there."""
    seat, then, now = began.turn, began.seats[began.turn], after.seats[began.turn]
    events = after.log[len(began.log) :]
    laid = without(all_of(after.tableau), all_of(began.tableau))
    possible = possible_in(began.tableau, then, solving)
    could_win = possible.tiles == len(then.rack) > 0
    could_open = possible.opening_value is not None and possible.tiles > 0
    return Turn(
        game=began.game,
        number=0,
        seat=seat,
        rack=then.rack,
        opened_before=then.opened,
        laid=laid,
        points=sum(began.rules.rack_value[tile] for tile in laid),
        drawn=tuple(ev.tile for ev in events if isinstance(ev, e.TileDrawn) and ev.seat == seat),
        ended="",
        possible=possible,
        missed_win=could_win and bool(now.rack),
        missed_opening=could_open and not laid,
        held=_held(began, after, laid, possible, solving),
        tiles=tuple(len(seat.rack) for seat in after.seats),
        left=tuple(sum(began.rules.rack_value[t] for t in seat.rack) for seat in after.seats),
    )


def _risk(seat: SeatState, solving: Solving) -> int | None:
    """By the very verdict that would be given."""
    if seat.opened:
        return None
    return unopened_verdict(seat, solving.rules, solving.best_opening).small_points


def possible_in(tableau: Tableau, seat: SeatState, solving: Solving) -> Possible:
    """The best move of a seat; before the opening, the opening with the most tiles."""
    if not seat.opened:
        return _possible_opening(tableau, seat.rack, solving)
    most = solving.most(tableau, seat.rack)
    dearest = solving.most(tableau, seat.rack, "points")
    return Possible(most.tiles, most.points, dearest.points, most.tableau, None, most.laid)


def _possible_opening(tableau: Tableau, rack: Tiles, solving: Solving) -> Possible:
    value = solving.best_opening(rack).value
    melds = solving.largest_opening(rack)
    if melds is None:
        return Possible(0, 0, 0, tableau, value)
    tiles = all_of(melds)
    points = sum(solving.rules.rack_value[tile] for tile in tiles)
    dearest = max(points, solving.most((), rack, "points").points)
    return Possible(len(tiles), points, dearest, (*tableau, *melds), value, tiles)


def _held(
    began: TableState, after: TableState, laid: Tiles, possible: Possible, solving: Solving
) -> Tiles:
    """What could still have been laid: without an opening only new melds of one's own."""
    seat = began.turn
    if not laid:
        return without(all_of(possible.tableau), all_of(began.tableau))
    reach = after.tableau if began.seats[seat].opened else ()
    return solving.most(reach, after.seats[seat].rack).laid


def _summaries(
    turns: tuple[Turn, ...], results: dict[int, tuple[e.SeatResult, ...]]
) -> Iterator[PlayerSummary]:
    for game, seat in dict.fromkeys((turn.game, turn.seat) for turn in turns):
        own = [turn for turn in turns if (turn.game, turn.seat) == (game, seat)]
        score = next((r.score for r in results.get(game, ()) if r.seat == seat), None)
        unopened = [turn for turn in own if not turn.opened_before]
        yield PlayerSummary(
            game=game,
            seat=seat,
            turns=len(own),
            laid=sum(len(turn.laid) for turn in own),
            possible=sum(turn.possible.tiles for turn in own),
            drawn=sum(len(turn.drawn) for turn in own),
            time_outs=sum(turn.ended == e.TurnEnd.TIME.value for turn in own),
            opened_in_turn=_first(i for i, turn in enumerate(unopened, start=1) if turn.laid),
            could_open_in_turn=_first(
                i for i, turn in enumerate(unopened, start=1) if turn.possible.tiles
            ),
            missed_openings=sum(turn.missed_opening for turn in own),
            missed_wins=sum(turn.missed_win for turn in own),
            held=sum(len(turn.held) for turn in own),
            place=score.place if score else None,
            small_points=str(score.small_points) if score else None,
        )


def _first(numbers: Iterator[int]) -> int | None:
    return next(numbers, None)
