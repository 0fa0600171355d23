"""Simulated games written to a file as they come: a table (CSV) or JSON."""

import csv
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import msgspec

from stolik.app.reading.codes import Refusal
from stolik.lab.games import GameRow, SimulationPlan
from stolik.lab.rows import cells, header, plain
from stolik.refusal import Fact, Violation, refuse
from stolik.solver import ENGINE

Write = Callable[[GameRow], None]
Facts = Mapping[str, Fact]


@contextmanager
def writing_games(file: str | None, plan: SimulationPlan) -> Iterator[Write]:
    """A function that takes one game after the other; without a file they go nowhere."""
    if file is None:
        yield _nowhere
        return
    kind = Path(file).suffix
    if kind not in _WRITERS:
        facts: Facts = {"field": "out", "choices": tuple(f"FILE{known}" for known in _WRITERS)}
        refuse(Violation(Refusal.WRONG_CHOICE, facts=facts))
    with _opened(file) as sink, _WRITERS[kind](sink, plan) as write:
        yield write


def _opened(file: str) -> TextIO:
    try:
        return Path(file).open("w", encoding="utf-8", newline="")
    except OSError:
        refuse(Violation(Refusal.FILE_NOT_WRITTEN, facts={"file": file}))


def _nowhere(_row: GameRow) -> None:
    pass


@contextmanager
def _csv(sink: TextIO, plan: SimulationPlan) -> Iterator[Write]:
    most = max(plan.seats)
    table = csv.writer(sink, lineterminator="\n")
    table.writerow(header(most))
    yield lambda row: table.writerow(cells(row, most))


@contextmanager
def _json(sink: TextIO, plan: SimulationPlan) -> Iterator[Write]:
    """One object with all games in a list, written line by line: memory stays small."""
    rules = plan.rules
    about = {"profile": rules.id, "hash": rules.hash, "seed": plan.seed, "solver": ENGINE}
    sink.write('{"about":' + msgspec.json.encode(about).decode() + ',"games":[')
    between = "\n"

    def write(row: GameRow) -> None:
        nonlocal between
        sink.write(between + msgspec.json.encode(plain(row)).decode())
        between = ",\n"

    yield write
    sink.write("\n]}\n")


_WRITERS = {".csv": _csv, ".json": _json}
