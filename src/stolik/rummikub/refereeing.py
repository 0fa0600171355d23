"""The referee's hand: clock, rulings, warnings, disqualification; and the challenge."""

from stolik.free_text import says_something
from stolik.refusal import refuse
from stolik.rummikub import commands as c
from stolik.rummikub import events as e
from stolik.rummikub.codes import Refusal
from stolik.rummikub.endings import end_game
from stolik.rummikub.evolution import is_undone, move_began
from stolik.rummikub.scoring import Ending
from stolik.rummikub.state import Phase, TableState
from stolik.rummikub.story import Story
from stolik.rummikub.timeouts import penalty
from stolik.rummikub.turns import pass_turn


def pause(story: Story, command: c.Pause) -> None:
    """Stop the clock at once."""
    demand_reason(story, command.reason)
    if story.state.paused:
        refuse(story.state.rules.violation(Refusal.REFEREE_ALREADY_PAUSED))
    story.tell(e.Paused(command.reason))


def resume(story: Story) -> None:
    """Let the game go on, once every challenge has its ruling."""
    _paused(story)
    if story.state.is_disputed:
        refuse(story.state.rules.violation(Refusal.CHALLENGE_OPEN, "dispute"))
    story.tell(e.Resumed())


def add_time(story: Story, command: c.AddTime) -> None:
    """More seconds for the seat to move, in this turn."""
    demand_reason(story, command.reason)
    _playing(story)
    if not 1 <= command.seconds <= 3600:
        refuse(story.state.rules.violation(Refusal.REFEREE_SECONDS, least=1, most=3600))
    story.tell(e.TimeAdded(story.state.turn, command.seconds, command.reason))


def void_turn(story: Story, command: c.VoidTurn) -> None:
    """The running move, or the one in dispute, is void: undo it and take a tile (mp2023 L64)."""
    demand_reason(story, command.reason)
    if command.challenge is not None:
        _back_to_the_dispute(story, command.challenge, command.reason)
        if story.state.turn not in story.state.active_seats:
            go_on_without_the_disqualified(story)
            return
    elif any(d.event <= story.state.turn_began for d in story.state.disputes if d.ruling is None):
        # Another's move is in dispute: whose turn it is must not pay for it.
        refuse(story.state.rules.violation(Refusal.CHALLENGE_OPEN, "dispute"))
    _playing(story)
    seat = story.state.turn
    story.tell(e.TurnVoided(seat, command.reason))
    if not story.state.drew:
        penalty(story, story.state.rules.time_out.touched_tiles)
    pass_turn(story, seat, e.TurnEnd.VOID)


def _back_to_the_dispute(story: Story, number: int, reason: str) -> None:
    """The ruling on a challenge, and the table as it was when the move in dispute began."""
    disputes = story.state.disputes
    if not 1 <= number <= len(disputes) or disputes[number - 1].ruling is not None:
        refuse(story.state.rules.violation(Refusal.CHALLENGE_UNKNOWN, "dispute"))
    event = disputes[number - 1].event
    began = move_began(story.state.log, event)
    story.tell(e.RulingGiven(reason, number))
    if event <= story.state.turn_began or story.state.phase is not Phase.PLAYING:
        demand_reachable(story.state, began)
        go_back(story, began, reason)


def go_back(story: Story, to: int, reason: str) -> None:
    """A move that is taken back is in dispute no longer: what took it back is the ruling."""
    for number, dispute in enumerate(story.state.disputes, start=1):
        if dispute.ruling is None and dispute.event > to:
            story.tell(e.RulingGiven(reason, number))
    story.tell(e.Rewound(to, reason))


def demand_in_game(state: TableState, event: int) -> None:
    """Refuse what is no event of the game that is played."""
    if not state.game_began <= event <= state.version or state.game_began == 0:
        refuse(
            state.rules.violation(
                Refusal.REWIND_OUTSIDE_GAME, least=state.game_began, most=state.version
            )
        )


def demand_reachable(state: TableState, to: int) -> None:
    """Refuse to go back outside the game, to what was undone, or with too few to play on."""
    demand_in_game(state, to)
    if is_undone(state.log, to):
        refuse(state.rules.violation(Refusal.REWIND_UNDONE, to=to))
    if len(state.active_seats) < state.rules.seating.seats_min:
        refuse(state.rules.violation(Refusal.REWIND_TOO_FEW_SEATS, "disqualified"))


