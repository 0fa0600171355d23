"""Tournaments: a pure core that knows a game only by its result.

    from stolik import tournament
    from stolik.app.library import tournament_format

    state = tournament.TournamentState(tournament_format("zimowy"))
    events = tournament.decide(state, tournament.commands.Create(seed="17"))
    state = tournament.replay(events, state)

`decide(state, command)` gives events or raises `Refused`; `evolve(state, event)` applies one;
`replay(events, state)` folds a log. Everything is frozen; chance comes in with the command.
"""

from stolik.tournament import commands, events
from stolik.tournament.engine import decide, evolve, replay
from stolik.tournament.format import TournamentFormat
from stolik.tournament.preflight import missing
from stolik.tournament.standings import Row, stage_standings, standings
from stolik.tournament.state import Line, TournamentState
from stolik.tournament.team_standings import team_standings

__all__ = [
    "Line",
    "Row",
    "TournamentFormat",
    "TournamentState",
    "commands",
    "decide",
    "events",
    "evolve",
    "missing",
    "replay",
    "stage_standings",
    "standings",
    "team_standings",
]
