"""What a file that comes back may claim, decided for every kind of event.

Whoever has the file can write anything into it. A pledge is a promise of this server, so no file
brings one, and no draw by one; a draw by chance is made again here, and nobody is made to sign.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum, auto

from stolik.app.fairness.dealing import FairDraw
from stolik.app.fairness.draw_input import named_input
from stolik.app.fairness.drawing import BY_HAND, NextDraw, drawn_by_hand, drawn_by_slips
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.online import BY_REFEREE
from stolik.refusal import Violation, refuse
from stolik.tournament import events as e
from stolik.tournament.commands import Draw
from stolik.tournament.draws import stage_to_draw
from stolik.tournament.slips import SLIPS
from stolik.tournament.state import TournamentState

Step = tuple[e.Event, ...]
_FEW_STEPS = 200


class Claim(Enum):
    """What of an event is believed."""

    NEVER = auto()  # the server's own doing
    TYPED = auto()  # what somebody could have typed: read as his request once more
    LEFT_OUT = auto()  # nothing: nobody here deals by what another server is bound to
    COUNTED = auto()  # nothing: the core tells it from what is known
    MADE_AGAIN = auto()  # a draw that comes out the same here, by hand and by slips as such
    SHOWN = auto()  # the secret of a pledge that stands here, if it is the one committed to
    SIGNED = auto()  # what was played; it is signed by who brings the file


CLAIMS: Mapping[type[e.Event], Claim] = {
    e.TournamentCreated: Claim.NEVER,
    e.EntrantEntered: Claim.TYPED,
    e.EntrantAmended: Claim.TYPED,
    e.EntrantRemoved: Claim.TYPED,
    e.StatusChanged: Claim.TYPED,
    e.EntrantSubstituted: Claim.TYPED,
    e.GuardianNamed: Claim.TYPED,
    e.KeptApart: Claim.TYPED,
    e.TableFixed: Claim.TYPED,
    e.PenaltyGiven: Claim.TYPED,
    e.PenaltyCancelled: Claim.TYPED,
    e.ReportFiled: Claim.SIGNED,  # as a judge names who complained: noted for him, not by him
    e.ReportDecided: Claim.TYPED,
    e.TestAwarded: Claim.TYPED,
    e.ChancePledged: Claim.NEVER,
    e.ChanceCarriedOut: Claim.NEVER,
    e.ChanceRevealed: Claim.SHOWN,
    e.SlipEntered: Claim.TYPED,
    e.SlipTakenBack: Claim.TYPED,
    e.RoundDrawn: Claim.MADE_AGAIN,
    e.SeatsSwapped: Claim.TYPED,
    e.SeatTaken: Claim.TYPED,
    e.TableLocked: Claim.TYPED,
    e.RoundPublished: Claim.COUNTED,
    e.RoundUnpublished: Claim.TYPED,
    e.DealsPledged: Claim.LEFT_OUT,
    e.SeatsDrawn: Claim.TYPED,
    e.ResultRecorded: Claim.SIGNED,
    e.ResultCorrected: Claim.TYPED,
    e.ResultConfirmed: Claim.SIGNED,
    e.TieBroken: Claim.TYPED,
    e.TieTakenBack: Claim.TYPED,
    e.StageCut: Claim.COUNTED,
    e.CutTakenBack: Claim.TYPED,
    e.PlacePassedDown: Claim.TYPED,
    e.ResignationTakenBack: Claim.TYPED,
    e.RoundsSet: Claim.TYPED,
    e.TournamentFinished: Claim.COUNTED,
    e.TournamentReopened: Claim.COUNTED,
}


def demand_claimable(step: Step, state: TournamentState, draw: NextDraw) -> None:
    """Refused where a step tells what only this server can do, or a draw that gives other tables.

    `state` is that before the step; `draw` makes the draw that is due then.
    """
    for event in step:
        if CLAIMS[type(event)] is Claim.NEVER:
            refuse(Violation(Refusal.FILE_SERVER_ONLY))
        match event:
            case e.ChanceRevealed():
                _demand_secret(event, state)
            case e.RoundDrawn():
                _demand_made(event, state, draw)
            case e.ResultRecorded(online=True) | e.ResultCorrected(online=True):
                refuse(Violation(Refusal.FILE_SERVER_ONLY))
            case _:
                pass


def _demand_secret(event: e.ChanceRevealed, state: TournamentState) -> None:
    pledge = state.pledge
    if pledge is None or pledge.commit != event.commit or not _fits(event, pledge.ctx, state):
        refuse(Violation(Refusal.FILE_SERVER_ONLY))


def _fits(event: e.ChanceRevealed, ctx: str, state: TournamentState) -> bool:
    assert state.pledge is not None
    try:
        seed = bytes.fromhex(event.seed)
        told = FairDraw(seed, ctx, state.pledge.entrants).commit
    except ValueError:
        return False
    return (seed.hex(), told) == (event.seed, event.commit)


def _demand_made(event: e.RoundDrawn, state: TournamentState, draw: NextDraw) -> None:
    if event.public:  # dice are thrown for a pledge, and drawn with here
        refuse(Violation(Refusal.FILE_SERVER_ONLY))
    made = (event.tables, event.how, event.label, event.algorithm, event.input_hash, event.plan)
    if _drawn_here(event, state, draw) != Draw(*made, event.reason):
        facts = {"draw": event.draw, "round": int(event.round)}
        refuse(Violation(Refusal.FILE_DRAW, facts=facts))


def _drawn_here(event: e.RoundDrawn, state: TournamentState, draw: NextDraw) -> Draw | None:
    """The draw as this server would make it, without a pledge."""
    if event.how == SLIPS:
        return drawn_by_slips(state, event.reason).command
    if event.how == BY_HAND:
        return drawn_by_hand(event.tables, event.reason).command
    size = None
    if event.label:
        found = named_input(state, stage_to_draw(state), event.input_hash)
        if found is None:
            return None
        size = found[0]
    return draw(state, reason=event.reason, table_size=size).command


def signed_here(steps: Sequence[Step], own: int) -> Iterator[Step]:
    """The steps with what a file cannot sign for others signed by who brings it.

    The first `own` events are the server's and stay. A judge's word counts for everybody: what
    is confirmed after it in the same game says nothing more and is left out.
    """
    signed: set[tuple[int, int, int]] = set()
    at = 0
    for step in steps:
        event = _signed_for(step[0]) if at >= own else step[0]
        at += len(step)
        if CLAIMS[type(event)] is Claim.LEFT_OUT and at > own:
            continue
        if isinstance(event, e.ResultConfirmed) and at > own and _game(event) in signed:
            continue
        if _is_signed(event):
            signed.add(_game(event))
        yield (event, *step[1:])


def _signed_for(event: e.Event) -> e.Event:
    match event:
        case e.ReportFiled(report):
            return e.ReportFiled(replace(report, noted=True))
        case e.ResultRecorded(by=by) | e.ResultConfirmed(by=by) if by not in ("", BY_REFEREE):
            return replace(event, by=BY_REFEREE)
        case _:
            return event


def _is_signed(event: e.Event) -> bool:
    match event:
        case e.ResultRecorded(by=by) | e.ResultConfirmed(by=by):
            return by == BY_REFEREE
        case _:
            return isinstance(event, e.ResultCorrected)


def _game(event: e.Event) -> tuple[int, int, int]:
    assert isinstance(event, e.ResultRecorded | e.ResultConfirmed | e.ResultCorrected)
    return int(event.round), int(event.table), int(event.game)


def takes_long(steps: Sequence[Step]) -> bool:
    """Whether something has to be drawn again, or there is much of it: that may take seconds."""
    if len(steps) > _FEW_STEPS:
        return True
    return any(isinstance(event, e.RoundDrawn) for step in steps for event in step)
