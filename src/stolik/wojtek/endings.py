"""How a turn passes on and a game comes to its end (wojtek L55–L69)."""

from collections.abc import Sequence

from stolik.seats import Seat
from stolik.wojtek.board import Board
from stolik.wojtek.events import (
    Ending,
    GameEnded,
    LastTurnsBegan,
    SeatFinished,
    SeatResult,
    TimeCalled,
    TurnEnded,
)
from stolik.wojtek.ranking import (
    Finish,
    PlaceReason,
    Standing,
    collection_of,
    has_complete_set,
    last_place,
    ranked,
)
from stolik.wojtek.state import Phase, SeatState, TableState
from stolik.wojtek.story import Story
from stolik.wojtek.switches import BelowZero, TimeOver


def end_turn(story: Story, seat: Seat) -> None:
    """Is the condition met? Then one more turn for each of the others; else the next one plays."""
    by = finished_by(story.state, seat)
    if by is not None:
        story.tell(SeatFinished(seat, by, story.state.seats[seat].hand))
        if story.state.last_turns is None and not _is_cut_off(story.state):
            story.tell(LastTurnsBegan(by, _after(story.state, seat)))
    pass_turn(story, seat)


def pass_turn(story: Story, seat: Seat) -> None:
    """To the next seat, or to the ranking if there is none."""
    following = _next(story.state, seat)
    story.tell(TurnEnded(seat, following))
    if following is None:
        ending = story.state.last_turns_ending
        end_game(story, Ending.TIME_OVER if ending is None or _is_cut_off(story.state) else ending)


def finished_by(state: TableState, seat: Seat) -> Ending | None:
    """A complete set, or the bear in Edynburg: one of the two is enough (L61–L62)."""
    mine, board = state.seats[seat], state.board
    if has_complete_set(collection_of(mine.cards, mine.cities, board), board):
        return Ending.COMPLETE_SET
    return Ending.GOAL_REACHED if mine.position == board.goal_position else None


def call_time(story: Story) -> None:
    """The running round of turns is finished, or only the running turn (L69, decision W12)."""
    story.tell(TimeCalled())
    if story.state.phase is Phase.PLAYING:
        _finish_round(story)


def begin_late(story: Story) -> None:
    """The time was called while the table was set up: one round of turns, or none at all."""
    if _is_cut_off(story.state):
        end_game(story, Ending.TIME_OVER)
    else:
        _finish_round(story)


def _finish_round(story: Story) -> None:
    state = story.state
    match state.board.ending.time_over:
        case TimeOver.FINISH_ROUND if state.last_turns is None:
            left = state.order[state.order.index(state.turn) + 1 :]
            playing = state.still_to_play()
            seats = tuple(seat for seat in left if seat in playing)
            story.tell(LastTurnsBegan(Ending.TIME_OVER, seats))
        case TimeOver.FINISH_ROUND | TimeOver.CURRENT_TURN:
            pass


def end_game(story: Story, ending: Ending) -> None:
    """Compare everything and write the ranking."""
    story.tell(GameEnded(ending, results_of(story.state)))


def results_of(state: TableState) -> tuple[SeatResult, ...]:
    """Everybody's line by the rules; places set by the judge stay until he sets others (L105)."""
    standings = by_rules(state)
    if state.overruled is not None and _still_fit(state.overruled, state.seats):
        standings = overruled(_out_are_last(state.overruled, state.seats), standings)
    return tuple(line(state, Seat(i), standing) for i, standing in enumerate(standings))


def by_rules(state: TableState) -> tuple[Standing, ...]:
    """Everybody's place as it was played for."""
    return ranked([_finish(seat, state.board) for seat in state.seats], state.board)


def overruled(places: Sequence[int], standings: Sequence[Standing]) -> tuple[Standing, ...]:
    """The judge's places instead; who did not join has none of them either (L101)."""
    return tuple(
        Standing(place, one.sets, _judged(place, one))
        for place, one in zip(places, standings, strict=True)
    )


def _judged(place: int, by_rules: Standing) -> PlaceReason:
    if not place:
        return PlaceReason.ABSENT
    out = by_rules.reason is PlaceReason.EXCLUDED
    return PlaceReason.EXCLUDED if out else PlaceReason.OVERRULED


def _out_are_last(places: Sequence[int], seats: Sequence[SeatState]) -> tuple[int, ...]:
    """Who is excluded since goes below the judge's order, which closes up (decision W21)."""
    both = tuple(zip(places, seats, strict=True))
    playing = [place for place, seat in both if place and not seat.excluded]
    last = last_place(sum(bool(place) for place in places))
    return tuple(
        place and (last if seat.excluded else 1 + sum(other < place for other in playing))
        for place, seat in both
    )


def _still_fit(places: Sequence[int], seats: Sequence[SeatState]) -> bool:
    """Whether they were given to those who play: after a rewind others may have stayed away."""
    both = zip(places, seats, strict=True)
    return all(seat.excluded or seat.took_part == bool(place) for place, seat in both)


def line(state: TableState, seat: Seat, standing: Standing) -> SeatResult:
    """Points for the place, what the cards of the judge cost, and the sum (decision W15).

    Who did not join the game gets none (L101).
    """
    mine, board = state.seats[seat], state.board
    placed = mine.took_part and standing.place
    players = sum(seat.is_ranked for seat in state.seats)
    points = board.points(standing.place, max(players, 2)) if placed else 0
    total = points + mine.deduction
    match board.penalties.below_zero:
        case BelowZero.ALLOWED:
            pass
        case BelowZero.FLOOR:
            total = max(0, total)
    distance = None if mine.position is None else board.goal_position - mine.position
    return SeatResult(
        *(seat, standing, mine.arrival, distance),
        points=points,
        deduction=mine.deduction,
        total=total,
        took_part=mine.took_part,
    )


def _finish(seat: SeatState, board: Board) -> Finish:
    position = 0 if seat.position is None else seat.position
    return Finish(
        collection_of(seat.cards, seat.cities, board),
        seat.arrival,
        board.goal_position - position,
        seat.start or 0,
        seat.excluded,
        absent=not seat.is_ranked,
    )


def _next(state: TableState, seat: Seat) -> Seat | None:
    if _is_cut_off(state):
        return None
    if state.last_turns is not None:
        return state.last_turns[0] if state.last_turns else None
    return next(iter(_after(state, seat)), None)


def _is_cut_off(state: TableState) -> bool:
    """The time is over and nothing but the running turn is finished."""
    return state.time_called and state.board.ending.time_over is TimeOver.CURRENT_TURN


def _after(state: TableState, seat: Seat) -> tuple[Seat, ...]:
    """Who still plays, from the one after `seat` round to the one before it."""
    place = state.order.index(seat)
    circle = (*state.order[place + 1 :], *state.order[:place])
    playing = state.still_to_play()
    return tuple(s for s in circle if s in playing)
