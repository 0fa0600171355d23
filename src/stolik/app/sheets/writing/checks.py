"""What the sheet of a round notices by itself: formulas that hold where something is wrong.

The same mistakes are named by their cells when the workbook is read (`reading/game.py`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stolik.app.games.counting import Rules
from stolik.app.sheets.book import letters
from stolik.app.sheets.codes import Phrase
from stolik.app.sheets.writing.points import LEFT_OUT, counts_tiles, most_on_racks
from stolik.app.sheets.writing.rounds import NUMBER, Columns, TablePlan, mine, within

NOTHING = "–"  # what a check says of a game that nobody has typed yet


@dataclass(frozen=True, slots=True)
class GameCells:
    """The cells of one game at one table, and the rules that say what may stand there."""

    table: TablePlan
    columns: Columns
    game: int
    rules: Rules | None

    @property
    def input(self) -> int:
        """The column that people type into."""
        typed = self.rules is None or counts_tiles(self.rules)
        return self.columns.typed(self.game) if typed else self.columns.small(self.game)

    @property
    def typed(self) -> str:
        return within(self.table, self.input)

    @property
    def known(self) -> str:
        """Points or places, typed or counted: something stands there once the game is known."""
        places = self.columns.by_places
        column = self.columns.place(self.game) if places else self.columns.small(self.game)
        return within(self.table, column)

    @property
    def seats(self) -> str:
        return within(self.table, NUMBER)

    @property
    def left_out(self) -> str:
        return f'COUNTIF({within(self.table, self.columns.typed(self.game))},"{LEFT_OUT}")'

    @property
    def all(self) -> list[str]:
        """Every cell of the game, typed or counted."""
        first = self.columns.first(self.game)
        columns = range(first, first + self.columns.width)
        return [f"{letters(column)}{row + 1}" for row in self.table.rows for column in columns]

    def each(self) -> Iterator[tuple[str, str]]:
        """What is typed for each seat, and its number."""
        for row in self.table.rows:
            yield mine(row, self.input), mine(row, NUMBER)


def may_be_typed(cells: GameCells) -> str:
    """What a cell takes; short, for programs refuse a longer rule than 255 characters."""
    cell = mine(cells.table.first, cells.input)
    if cells.rules is None:
        fits = f"{cell}>=1,{cell}<={cells.table.size},COUNTIF({cells.typed},{cell})<2"
    elif counts_tiles(cells.rules):
        flats = ",".join(f"{cell}={flat}" for flat in _flats(cells.rules))
        most = most_on_racks(cells.rules)
        fits = f"OR({cell}>=0,{flats}),{cell}<={most},COUNTIF({cells.typed},0)<2"
    else:
        fits = "TRUE"
    return f'IF({cell}="{LEFT_OUT}",TRUE,AND({cell}=INT({cell}),{fits}))'


def wrong_cell(cells: GameCells) -> str:
    """Whether the first cell of the game should turn red; for the others it moves along."""
    cell, seat = next(cells.each())
    lone = _of_a_cell(cells, cell, seat)
    missing = f'AND({cell}="",{seat}<>"",{_begun(cells)},{_lacking(cells)})'
    wrong = f"OR({','.join([*lone, missing, *_of_one_among_others(cells, cell)])})"
    return f"IF(ISERROR({cell}),TRUE,{wrong})"


def what_is_wrong(cells: GameCells) -> list[tuple[str, Phrase]]:
    """Everything that can be wrong with a game, the worst first: a formula and what to say."""
    typed = cells.typed
    parts = ",".join(f"IFERROR({cell}<>INT({cell}),FALSE)" for cell, _ in cells.each())
    text = f'SUMPRODUCT(ISTEXT({typed})*({typed}<>"{LEFT_OUT}"))>0'
    nobody = f'SUMPRODUCT(({typed}<>"")*({cells.seats}=""))>0'
    return [
        (f"OR({text},{parts})", Phrase.WRONG_TEXT),
        (nobody, Phrase.WRONG_EMPTY_SEAT),
        *_of_a_game(cells),
        (f"AND({_begun(cells)},{_lacking(cells)})", Phrase.WRONG_MISSING),
    ]


def failed(cells: Sequence[str]) -> tuple[str, str]:
    """How many of these cells hold a formula without a result, and their names as a formula."""
    count = "+".join(f"ISERROR({cell})" for cell in cells)
    return count, "&".join(f'IF(ISERROR({cell})," {cell}","")' for cell in cells)


def not_begun(cells: GameCells) -> str:
    """People sit at the table and nothing is known of the game."""
    return f"AND(COUNT({cells.seats})>0,COUNT({cells.typed},{cells.known})+{cells.left_out}=0)"


def _begun(cells: GameCells) -> str:
    """Somebody began to type; who is left out of a known game does not count as that."""
    typed = f"COUNT({cells.typed})>0"
    return f"OR({typed},AND({cells.left_out}>0,COUNT({cells.known})=0))"


def _lacking(cells: GameCells) -> str:
    return f"COUNT({cells.typed})+{cells.left_out}<COUNT({cells.seats})"


def flats_said(rules: Rules | None) -> str:
    """The penalties for who never opened, as people read them."""
    if rules is None:
        return ""
    return " / ".join(str(flat).replace("-", "−") for flat in _flats(rules))


def _of_a_cell(cells: GameCells, cell: str, seat: str) -> list[str]:
    """What is wrong with a cell whatever stands in the others."""
    found = [
        f'AND(ISTEXT({cell}),{cell}<>"{LEFT_OUT}")',
        f"IFERROR({cell}<>INT({cell}),FALSE)",
        f'AND({cell}<>"",{seat}="")',
    ]
    if cells.rules is None:
        found.append(_number(cell, f"OR({cell}<1,{cell}>{_places(cells)})"))
    elif counts_tiles(cells.rules):
        others = (f"{cell}<>{flat}" for flat in _flats(cells.rules))
        found.append(_number(cell, f"{cell}<0", *others))
    return found


def _of_one_among_others(cells: GameCells, cell: str) -> list[str]:
    """Which cell is meant where the game as a whole is wrong."""
    if cells.rules is None:
        return [_number(cell, f"COUNTIF({cells.typed},{cell})>1")]
    if not counts_tiles(cells.rules):
        return []
    return [
        _number(cell, f"{cell}=0", f"COUNTIF({cells.typed},0)>1"),
        _number(cell, f"{cell}<0", _nobody_out(cells)),
        _number(cell, f"{cell}>0", _too_high(cells)),
    ]


def _of_a_game(cells: GameCells) -> list[tuple[str, Phrase]]:
    typed = cells.typed
    all_there = f"COUNT({typed})+{cells.left_out}=COUNT({cells.seats})"
    found: list[tuple[str, Phrase]] = []
    if cells.rules is None:
        outside = f'COUNTIF({typed},"<1")+COUNTIF({typed},">"&{_places(cells)})>0'
        twice = f"SUMPRODUCT(ISNUMBER({typed})*(COUNTIF({typed},{typed})>1))>0"
        found += [(outside, Phrase.WRONG_PLACE), (twice, Phrase.WRONG_PLACE_TWICE)]
    elif counts_tiles(cells.rules):
        flats = "+".join(f"COUNTIF({typed},{flat})" for flat in _flats(cells.rules))
        found += [
            (f'COUNTIF({typed},"<0")>{flats}', Phrase.WRONG_NEGATIVE),
            (_too_high(cells), Phrase.WRONG_TOO_HIGH),
            (f"COUNTIF({typed},0)>1", Phrase.WRONG_TWO_OUT),
            (f'AND(COUNTIF({typed},"<0")>0,{_nobody_out(cells)})', Phrase.WRONG_NOBODY_OUT),
        ]
    return [*found, (f"AND(COUNT({typed})=1,{all_there})", Phrase.WRONG_ALONE)]


def _places(cells: GameCells) -> str:
    """The last place there can be."""
    return f"(COUNT({cells.seats})-{cells.left_out})"


def _nobody_out(cells: GameCells) -> str:
    """Everything is typed and nobody went out: then nobody is fined for not opening."""
    return f"COUNTIF({cells.typed},0)=0,NOT({_lacking(cells)})"


def _too_high(cells: GameCells) -> str:
    assert cells.rules is not None
    return f'SUMIF({cells.typed},">0")>{most_on_racks(cells.rules)}'


def _number(cell: str, *conditions: str) -> str:
    return f"AND(ISNUMBER({cell}),{','.join(conditions)})"


def _flats(rules: Rules) -> tuple[int, ...]:
    return tuple(dict.fromkeys((rules.penalties.unopened, rules.penalties.could_have_opened)))
