"""The judge's hand: reports, the ladder of penalties, overruling, pause and rewind."""

from collections.abc import Iterator
from dataclasses import replace

from stolik.free_text import says_something
from stolik.refusal import Violation, refuse, refuse_any
from stolik.seats import Seat
from stolik.wojtek import commands as c
from stolik.wojtek import events as e
from stolik.wojtek.codes import Refusal
from stolik.wojtek.endings import by_rules, end_game, line, overruled, pass_turn, results_of
from stolik.wojtek.evolution import resting_points
from stolik.wojtek.ranking import last_place
from stolik.wojtek.setup import set_up
from stolik.wojtek.state import Decision, Phase, TableState, Waiting
from stolik.wojtek.story import Story

LADDER = tuple(e.LadderStep)
MOST_SECONDS = 3600


def report(story: Story, command: c.ReportMisconduct) -> None:
    """Every team may report how others behave (wojtek L121)."""
    _reason_given(story, command.reason)
    story.seat(command.seat)
    story.seat(command.about)
    if command.seat == command.about:
        refuse(story.state.board.violation(Refusal.REPORT_ONESELF, "report"))
    story.tell(e.MisconductReported(command.seat, command.about, command.reason))


def decide_report(story: Story, command: c.DecideReport) -> None:
    """Every report is answered: rejected, a warning, or the last place at once (L127)."""
    _reason_given(story, command.reason)
    board, reports = story.state.board, story.state.reports
    if not 1 <= command.report <= len(reports):
        refuse(board.violation(Refusal.REPORT_UNKNOWN, "report", most=len(reports)))
    about = reports[command.report - 1]
    if about.decision is not None:
        refuse(board.violation(Refusal.REPORT_DECIDED, "report"))
    if command.decision is not Decision.REJECTED:
        story.seat(about.about)
    decided = e.ReportDecided(command.report, command.decision, command.reason)
    match command.decision:
        case Decision.REJECTED:
            story.tell(decided)
        case Decision.WARNING if command.is_step:
            step = _next_step(story, about.about, command.offences)
            story.tell(decided)
            _punish(story, about.about, step, command.reason)
        case Decision.WARNING:
            story.tell(decided)
        case Decision.DISQUALIFICATION:
            story.tell(decided)
            article = board.article("report_decision")
            _exclude(story, e.SeatExcluded(about.about, command.reason, article))


def penalise(story: Story, command: c.Penalise) -> None:
    """The next step: warning, yellow card, warning, red card (L109–L112)."""
    _reason_given(story, command.reason)
    story.seat(command.seat)
    step = _next_step(story, command.seat, command.offences)
    _punish(story, command.seat, step, command.reason)


def exclude(story: Story, command: c.Exclude) -> None:
    """The last place at once, without a report: the player has left, or the judge saw it."""
    _reason_given(story, command.reason)
    story.seat(command.seat)
    article = "" if command.left else story.state.board.article("report_decision")
    _exclude(story, e.SeatExcluded(command.seat, command.reason, article, left=command.left))


def overrule(story: Story, command: c.Overrule) -> None:
    """The judges' decision is final (L105): other places than the rules gave, with a reason."""
    _reason_given(story, command.reason)
    state = story.state
    if state.phase is not Phase.OVER:
        refuse(state.board.violation(Refusal.NOT_OVER, "judge"))
    refuse_any(*_wrong_places(state, command.places))
    standings = overruled([place or 0 for place in command.places], by_rules(state))
    results = tuple(line(state, Seat(i), standing) for i, standing in enumerate(standings))
    story.tell(e.RankingOverruled(results, command.reason))


def pause(story: Story, command: c.Pause) -> None:
    """Stop play at once."""
    _reason_given(story, command.reason)
    if story.state.paused:
        refuse(story.state.board.violation(Refusal.ALREADY_PAUSED))
    story.tell(e.Paused(command.reason))


def resume(story: Story) -> None:
    """Let the game go on, once every report has its decision."""
    _paused(story)
    if story.state.has_open_report:
        refuse(story.state.board.violation(Refusal.REPORT_OPEN, "report_decision"))
    story.tell(e.Resumed())


def add_time(story: Story, command: c.AddTime) -> None:
    """More seconds for the seat to move, where there is a clock (decision W18)."""
    _reason_given(story, command.reason)
    board = story.state.board
    if story.state.phase not in (Phase.SETTING_UP, Phase.PLAYING):
        refuse(board.violation(Refusal.NOT_RUNNING))
    if not board.clock.turn_time_s:
        refuse(board.violation(Refusal.NO_CLOCK, "prolonging"))
    if not 1 <= command.seconds <= MOST_SECONDS:
        refuse(board.violation(Refusal.SECONDS, least=1, most=MOST_SECONDS))
    story.tell(e.TimeAdded(story.state.turn, command.seconds, command.reason))


