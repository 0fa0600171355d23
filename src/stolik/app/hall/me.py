"""Where somebody plays: the table of the round, the seat, the others there, what is still owed."""

from typing import Any

from stolik.app.hall.codes import Refusal
from stolik.app.hall.hall import Hall
from stolik.refusal import Violation, refuse
from stolik.tournament.progress import is_confirmed
from stolik.tournament.state import EntrantNumber, GameNumber, Round, Table


def my_table(hall: Hall, entrant: int) -> dict[str, Any]:
    """An entrant's place in the round that is being played; refused if he has none."""
    number = EntrantNumber(entrant)
    found = hall.published()
    table = found.table_of(number) if found else None
    if found is None or table is None:
        refuse(Violation(Refusal.NO_TABLE))
    assert found is not None
    assert table is not None
    online = hall.online.table(int(found.number), int(table.number))
    labels = hall.office.labels()
    return {
        "entrant": entrant,
        "label": labels[number],
        "round": found.number,
        "table": table.number,
        "seat": table.seats.index(number),
        "starter": _starter(hall, found, table),
        "seats": [{"entrant": n, "label": labels[n]} for n in table.seats],
        "online": online.id if online else None,
        "time_percent": hall.percents.get(entrant, 100),
        "games": [_game(hall, found, table, n) for n in range(1, found.games + 1)],
    }


def _starter(hall: Hall, found: Round, table: Table) -> int:
    """The seat that starts the first game without a result; the first seat starts game 1."""
    rotates = hall.office.rules is None or hall.office.rules.seating.starter_rotates
    played = sum(t == table.number for t, _ in found.results)
    return min(played, found.games - 1) % len(table.seats) if rotates else 0


def _game(hall: Hall, found: Round, table: Table, game: int) -> dict[str, Any]:
    result = found.results.get((table.number, GameNumber(game)))
    if result is None:
        return {"game": game, "result": "missing"}
    sure = is_confirmed(hall.office.state, result.confirmed_by)
    return {
        "game": game,
        "result": "confirmed" if sure else "entered",
        "confirmed_by": list(result.confirmed_by),
    }
