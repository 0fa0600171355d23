"""A second score sheet for one game: the same again is a confirmation, another one a contradiction.

Two phones may write at once, or one of them an hour later, without a network until then. The first
sheet counts; whether it is right a referee decides, and until then the table is in trouble.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from stolik.app.hall import control
from stolik.app.hall.codes import Refusal
from stolik.app.hall.events import SheetContradicted, SheetLine
from stolik.app.hall.hall import Hall, differing, hall_stream, is_open, result_of
from stolik.app.ports import CommandId
from stolik.app.reading.written import written
from stolik.app.streams.command_ids import mark
from stolik.app.tournaments import requests as r
from stolik.app.tournaments.telling.overview import lines_told
from stolik.app.tournaments.trying import Asking, TrialBook
from stolik.refusal import Refused, Violation, refuse
from stolik.tournament.codes import Refusal as Tournament
from stolik.tournament.state import Result

AnswerSheet = Callable[[TrialBook, r.Do], dict[str, Any]]


def is_second_sheet(refused: Refused, sheet: r.Result) -> bool:
    """Whether a player's sheet was refused for no other reason than that there is one."""
    codes = {violation.code for violation in refused.violations}
    return sheet.by.isdigit() and codes == {Tournament.ALREADY_RECORDED}


async def hold_against(
    hall: Hall, second: r.Result, asking: Asking, answer: AnswerSheet
) -> dict[str, Any]:
    """The answer to a second sheet: confirmed, or refused and shown to the referees."""
    number, table, game, entrant = second.round, second.table, second.game, int(second.by)
    first = result_of(hall, number, table, game)
    assert first is not None
    typed = {name: getattr(second, name) for name in r.Sheet.__struct_fields__}
    counts = r.Correct(**typed | {"do": "correct", "preview": True}, reason=second.by)
    told = await hall.office.do(lambda book: answer(book, counts), Asking(asking.by))
    if not is_open(first) and not _same(told["lines"], first):
        refuse(Violation(Refusal.SHEET_DECIDED, facts={"game": game}))
    if _same(told["lines"], first):
        confirm = r.Confirm(do="confirm", round=number, table=table, game=game, by=second.by)
        return await hall.office.do(lambda book: answer(book, confirm), asking)
    lines = tuple(SheetLine(**line) for line in told["lines"])
    sheet = SheetContradicted(number, table, game, entrant, lines, 0)
    await hall.do(
        lambda state, at: control.contradict(state, sheet, at),
        by=asking.by,
        command=_command(hall, asking),
        allowed=asking.allowed,
    )
    refuse(Violation(Refusal.SHEETS_DIFFER, facts={"game": game}))


def open_contradictions(hall: Hall, number: int) -> dict[int, list[dict[str, Any]]]:
    """Sheets of a round, by table, that say something else than what counts, until a referee has
    decided."""
    found: dict[int, list[dict[str, Any]]] = {}
    for sheet in differing(hall):
        if sheet.round == number:
            lines = [asdict(line) for line in sheet.lines]
            told = {"game": sheet.game, "by": sheet.by, "lines": lines}
            found.setdefault(sheet.table, []).append(told)
    return found


def _same(lines: list[dict[str, Any]], first: Result) -> bool:
    """Whether both say the same, in whatever order the seats were written."""
    return sorted(lines, key=_entrant) == sorted(written(lines_told(first.lines)), key=_entrant)


def _entrant(line: Mapping[str, Any]) -> int:
    return int(line["entrant"])


def _command(hall: Hall, asking: Asking) -> CommandId | None:
    """The hall's own mark: the sheet's id belongs to the tournament."""
    if asking.command is None:
        return None
    return mark(hall_stream(hall.tournament), f"contradicted/{asking.by}/{asking.command}")
