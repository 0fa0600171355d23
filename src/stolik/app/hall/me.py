"""Where somebody plays: the table of the round, the seat, the others there, what is still owed."""

from dataclasses import asdict
from typing import Literal

from stolik.app.games.counting import starter_known
from stolik.app.hall.codes import Refusal
from stolik.app.hall.hall import Hall, differing
from stolik.app.hall.judged import judged
from stolik.app.hall.starters import games_played, starter_of
from stolik.app.texts import say
from stolik.app.tournaments.telling import answers
from stolik.app.tournaments.telling.answers import Game, MyTable, Neighbour
from stolik.app.tournaments.telling.overview import seat_mark
from stolik.app.tournaments.telling.wording import stage_called
from stolik.refusal import Violation, refuse
from stolik.tournament.progress import is_confirmed, party
from stolik.tournament.state import EntrantNumber, EntryStatus, GameNumber, Round, Table


async def my_table(hall: Hall, entrant: int, lang: str = "pl") -> MyTable:
    """An entrant's place in the round that is being played; refused if he has none."""
    number = EntrantNumber(entrant)
    listed = await hall.office.listed()
    found = hall.published()
    table = found.table_of(number) if found else None
    if found is None or table is None:
        refuse(why_no_table(hall, entrant, lang))
    online = hall.online.table(int(found.number), int(table.number))
    return MyTable(
        entrant=entrant,
        label=listed.called(number),
        round=found.number,
        table=table.number,
        seat=table.seats.index(number),
        starter=_starter(hall, found, table),
        seats=tuple(
            Neighbour(
                n,
                listed.called(n),
                listed.team(n),
                seat_mark(hall.office.state, found, table, n, lang),
            )
            for n in table.seats
        ),
        online=online.id if online else None,
        time_percent=hall.percents.get(entrant, 100),
        games=tuple(_game(hall, found, table, n, entrant) for n in range(1, found.games + 1)),
        judged=tuple(judged(hall.office.state, number, lang)),
        out=_out(hall, found, entrant, lang),
        called=(found.number, table.number, entrant) in hall.state.callers,
    )


_WHY_LEFT = {
    EntryStatus.WITHDRAWN: Refusal.WITHDREW,
    EntryStatus.NO_SHOW: Refusal.DID_NOT_COME,
    EntryStatus.DISQUALIFIED: Refusal.EXCLUDED,
}


def why_no_table(hall: Hall, entrant: int, lang: str) -> Violation:
    """What is so with somebody who has no table: out, at the end, or only to wait."""
    state, number = hall.office.state, EntrantNumber(entrant)
    known = state.entrants.get(number)
    if known and known.status in _WHY_LEFT:
        return Violation(_WHY_LEFT[known.status])
    if state.finished:
        return Violation(Refusal.EVENT_OVER)
    if known and known.plays and number not in state.members(state.stage):
        stage = stage_called(state.format.stages[state.stage], lang)
        return Violation(Refusal.NOT_ADVANCED, facts={"stage": stage})
    return Violation(Refusal.NO_TABLE)


def _out(hall: Hall, found: Round, entrant: int, lang: str) -> str | None:
    """Why his last table is no table of his any more: he has left, or the cut went past him."""
    why = why_no_table(hall, entrant, lang)
    over = why.code in _WHY_LEFT.values()
    over = over or (why.code == Refusal.NOT_ADVANCED and found.stage < hall.office.state.stage)
    return say(why, lang) if over else None


def _starter(hall: Hall, found: Round, table: Table) -> int | None:
    """The seat that starts the first game without a result; nobody while it is not drawn."""
    office = hall.office
    if not starter_known(office.counting, found, table):
        return None
    game = min(games_played(found, table) + 1, found.games)
    return starter_of(office.state, office.counting, found, table, game)


def _game(hall: Hall, found: Round, table: Table, game: int, entrant: int) -> Game:
    result = found.results.get((table.number, GameNumber(game)))
    if result is None:
        here = party(hall.office.state, found, table, GameNumber(game))
        absent = tuple(int(n) for n in table.seats if n not in here) or None
        return Game(game, "missing", absent=absent)
    sure = is_confirmed(hall.office.state, result.confirmed_by)
    own = _own_sheet(hall, (found.number, table.number, game, entrant))
    status: Literal["confirmed", "entered"] = "confirmed" if sure else "entered"
    return Game(game, status, tuple(result.confirmed_by), own_sheet=own)


def _own_sheet(hall: Hall, written: tuple[int, int, int, int]) -> tuple[answers.Line, ...] | None:
    """What an entrant wrote for a game that counts otherwise, while a referee has not decided."""
    for sheet in differing(hall):
        if (sheet.round, sheet.table, sheet.game, sheet.by) == written:
            return tuple(answers.Line(**asdict(line)) for line in sheet.lines)
    return None
