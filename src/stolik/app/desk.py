"""The organiser's desk: one tournament, its book of names, and answers about it."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from stolik.app.codes import Refusal
from stolik.app.exact import write_exact
from stolik.refusal import Violation, refuse
from stolik.tournament.commands import Command
from stolik.tournament.consequences import consequences
from stolik.tournament.engine import decide, replay
from stolik.tournament.events import Event
from stolik.tournament.outlook import outlook
from stolik.tournament.progress import Due, due, obstacles
from stolik.tournament.standings import Row, stage_standings, standings, team_standings
from stolik.tournament.state import EntrantNumber, TournamentState
from stolik.tournament.tiebreaks import Answer
from stolik.tournament.timeplan import timetable

Keep = Callable[[tuple[Event, ...]], None]  # makes events last before anybody hears of them


@dataclass
class Desk:
    """Names live here, beside the log and never in it, so that a person can be forgotten."""

    state: TournamentState
    keep: Keep
    people: dict[EntrantNumber, str] = field(default_factory=dict)

    def do(self, command: Command) -> tuple[Event, ...]:
        """Decide, keep, apply; a refusal passes through and changes nothing."""
        events = decide(self.state, command)
        self.keep(events)
        self.state = replay(events, self.state)
        return events

    def what_changes(self, command: Command) -> dict[str, Any]:
        """The consequences of a command that is not carried out (yet)."""
        after = replay(decide(self.state, command), self.state)
        found = consequences(self.state, after)
        return {
            "places": [{"entrant": n, "from": a, "to": b} for n, a, b in found.places],
            "cuts": list(found.cuts),
            "rounds": list(found.rounds),
        }

    def tables(self) -> dict[str, Any]:
        """The round drawn or published last."""
        last = self.state.rounds[-1]
        tables = [{"table": t.number, "seats": list(t.seats)} for t in last.tables]
        return {"round": last.number, "tables": sorted(tables, key=lambda t: int(str(t["table"])))}

    def standings(self, stage: int | None = None) -> dict[str, Any]:
        """Every row with every tie-break column and the reason for its place."""
        rows = standings(self.state) if stage is None else stage_standings(self.state, stage)
        return {"rows": [self._row(row) for row in rows]}

    def teams(self) -> dict[str, Any]:
        """Teams by the sums of their members."""
        return {
            "rows": [
                {
                    "place": place,
                    "team": team,
                    "big_points": _shown(big),
                    "small_points": _shown(small),
                }
                for place, team, big, small in team_standings(self.state)
            ]
        }

    def outlook(self, best_game: int) -> dict[str, Any]:
        """Safe, live or out before the next cut."""
        found = outlook(self.state, best_game)
        return {"entrants": [{"entrant": n, "outlook": o.value} for n, o in sorted(found.items())]}

    def timetable(self, start: str, minutes: int, pause: int, game_minutes: int) -> dict[str, Any]:
        """The day, round by round; a round too short for its games says so."""
        slots = timetable(
            self.state.format,
            starts=_minutes(start),
            minutes_per_round=minutes,
            break_minutes=pause,
            game_minutes=game_minutes,
        )
        return {
            "slots": [
                {
                    "title": slot.title,
                    "from": _clock(slot.starts),
                    "to": _clock(slot.ends),
                    "games_do_not_fit": slot.games_do_not_fit,
                }
                for slot in slots
            ]
        }

    def next_step(self) -> Due:
        """What is due."""
        return due(self.state)

    def missing(self) -> tuple[Any, ...]:
        """What stands in the way of it."""
        return tuple(obstacles(self.state))

    def label(self, entrant: EntrantNumber) -> str:
        """The name; two of one name are told apart by their numbers."""
        name = self.people.get(entrant, f"#{entrant}")
        twice = Counter(self.people.values())[name] > 1
        return f"{name} ({entrant})" if twice else name

    def _row(self, row: Row) -> dict[str, Any]:
        columns = {name: _shown(value) for name, value in row.columns.items()}
        return {
            "place": row.place,
            "entrant": row.entrant,
            "name": self.label(row.entrant),
            **columns,
            "games": row.games,
            "reason": _reason(row),
        }


def _reason(row: Row) -> Mapping[str, Any] | None:
    """Why the row stands below the one above: which criterion, and both answers."""
    if row.decision is None:
        return None
    d = row.decision
    return {"criterion": d.criterion, "above": _shown(d.above), "mine": _shown(d.mine)}


def _shown(value: Answer) -> Any:
    if isinstance(value, tuple):
        return [_shown(item) for item in value]
    return write_exact(Fraction(value))


def _minutes(clock: str) -> int:
    hours, _, minutes = clock.partition(":")
    if not (hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60):
        refuse(Violation(Refusal.CLOCK_TIME, facts={"time": clock}))
    return int(hours) * 60 + int(minutes)


def _clock(minutes: int) -> str:
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"
