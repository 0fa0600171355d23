"""What a change alters that people have already seen: places, cuts, seats."""

from dataclasses import dataclass

from stolik.tournament.format import Seating
from stolik.tournament.standings import stage_standings, standings
from stolik.tournament.state import EntrantNumber, RoundNumber, TournamentState


@dataclass(frozen=True, slots=True)
class Consequences:
    """Places that moved (entrant, from, to), cuts and seats that would come out otherwise."""

    places: tuple[tuple[EntrantNumber, int, int], ...]
    cuts: tuple[str, ...]
    rounds: tuple[RoundNumber, ...]

    @property
    def any(self) -> bool:
        """Whether somebody should be told."""
        return bool(self.places or self.cuts or self.rounds)


def consequences(before: TournamentState, after: TournamentState) -> Consequences:
    """Compare two states of one tournament."""
    old = {row.entrant: row.place for row in standings(before)}
    new = {row.entrant: row.place for row in standings(after)}
    moved = tuple((n, old[n], new[n]) for n in sorted(old) if n in new and old[n] != new[n])
    stages = [s for s in after.qualified if _order(before, s - 1) != _order(after, s - 1)]
    cuts = tuple(
        after.format.stages[s].title
        for s in stages
        if set(_order(after, s - 1)[: len(after.qualified[s])]) != set(after.qualified[s])
    )
    return Consequences(moved, cuts, tuple(_reseated(before, after)))


def _reseated(before: TournamentState, after: TournamentState) -> list[RoundNumber]:
    """Rounds seated by rank whose ranking has changed since."""
    changed = []
    for r in after.rounds:
        by_rank = after.format.stages[r.stage].seating is not Seating.DRAW
        if r.stage and by_rank and _order(before, r.stage - 1) != _order(after, r.stage - 1):
            changed.append(r.number)
    return changed


def _order(state: TournamentState, stage: int) -> list[EntrantNumber]:
    return [row.entrant for row in stage_standings(state, stage)]
