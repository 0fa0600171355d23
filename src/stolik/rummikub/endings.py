"""How a turn passes on and a game comes to its end."""

from stolik.rummikub.events import (
    DrawReason,
    GameEnded,
    LastMovesBegan,
    Paused,
    SeatResult,
    TurnEnd,
    TurnEnded,
)
from stolik.rummikub.openings import BestOpening
from stolik.rummikub.rules import PoolEmpty, RulesProfile, TimeOverPolicy
from stolik.rummikub.scoring import Ending, FinalRack, rack_sum, score
from stolik.rummikub.state import Phase, SeatState, TableState
from stolik.rummikub.story import Story
from stolik.rummikub.tiles import Tiles
from stolik.rummikub.verdict import Unopened, Verdict, verdict
from stolik.seats import Seat


def end_turn(story: Story, seat: Seat, how: TurnEnd) -> None:
    """Pass the turn on, unless the turn was the last of the game."""
    if not story.state.seats[seat].rack:
        # Time over or click: an empty rack has won all the same (mp2023 L50, L116).
        end_game(story, Ending.WENT_OUT)
        return
    story.tell(TurnEnded(seat, how, story.state.seats_after(seat)[0]))
    if ending := ending_reached(story.state):
        if story.state.owes_tile:  # clicked before drawing in the very last move
            story.draw(seat, DrawReason.AFTER_CLICK)
        end_game(story, ending)
    elif story.state.pause_after_turn and story.state.is_disputed:
        story.tell(Paused("challenge"))


def begin_last_moves(story: Story, first: Seat) -> None:
    """Once the last tile is taken each seat may have one more move (decision 13)."""
    state = story.state
    if state.pool_size or state.last_moves is not None:
        return
    if state.rules.ending.pool_empty is PoolEmpty.ONE_MOVE_EACH:
        story.tell(LastMovesBegan(Ending.POOL_EMPTY, _circle(state, first)))


def call_time(story: Story) -> None:
    """The running move is finished; then one more move each, or nothing more."""
    state = story.state
    if state.rules.ending.time_over is TimeOverPolicy.ONE_MOVE_EACH and state.last_moves is None:
        story.tell(LastMovesBegan(Ending.TIME_OVER, state.seats_after(state.turn)))


def _circle(state: TableState, first: Seat) -> tuple[Seat, ...]:
    """Every active seat once, clockwise from `first`."""
    following = state.seats_after(first)
    return (*following[-1:], *following[:-1])


def end_game(story: Story, ending: Ending) -> None:
    """Open the racks and write the score sheet."""
    state = story.state
    seats = tuple(Seat(i) for i, s in enumerate(state.seats) if s.playing)
    verdicts = {seat: _verdict(story, state.seats[seat], ending) for seat in seats}
    racks = [_final_rack(state.seats[seat], verdicts[seat], state.rules) for seat in seats]
    scores = score(ending, racks, state.rules)
    results = tuple(
        SeatResult(seat, line, verdicts[seat]) for seat, line in zip(seats, scores, strict=True)
    )
    story.tell(GameEnded(ending, results))


def ending_reached(state: TableState) -> Ending | None:
    """How the game ends with the turn that has just ended, if it does."""
    if state.phase is not Phase.PLAYING:
        return None
    if len(state.active_seats) == 1:
        return Ending.LAST_SEAT
    if state.time_called and state.rules.ending.time_over is TimeOverPolicy.FINISH_MOVE:
        return Ending.TIME_OVER
    if state.last_moves is not None:
        return state.last_moves_ending if not state.last_moves else None
    until_all_pass = state.rules.ending.pool_empty is PoolEmpty.UNTIL_ALL_PASS
    if until_all_pass and set(state.active_seats) <= set(state.passed):
        return Ending.POOL_EMPTY
    return None


def _verdict(story: Story, seat: SeatState, ending: Ending) -> Verdict | None:
    """Only when somebody went out is an unopened rack judged (decision 7)."""
    if seat.opened or ending is not Ending.WENT_OUT:
        return None
    return unopened_verdict(seat, story.state.rules, story.best_opening)


def unopened_verdict(seat: SeatState, rules: RulesProfile, best: BestOpening) -> Verdict:
    """What a seat that has not opened gets if somebody goes out now."""
    player = Unopened(
        seat.rack,
        _still_on_rack(seat.last_drawn, seat.rack),
        had_turn=seat.had_turn,
        announced=seat.announced,
        announced_before_game=seat.announced_before_game,
        for_time_out=_still_on_rack(seat.for_time_out, seat.rack),
    )
    return verdict(player, rules, best)


def _still_on_rack(drawn: Tiles, rack: Tiles) -> Tiles:
    return tuple(tile for tile in drawn if tile in rack)


def _final_rack(seat: SeatState, ruling: Verdict | None, rules: RulesProfile) -> FinalRack:
    return FinalRack(
        rack_sum(seat.rack, rules),
        opened=seat.opened,
        flat=ruling.small_points if ruling else None,
        disqualified=seat.disqualified,
    )
