"""To begin a tournament, end it, and what lies between for all of it."""

from dataclasses import dataclass

from stolik.tournament.format import DrawKind

LAST_DECISION = 37  # of docs/rules/decisions.md, for tournaments that begin now


@dataclass(frozen=True, slots=True)
class Create:
    """Begin; `confirmations`: how many people must confirm a result (a referee counts for all).

    `draw`, `team_size` and `table_size` depart from the format where it leaves the choice.
    """

    seed: str
    confirmations: int = 0
    draw: DrawKind | None = None
    team_size: int | None = None
    decisions: int = LAST_DECISION
    table_size: int | None = None


@dataclass(frozen=True, slots=True)
class SetRounds:
    """The stage being played has another number of rounds: the hall closes, or there is time."""

    rounds: int
    reason: str


@dataclass(frozen=True, slots=True)
class Finish:
    """Announce the final standings and the titles.

    `early`: why it ends with what was played, though rounds or results are still to come.
    """

    early: str = ""


@dataclass(frozen=True, slots=True)
class Reopen:
    """The end was announced too soon: it goes on where it was."""

    reason: str
