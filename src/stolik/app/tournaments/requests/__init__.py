"""Every request of an organiser as a typed value, and the one list of them.

The command line and the server read the same requests; their help, rights and rows in the docs
follow from `REQUESTS`, or are held against it by tests. Beside commands of the core, which often
have the same names, a request is `r.Enter`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from stolik.app.access.roles import Rule
from stolik.app.reading.codes import Refusal
from stolik.app.reading.typed import read
from stolik.app.tournaments.requests.do import Do, OfGame, OfRound, WithReason
from stolik.app.tournaments.requests.draws_asked import (
    Draw,
    Lock,
    Pledge,
    Publish,
    SeatTile,
    SeatTiles,
    Slip,
    SlipBack,
    StartCards,
    Swap,
    TakeSeat,
    Unpublish,
)
from stolik.app.tournaments.requests.holding_asked import (
    Create,
    DayAsked,
    DayItemAsked,
    Describe,
    DetailsSaid,
    Finish,
    LongBreak,
    Plan,
    PrizeSaid,
    Reopen,
    SetRounds,
)
from stolik.app.tournaments.requests.judging_asked import (
    CancelPenalty,
    Disqualify,
    FileReport,
    Ladder,
    Penalty,
    Report,
)
from stolik.app.tournaments.requests.people_asked import (
    Amend,
    CheckIn,
    Enter,
    FixTable,
    Guardian,
    KeepApart,
    Leaving,
    NoShow,
    Remove,
    Return,
    Substitute,
    Test,
    Withdraw,
    Written,
)
from stolik.app.tournaments.requests.places_asked import (
    Cut,
    CutBack,
    ExtraGame,
    Finisher,
    Lot,
    Lots,
    Resign,
    ResignBack,
    Standings,
    TieBack,
)
from stolik.app.tournaments.requests.results_asked import (
    Confirm,
    Correct,
    Result,
    Seat,
    Sheet,
    Unplayed,
)
from stolik.refusal import Violation, refuse

__all__ = [
    "REQUESTS",
    "Amend",
    "CancelPenalty",
    "CheckIn",
    "Confirm",
    "Correct",
    "Create",
    "Cut",
    "CutBack",
    "DayAsked",
    "DayItemAsked",
    "Describe",
    "DetailsSaid",
    "Disqualify",
    "Do",
    "Draw",
    "Enter",
    "ExtraGame",
    "FileReport",
    "Finish",
    "Finisher",
    "FixTable",
    "Guardian",
    "KeepApart",
    "Ladder",
    "Leaving",
    "Lock",
    "LongBreak",
    "Lot",
    "Lots",
    "NoShow",
    "OfGame",
    "OfRound",
    "Penalty",
    "Plan",
    "Pledge",
    "PrizeSaid",
    "Publish",
    "Remove",
    "Reopen",
    "Report",
    "RequestKind",
    "Resign",
    "ResignBack",
    "Result",
    "Return",
    "Seat",
    "SeatTile",
    "SeatTiles",
    "SetRounds",
    "Sheet",
    "Slip",
    "SlipBack",
    "Standings",
    "StartCards",
    "Substitute",
    "Swap",
    "TakeSeat",
    "Test",
    "TieBack",
    "Unplayed",
    "Unpublish",
    "WithReason",
    "Withdraw",
    "Written",
    "is_query",
    "read_request",
]


@dataclass(frozen=True, slots=True)
class RequestKind:
    """How a request is written and whom it is for."""

    shape: type[Do]
    rule: Rule = Rule.ORGANISER_HERE
    asks: bool = False  # changes nothing: answered beside everything that does
    thinks: bool = False  # for seconds, before it changes anything


def _asked(shape: type[Do] = Do, rule: Rule = Rule.WATCHER_HERE) -> RequestKind:
    return RequestKind(shape, rule, asks=True)


REQUESTS: Mapping[str, RequestKind] = {
    "create": RequestKind(Create),
    "describe": RequestKind(Describe),
    "enter": RequestKind(Enter),
    "amend": RequestKind(Amend),
    "remove": RequestKind(Remove),
    "check_in": RequestKind(CheckIn, Rule.DOOR_HERE),
    "withdraw": RequestKind(Withdraw),
    "no_show": RequestKind(NoShow),
    "return": RequestKind(Return),
    "disqualify": RequestKind(Disqualify, Rule.REFEREE_HERE),
    "resign": RequestKind(Resign),
    "resign_back": RequestKind(ResignBack),
    "substitute": RequestKind(Substitute),
    "penalty": RequestKind(Penalty, Rule.REFEREE_HERE),
    "cancel_penalty": RequestKind(CancelPenalty),
    "file_report": RequestKind(FileReport, Rule.PLAYER_HERE),
    "report": RequestKind(Report, Rule.REFEREE_HERE),
    "test": RequestKind(Test),
    "guardian": RequestKind(Guardian),
    "keep_apart": RequestKind(KeepApart),
    "fix_table": RequestKind(FixTable),
    "slip": RequestKind(Slip, Rule.WRITER_HERE),
    "slip_back": RequestKind(SlipBack, Rule.REFEREE_HERE),
    "draw": RequestKind(Draw, thinks=True),
    "swap": RequestKind(Swap, thinks=True),
    "take_seat": RequestKind(TakeSeat),
    "lock": RequestKind(Lock),
    "pledge": RequestKind(Pledge),
    "publish": RequestKind(Publish, thinks=True),
    "unpublish": RequestKind(Unpublish),
    "seat_tiles": RequestKind(SeatTiles, Rule.WRITER_HERE),
    "result": RequestKind(Result, Rule.WRITER_HERE),
    "correct": RequestKind(Correct),
    "unplayed": RequestKind(Unplayed, Rule.REFEREE_HERE),
    "confirm": RequestKind(Confirm, Rule.WRITER_HERE),
    "lots": RequestKind(Lots),
    "extra_game": RequestKind(ExtraGame),
    "tie_back": RequestKind(TieBack),
    "cut": RequestKind(Cut, thinks=True),
    "cut_back": RequestKind(CutBack),
    "set_rounds": RequestKind(SetRounds),
    "finish": RequestKind(Finish, thinks=True),
    "reopen": RequestKind(Reopen),
    "standings": _asked(Standings),
    "teams": _asked(),
    "outlook": _asked(),
    "check": _asked(),
    "ending": _asked(rule=Rule.ORGANISER_HERE),
    "plan": _asked(Plan),
    "people": _asked(rule=Rule.DOOR_HERE),
    "tables": _asked(rule=Rule.ORGANISER_HERE),
    "penalties": _asked(),
    "ladder": _asked(Ladder, Rule.REFEREE_HERE),
    "overview": _asked(),
    "round": _asked(OfRound),
    "draft": _asked(rule=Rule.ORGANISER_HERE),
    "tray": _asked(rule=Rule.DOOR_HERE),
    "slips": _asked(rule=Rule.REFEREE_HERE),
    "start_cards": _asked(StartCards),
}


def read_request(value: object) -> Do:
    """A JSON value as the request its `do` names; refused if it names none of ours."""
    name = value.get("do") if isinstance(value, dict) else None
    kind = REQUESTS.get(name) if isinstance(name, str) else None
    if kind is None:
        choices = tuple(REQUESTS)
        refuse(Violation(Refusal.WRONG_CHOICE, facts={"field": "do", "choices": choices}))
    return read(kind.shape, value)


def is_query(request: Do) -> bool:
    """Whether a request only reads: a question, or a sheet that is counted and not kept."""
    return REQUESTS[request.do].asks or (isinstance(request, Sheet) and request.preview)