def go_on_without_the_disqualified(story: Story) -> None:
    """Whoever was waited for then may be out by now."""
    state = story.state
    if state.phase is Phase.READYING:
        begin_when_ready(story)
    elif state.phase is Phase.PLAYING and state.turn not in state.active_seats:
        following = state.seats_after(state.turn)[0]
        story.tell(e.TurnEnded(state.turn, e.TurnEnd.DISQUALIFIED, following))


def give_ruling(story: Story, command: c.GiveRuling) -> None:
    """The judge's word, final (mp2023 L131)."""
    demand_reason(story, command.reason)
    disputes = story.state.disputes
    if command.challenge is not None and not 1 <= command.challenge <= len(disputes):
        refuse(story.state.rules.violation(Refusal.CHALLENGE_UNKNOWN, "dispute"))
    story.tell(e.RulingGiven(command.reason, command.challenge))


def warn(story: Story, command: c.Warn) -> None:
    """A reported violation; the profile may disqualify after so many (mp2023 L128)."""
    demand_reason(story, command.reason)
    story.seat(command.seat)
    elsewhere = command.counted_elsewhere
    story.tell(e.WarningGiven(command.seat, command.reason, elsewhere))
    limit = story.state.rules.penalties.violations_to_disqualify
    if limit and not elsewhere and story.state.seats[command.seat].warnings >= limit:
        article = story.state.rules.article("violations_to_disqualify")
        _put_out(story, e.SeatDisqualified(command.seat, command.reason, article))


def disqualify(story: Story, command: c.Disqualify) -> None:
    """Out of the game; for anything less than gross a warning may have to come first."""
    demand_reason(story, command.reason)
    seat, penalties = story.seat(command.seat), story.state.rules.penalties
    if command.left:
        _put_out(story, e.SeatDisqualified(command.seat, command.reason, "", left=True))
        return
    at_once = command.gross and penalties.gross_at_once
    given, needed = max(seat.warnings, command.warnings), penalties.warnings_before_exclusion
    if not at_once and given < needed:
        refuse(
            story.state.rules.violation(
                Refusal.EXCLUSION_WARNING_FIRST, "exclusion", given=given, needed=needed
            )
        )
    article = story.state.rules.article("gross" if at_once else "exclusion")
    _put_out(story, e.SeatDisqualified(command.seat, command.reason, article))


def inspect_rack(story: Story, command: c.InspectRack) -> None:
    """One named rack, the clock stopped, everybody told."""
    demand_reason(story, command.reason)
    story.seat_exists(command.seat)
    _paused(story)
    story.tell(e.RackInspected(command.seat, command.reason))


def challenge(story: Story, command: c.Challenge) -> None:
    """Bound to an event; the clock stops once the move in which it fell is over."""
    story.seat(command.seat)
    state = story.state
    if not state.game_began < command.event <= state.version:
        refuse(
            state.rules.violation(
                Refusal.CHALLENGE_OUTSIDE_GAME,
                "dispute",
                least=state.game_began + 1,
                most=state.version,
            )
        )
    story.tell(e.Challenged(command.seat, command.event))
    move_is_over = command.event <= state.turn_began or state.phase is not Phase.PLAYING
    if move_is_over and not state.paused:
        story.tell(e.Paused("challenge"))


def _put_out(story: Story, out: e.SeatDisqualified) -> None:
    story.tell(out)
    state, seat = story.state, out.seat
    if state.phase is Phase.READYING:
        begin_when_ready(story)
    if state.phase is not Phase.PLAYING:
        return
    if len(state.active_seats) == 1:
        end_game(story, Ending.LAST_SEAT)
    elif state.turn == seat:
        pass_turn(story, seat, e.TurnEnd.DISQUALIFIED)


def begin_when_ready(story: Story) -> None:
    """The game begins when every seat has declared readiness (mp2023 L60)."""
    state = story.state
    enough = len(state.active_seats) >= state.rules.seating.seats_min
    if enough and all(state.seats[seat].ready for seat in state.active_seats):
        story.tell(e.GameStarted())


def demand_reason(story: Story, reason: str) -> None:
    """Everything a judge does has its reason."""
    if not says_something(reason):
        refuse(story.state.rules.violation(Refusal.REFEREE_REASON))


def _playing(story: Story) -> None:
    if story.state.phase is not Phase.PLAYING:
        refuse(story.state.rules.violation(Refusal.GAME_NOT_RUNNING))


def _paused(story: Story) -> None:
    if not story.state.paused:
        refuse(story.state.rules.violation(Refusal.REFEREE_NOT_PAUSED))
