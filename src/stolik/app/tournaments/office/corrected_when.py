"""When and by whom results were corrected: the core has no clock, the log's own lines tell it."""

from collections.abc import Iterable
from dataclasses import replace

from stolik.tournament.events import Event, ResultCorrected
from stolik.tournament.state import Correction, Result, TournamentState


def noted(state: TournamentState, events: Iterable[Event], when: int, by: str) -> TournamentState:
    """The state after these events; what they corrected says when (seconds since 1970), by whom."""
    role = by.partition(" ")[0]
    for event in events:
        if not isinstance(event, ResultCorrected) or event.round > len(state.rounds):
            continue
        found, at = state.rounds[event.round - 1], (event.table, event.game)
        if at not in found.results:
            continue
        results = {**found.results, at: _noted(found.results[at], when, role)}
        rounds = tuple(replace(r, results=results) if r is found else r for r in state.rounds)
        state = replace(state, rounds=rounds)
    return state


def _noted(result: Result, when: int, role: str) -> Result:
    def told(one: Correction) -> Correction:
        return one if one.by else replace(one, when=when, by=role)

    return replace(result, corrections=tuple(map(told, result.corrections)))
