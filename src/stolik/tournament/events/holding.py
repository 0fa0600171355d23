"""A tournament began, has another length, ended."""

from dataclasses import dataclass

from stolik.free_text import FreeText
from stolik.tournament.format import DrawKind
from stolik.tournament.state import EntrantNumber, Seats


@dataclass(frozen=True, slots=True)
class TournamentCreated:
    format_id: str
    format_hash: str
    seed: str
    confirmations: int
    draw: DrawKind | None = None  # where the organiser departed from the format
    team_size: int | None = None
    decisions: int = 0
    table_size: int | None = None  # to aim at


@dataclass(frozen=True, slots=True)
class RoundsSet:
    """A stage has another number of rounds from now on."""

    stage: int
    rounds: int
    reason: FreeText


@dataclass(frozen=True, slots=True)
class TournamentFinished:
    standings: tuple[tuple[int, EntrantNumber], ...]
    titles: tuple[tuple[str, EntrantNumber], ...]
    qualified: Seats
    early: FreeText = ""  # why it ended with what was played; "": nothing was left to play


@dataclass(frozen=True, slots=True)
class TournamentReopened:
    """Something announced was corrected; the tournament has to be finished again."""

    reason: FreeText
