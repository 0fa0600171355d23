"""What a file brings back, as the requests somebody would have typed.

A file goes round the screen: without this it could bring names, reasons, results and penalties
that nobody could have entered here. So each of its steps is read as a request once more.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from stolik.app.games.counting import Counting, demand_in_box
from stolik.app.naming import tidy
from stolik.app.tournaments import requests as r
from stolik.app.tournaments.codes import Refusal
from stolik.refusal import Violation, refuse
from stolik.tournament import commands as c
from stolik.tournament.format import LadderStep
from stolik.tournament.slips import LETTERS
from stolik.tournament.state import EntrantNumber, SettledBy

Asked = dict[str, Any]


def demand_typed(command: c.Command, name: str, counting: Counting) -> None:
    """Refused where a screen would have refused it: too long, impossible, not as names are kept."""
    asked = request_behind(command, name)
    if asked is not None:
        r.read_request(asked)
        for field in ("name", "club", "team", "age_class"):
            if tidy(asked.get(field, "")) != asked.get(field, ""):
                refuse(Violation(Refusal.FILE_NOT_TYPED))
    match command:
        case c.RecordResult(lines=lines) | c.CorrectResult(lines=lines) if lines:
            counting.demand_possible(lines)
        case c.DrawSeats(tiles=tiles):
            _demand_tiles(tiles, counting)
        case _:
            pass


def request_behind(command: c.Command, name: str = "") -> Asked | None:  # noqa: C901 - a table
    """The request a command stands for; None for what the server itself makes or counts."""
    match command:
        case c.Enter(club, team, age_class, table):
            named = {"name": name, "club": club, "team": team, "age_class": age_class}
            return _asked("enter", **named, fixed_table=table)
        case c.Amend(n, club, team, age_class, reason):
            words = {"club": club, "team": team, "age_class": age_class, "reason": reason}
            return _asked("amend", entrant=n, name=name or None, **words)
        case c.Remove(n, reason):
            return _asked("remove", entrant=n, reason=reason)
        case c.CheckIn(n, here):
            return {"do": "check_in", "entrant": n, **({} if here else {"here": False})}
        case c.Withdraw(n, reason, game):
            return _asked("withdraw", entrant=n, reason=reason, game=game)
        case c.NoShow(n, reason, game):
            return _asked("no_show", entrant=n, reason=reason, game=game)
        case c.Return(n, reason):
            return _asked("return", entrant=n, reason=reason)
        case c.Resign(n, reason):
            return _asked("resign", entrant=n, reason=reason)
        case c.TakeResignationBack(n, reason):
            return _asked("resign_back", entrant=n, reason=reason)
        case c.Substitute(n, reason):
            return _asked("substitute", entrant=n, reason=reason, name=name)
        case c.NameGuardian(team, guardian):
            return _asked("guardian", team=team, guardian=guardian, name=name)
        case c.KeepApart(entrants):
            return _asked("keep_apart", entrants=list(entrants))
        case c.FixTable(n, table):
            return {"do": "fix_table", "entrant": n, "table": table}
        case c.Disqualify(n, reason, game):
            return _asked("disqualify", entrant=n, reason=reason, game=game)
        case c.Penalise(n, reason, big, small, game, step):
            points = {"big_points": big, "small_points": small}
            return _asked("penalty", entrant=n, reason=reason, **points, game=game, step=step)
        case c.CancelPenalty(number, reason):
            return _asked("cancel_penalty", penalty=number, reason=reason)
        case c.FileReport(by, n, words):
            return _asked("file_report", by=by, entrant=n, words=words)
        case c.DecideReport(by, n, decision, reason, game, is_step, report, words=words, round=of):
            said = {"decision": decision, "reason": reason, "game": game, "words": words}
            of_round = {} if of is None else {"round": of}
            return _asked(
                "report", by=by, entrant=n, **said, **of_round, is_step=is_step, report=report
            )
        case c.AwardTest(n, points, reason):
            return _asked("test", entrant=n, points=points, reason=reason)
        case c.SwapSeats(one, other, reason):
            return _asked("swap", one=one, other=other, reason=reason)
        case c.TakeSeat(n, table, reason):
            return _asked("take_seat", entrant=n, table=table, reason=reason)
        case c.EnterSlip(n, table, seat):
            return _asked("slip", entrant=n, slip=_slip(table, seat))
        case c.TakeBackSlip(n, table, seat):
            return _asked("slip_back", entrant=n, slip=_slip(table, seat))
        case c.LockTable(table, locked, reason):
            return _asked("lock", table=table, locked=locked, reason=reason)
        case c.Draw(reason=reason):
            return _asked("draw", reason=reason)
        case c.Unpublish(reason):
            return _asked("unpublish", reason=reason)
        case c.CorrectResult(number, table, game, _, reason):
            where = {"round": number, "table": table, "game": game}
            return _asked("correct", **where, reason=reason, seats=[])
        case c.Unplayed(number, table, game, reason):
            return _asked("unplayed", round=number, table=table, game=game, reason=reason)
        case c.BreakTie(SettledBy.LOT, drawn):
            return _asked("lots", drawn=[{"entrant": n, "tile": tile} for n, tile in drawn])
        case c.BreakTie(SettledBy.EXTRA_GAME, drawn):
            return _asked("extra_game", places=[{"entrant": n, "place": -x} for n, x in drawn])
        case c.TakeTieBack(entrants, reason):
            return _asked("tie_back", entrants=list(entrants), reason=reason)
        case c.TakeCutBack(reason):
            return _asked("cut_back", reason=reason)
        case _:
            return None


def _slip(table: int, seat: int) -> str:
    """As it is printed; refused where no slip has such a seat."""
    if not 1 <= seat <= len(LETTERS):
        refuse(Violation(Refusal.SLIP_UNREADABLE))
    return f"{table}{LETTERS[seat - 1]}"


def _asked(do: str, **fields: Any) -> Asked:
    """As it is written in JSON: what is not said is left out."""
    said = {key: value for key, value in fields.items() if value is not None}
    return {"do": do, **{key: _plain(value) for key, value in said.items()}}


def _plain(value: Any) -> Any:
    return value.value if hasattr(value, "value") else value


def _demand_tiles(
    tiles: tuple[tuple[EntrantNumber, tuple[int, ...]], ...], counting: Counting
) -> None:
    if counting.seat_tile is None:
        refuse(Violation(Refusal.SEATS_NOT_BY_TILE))
    joker = counting.seat_tile("j")
    for _, drawn in tiles:
        for value in drawn:
            counting.seat_tile("j" if value == joker else str(value))
    demand_in_box(counting, (drawn for _, drawn in tiles))


def penalty_asked(command: c.Command, ladder: Sequence[LadderStep]) -> Asked | None:
    """The request, if it is one that may be the head judge's alone."""
    match command:
        case c.Penalise(big_points=big, small_points=small, step=name):
            # A log tells the points of every step: those of its own nobody has chosen.
            own = any((s.id, s.big_points, s.small_points) == (name, big, small) for s in ladder)
            said = replace(command, big_points=None, small_points=None) if own else command
            return request_behind(said)
        case c.Disqualify() | c.DecideReport():
            return request_behind(command)
        case _:
            return None
