"""Whatever stands in a file: an answer or a coded refusal, never a traceback."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from stolik.adapters.sheets.reader import read_file
from stolik.app.sheets.reading.entering import take_entrants
from stolik.app.sheets.reading.entrants import read_entrants
from stolik.app.sheets.reading.results import ResultsWanted, read_results
from stolik.app.sheets.reading.taking import take_results
from stolik.refusal import Refused
from tests.app.sheets.typing import MARK, book_of, with_typed
from tests.tournament.hall import Hall

STRANGE = (
    *(None, "", "x", "X", "0", "-100", "−5", "1e5", "=1+1", "\ud800", "\0", "ą" * 3000, " 7 ", "²"),
    *(0, 1, -1, -200, 3.5, 1e300, -1e300, 10**12, True, False, "2026-01-01", "#VALUE!", "; ;", "٣"),
)
HEADS = ("imię i nazwisko", "Nazwisko", "Imię", "klub", "stolik", "lp", "team", "telefon", "")


def played(shape: str) -> Hall:
    hall = Hall().create(shape, 9)
    hall.do("draw")
    hall.do("publish")
    for table in hall.state.rounds[0].tables[:2]:
        seats = hall.seats(list(table.seats), Random(3))
        hall.do("result", round=1, table=table.number, game=1, seats=seats)
    hall.do("penalty", entrant=1, reason="spóźnienie")
    return hall


@pytest.mark.parametrize("shape", ["zimowy", "wojtek"])
def test_a_workbook_with_anything_in_it(shape: str):
    hall, chance, refused = played(shape), Random(shape), 0
    good = dict(read_file(with_typed(book_of(hall), {})))
    wanted = ResultsWanted(MARK.tournament, lambda head: head == MARK.head, "pl")
    for _ in range(300):
        book: dict[str, Any] = deepcopy(good)
        for _ in range(chance.randint(1, 12)):
            spoil(book, chance)
        try:
            reading = read_results(book, hall.state, hall.session.book.counting.rules, wanted)
            take_results(hall.session.desk, reading, apply=False, lang="pl")
        except Refused:
            refused += 1
    assert 0 < refused < 300


def spoil(book: dict[str, Any], chance: Random) -> None:
    name = chance.choice(("Runda 1", "Runda 1", "Runda 1", "Runda 2", "Kary", "Losowania", *book))
    rows = book.get(name)
    if chance.random() < 0.02:
        book.pop(name, None)
    elif rows and chance.random() < 0.05:
        del rows[chance.randrange(len(rows)) :]
    elif rows and (row := chance.choice(rows)):
        row[chance.randrange(len(row))] = chance.choice(STRANGE)


def test_a_list_with_anything_in_it():
    chance, hall = Random(5), Hall().create("wojtek", 3)
    taken = 0
    for _ in range(400):
        width = chance.randint(0, 6)
        rows = [
            [chance.choice(STRANGE) for _ in range(chance.randint(0, width))]
            for _ in range(chance.randint(0, 9))
        ]
        if chance.random() < 0.7:
            rows.insert(chance.randint(0, len(rows)), [chance.choice(HEADS) for _ in range(width)])
        try:
            found = read_entrants({"": rows, "x": []})
            taken += len(
                take_entrants(hall.session.desk, found, apply=False, twice=False, lang="en")
            )
        except Refused:
            pass
    assert taken
