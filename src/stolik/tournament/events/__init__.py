"""What happened in a tournament. A log of these is the tournament."""

from stolik.tournament.events.advancing import (
    CutTakenBack,
    PlacePassedDown,
    ResignationTakenBack,
    StageCut,
    TieBroken,
    TieTakenBack,
)
from stolik.tournament.events.drawing import (
    ChanceCarriedOut,
    ChancePledged,
    ChanceRevealed,
    DealsPledged,
    RoundDrawn,
    RoundPublished,
    RoundUnpublished,
    SeatsDrawn,
    SeatsSwapped,
    SeatTaken,
    SlipEntered,
    SlipTakenBack,
    TableLocked,
)
from stolik.tournament.events.entering import (
    EntrantAmended,
    EntrantEntered,
    EntrantRemoved,
    EntrantSubstituted,
    GuardianNamed,
    KeptApart,
    StatusChanged,
    TableFixed,
)
from stolik.tournament.events.holding import (
    RoundsSet,
    TournamentCreated,
    TournamentFinished,
    TournamentReopened,
)
from stolik.tournament.events.judging import (
    PenaltyCancelled,
    PenaltyGiven,
    ReportDecided,
    ReportFiled,
    TestAwarded,
)
from stolik.tournament.events.playing import ResultConfirmed, ResultCorrected, ResultRecorded

__all__ = [
    "ChanceCarriedOut",
    "ChancePledged",
    "ChanceRevealed",
    "CutTakenBack",
    "DealsPledged",
    "EntrantAmended",
    "EntrantEntered",
    "EntrantRemoved",
    "EntrantSubstituted",
    "Event",
    "GuardianNamed",
    "KeptApart",
    "PenaltyCancelled",
    "PenaltyGiven",
    "PlacePassedDown",
    "ReportDecided",
    "ReportFiled",
    "ResignationTakenBack",
    "ResultConfirmed",
    "ResultCorrected",
    "ResultRecorded",
    "RoundDrawn",
    "RoundPublished",
    "RoundUnpublished",
    "RoundsSet",
    "SeatTaken",
    "SeatsDrawn",
    "SeatsSwapped",
    "SlipEntered",
    "SlipTakenBack",
    "StageCut",
    "StatusChanged",
    "TableFixed",
    "TableLocked",
    "TestAwarded",
    "TieBroken",
    "TieTakenBack",
    "TournamentCreated",
    "TournamentFinished",
    "TournamentReopened",
]


Event = (
    TournamentCreated
    | EntrantEntered
    | EntrantAmended
    | EntrantRemoved
    | StatusChanged
    | EntrantSubstituted
    | GuardianNamed
    | KeptApart
    | TableFixed
    | PenaltyGiven
    | PenaltyCancelled
    | ReportFiled
    | ReportDecided
    | TestAwarded
    | ChancePledged
    | ChanceCarriedOut
    | ChanceRevealed
    | SlipEntered
    | SlipTakenBack
    | RoundDrawn
    | SeatsSwapped
    | TableLocked
    | SeatTaken
    | RoundPublished
    | RoundUnpublished
    | DealsPledged
    | SeatsDrawn
    | ResultRecorded
    | ResultCorrected
    | ResultConfirmed
    | TieBroken
    | TieTakenBack
    | StageCut
    | CutTakenBack
    | PlacePassedDown
    | ResignationTakenBack
    | RoundsSet
    | TournamentFinished
    | TournamentReopened
)
