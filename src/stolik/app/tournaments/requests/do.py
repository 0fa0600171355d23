"""What requests have in common: the word, whom it is about, which game."""

from stolik.app import bounds as b
from stolik.app.reading.typed import Request


class Do(Request, frozen=True):
    do: b.Word


class WithReason(Do, frozen=True):
    entrant: b.Entrant
    reason: b.Reason


class OfGame(Do, frozen=True):
    round: b.Round
    table: b.Table
    game: b.Game


class OfRound(Do, frozen=True):
    round: b.Round | None = None
