"""What can be asked of a tournament. Draws arrive made: chance comes in from outside."""

from stolik.tournament.commands.advancing import (
    BreakTie,
    Cut,
    Resign,
    TakeCutBack,
    TakeResignationBack,
    TakeTieBack,
)
from stolik.tournament.commands.drawing import (
    CarryOutChance,
    Draw,
    DrawSeats,
    EnterSlip,
    LockTable,
    PledgeChance,
    PledgeDeals,
    Publish,
    SwapSeats,
    TakeBackSlip,
    TakeSeat,
    Unpublish,
)
from stolik.tournament.commands.entering import (
    Amend,
    CheckIn,
    Enter,
    FixTable,
    KeepApart,
    NameGuardian,
    NoShow,
    Remove,
    Return,
    Substitute,
    Withdraw,
)
from stolik.tournament.commands.holding import LAST_DECISION, Create, Finish, Reopen, SetRounds
from stolik.tournament.commands.judging import (
    DISQUALIFICATION,
    AwardTest,
    CancelPenalty,
    DecideReport,
    Disqualify,
    FileReport,
    Penalise,
    Warn,
)
from stolik.tournament.commands.playing import Confirm, CorrectResult, RecordResult, Unplayed

__all__ = [
    "DISQUALIFICATION",
    "LAST_DECISION",
    "Amend",
    "AwardTest",
    "BreakTie",
    "CancelPenalty",
    "CarryOutChance",
    "CheckIn",
    "Command",
    "Confirm",
    "CorrectResult",
    "Create",
    "Cut",
    "DecideReport",
    "Disqualify",
    "Draw",
    "DrawSeats",
    "Enter",
    "EnterSlip",
    "FileReport",
    "Finish",
    "FixTable",
    "KeepApart",
    "LockTable",
    "NameGuardian",
    "NoShow",
    "Penalise",
    "PledgeChance",
    "PledgeDeals",
    "Publish",
    "RecordResult",
    "Remove",
    "Reopen",
    "Resign",
    "Return",
    "SetRounds",
    "Substitute",
    "SwapSeats",
    "TakeBackSlip",
    "TakeCutBack",
    "TakeResignationBack",
    "TakeSeat",
    "TakeTieBack",
    "Unplayed",
    "Unpublish",
    "Warn",
    "Withdraw",
]


Command = (
    Create
    | Enter
    | Amend
    | Remove
    | CheckIn
    | NameGuardian
    | KeepApart
    | FixTable
    | Withdraw
    | NoShow
    | Return
    | Substitute
    | Disqualify
    | Penalise
    | Warn
    | CancelPenalty
    | FileReport
    | DecideReport
    | AwardTest
    | CarryOutChance
    | PledgeChance
    | EnterSlip
    | TakeBackSlip
    | Draw
    | SwapSeats
    | LockTable
    | TakeSeat
    | Publish
    | Unpublish
    | PledgeDeals
    | DrawSeats
    | RecordResult
    | CorrectResult
    | Unplayed
    | Confirm
    | BreakTie
    | TakeTieBack
    | Cut
    | TakeCutBack
    | Resign
    | TakeResignationBack
    | SetRounds
    | Finish
    | Reopen
)