def rewind(story: Story, command: c.Rewind) -> None:
    """Back to the last point up to event `to` where the table waited for somebody."""
    _reason_given(story, command.reason)
    state, board = story.state, story.state.board
    if not state.paused and state.phase is not Phase.OVER:
        refuse(board.violation(Refusal.NOT_PAUSED))
    rests = [number for number in resting_points(state.log) if number > state.game_began]
    if not rests or not rests[0] <= command.to <= state.version:
        least, most = (rests or [0])[0], state.version
        refuse(board.violation(Refusal.REWIND_OUTSIDE, least=least, most=most))
    if _is_undone(state.log, command.to):
        refuse(board.violation(Refusal.REWIND_UNDONE, to=command.to))
    if len(state.active_seats) < board.seating.seats_min:
        refuse(board.violation(Refusal.REWIND_TOO_FEW, "excluded"))
    target = max(number for number in rests if number <= command.to)
    story.tell(e.Rewound(target, command.reason))
    _go_on(story)


def give_ruling(story: Story, command: c.GiveRuling) -> None:
    """A doubt decided; the decision is final (L105)."""
    _reason_given(story, command.reason)
    story.tell(e.RulingGiven(command.reason))


def inspect_hand(story: Story, command: c.InspectHand) -> None:
    """One named hand, play stopped, everybody told."""
    _reason_given(story, command.reason)
    story.seat_exists(command.seat)
    _paused(story)
    story.tell(e.HandInspected(command.seat, command.reason))


def _wrong_places(state: TableState, places: tuple[int | None, ...]) -> Iterator[Violation]:
    """None for who did not join (L101), the last for who is excluded, the rest without gaps."""
    board, seats = state.board, state.seats
    here = [seat.is_ranked for seat in seats]
    if len(places) != len(seats):
        yield board.violation(Refusal.OVERRULE_PLACES, "judge", seats=sum(here))
        return
    if any(place is not None for place, ranked in zip(places, here, strict=True) if not ranked):
        yield board.violation(Refusal.OVERRULE_ABSENT, "absent")
    out = {place for place, seat in zip(places, seats, strict=True) if seat.excluded}
    if out - {last := last_place(sum(here))}:
        yield board.violation(Refusal.OVERRULE_EXCLUDED, "excluded", place=last)
    playing = [
        place or 0
        for place, seat in zip(places, seats, strict=True)
        if seat.is_ranked and not seat.excluded
    ]
    if any(place != 1 + sum(other < place for other in playing) for place in playing):
        yield board.violation(Refusal.OVERRULE_PLACES, "judge", seats=len(playing))


def _is_undone(log: tuple[e.Event, ...], number: int) -> bool:
    return any(isinstance(event, e.Rewound) and event.to < number for event in log[number:])


def _next_step(story: Story, seat: Seat, counted: int | None) -> e.LadderStep:
    """The ladder is the tournament's: what was given elsewhere meanwhile is behind him too."""
    behind = story.state.seats[seat].offences if counted is None else counted
    if behind >= len(LADDER):
        refuse(story.state.board.violation(Refusal.LADDER_ENDED, "ladder"))
    return LADDER[behind]


def _punish(story: Story, seat: Seat, step: e.LadderStep, reason: str) -> None:
    penalties = story.state.board.penalties
    match step:
        case e.LadderStep.FIRST_WARNING | e.LadderStep.SECOND_WARNING:
            story.tell(e.OffencePunished(seat, step, 0, reason))
        case e.LadderStep.YELLOW_CARD:
            story.tell(e.OffencePunished(seat, step, penalties.yellow_points, reason))
        case e.LadderStep.RED_CARD:
            story.tell(e.OffencePunished(seat, step, penalties.red_points, reason))
            if story.state.phase is not Phase.OVER:
                _exclude(story, by_red_card(story.state, seat, reason))
                return
            # "z bieżącej rozgrywki": a game that is over is none, its places stay (decision W22)
    if story.state.phase is Phase.OVER:
        _rank_again(story)


def by_red_card(state: TableState, seat: Seat, reason: str) -> e.SeatExcluded:
    """Out of the game in which the card is given (L112)."""
    return e.SeatExcluded(seat, reason, state.board.article("red_card"))


def _exclude(story: Story, out: e.SeatExcluded) -> None:
    """Out of this game and last in it (L112, L127)."""
    story.tell(replace(out, restored=story.takes_back(out.seat)))
    if story.state.phase is Phase.OVER:
        _rank_again(story)
    elif len(story.state.active_seats) == 1:
        end_game(story, e.Ending.LAST_SEAT)
    else:
        _go_on(story)


def _rank_again(story: Story) -> None:
    """A finished game is ranked anew: points were lost, or somebody is last now."""
    ending = story.state.ending
    assert ending is not None, "a game that is over has ended somehow"
    story.tell(e.GameEnded(ending, results_of(story.state)))


def _go_on(story: Story) -> None:
    """Whoever is waited for may have been excluded."""
    state = story.state
    if state.phase is Phase.SETTING_UP and state.waiting is not Waiting.START:
        set_up(story)
    elif state.phase is Phase.PLAYING and state.seats[state.turn].excluded:
        pass_turn(story, state.turn)


def _reason_given(story: Story, reason: str) -> None:
    if not says_something(reason):
        refuse(story.state.board.violation(Refusal.REASON))


def _paused(story: Story) -> None:
    if not story.state.paused:
        refuse(story.state.board.violation(Refusal.NOT_PAUSED))
