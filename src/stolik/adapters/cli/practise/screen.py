"""The table drawn for a terminal: colour and letter together, so that either is enough."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from stolik.adapters.cli.practise.draft import DraftedMove, sorted_rack
from stolik.adapters.cli.practise.phrases import Phrase
from stolik.app.plurals import with_minus
from stolik.app.reading.exact import write_exact
from stolik.app.texts import text
from stolik.rummikub.events import SeatResult
from stolik.rummikub.melds import Meld, read_meld
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import JOKER, Tile, Tiles, without
from stolik.rummikub.view import SeatView, TableView
from stolik.seats import Seat

_BONE = "on #f4ecd8"
_INK = {
    "k": f"bold #1c1c1c {_BONE}",
    "b": f"bold #0b4f9e {_BONE}",
    "o": f"bold #b45309 {_BONE}",
    "r": f"bold #c1121f {_BONE}",
    JOKER: f"bold #7b2cbf {_BONE}",
}
_FELT = "on #14472f"
_MOST_BACKS = 20
_PANEL = 3  # its sides; the blank after the last cell may touch them
_ROOMY = 3  # lines of melds that are set apart by blank ones


@dataclass(frozen=True, slots=True)
class Look:
    """What a screen shows besides the table itself."""

    rules: RulesProfile
    lang: str
    names: Sequence[str]  # one per seat
    me: Seat
    seed: str
    width: int
    by_number: bool = False  # the rack sorted for groups


class Tone(Enum):
    """How a line under the table sounds: its mark and its style."""

    NEWS = "· ", ""
    BAD = "✗ ", "bold red"
    HINT = "» ", "dim"
    PLAIN = "", ""


@dataclass(frozen=True, slots=True)
class News:
    """A line under the table."""

    words: str
    tone: Tone = Tone.NEWS


def screen(
    view: TableView, move: DraftedMove, news: Iterable[News], *, look: Look
) -> RenderableType:
    """The whole table as the player sees it."""
    title = text(Phrase.TITLE, look.lang, profile=look.rules.id, seed=look.seed)
    lines = [_line(item) for item in news]
    return Group(
        Rule(Text(title), style="green"),
        _seats(view, look),
        Panel(
            _tableau(move, look),
            title=text(Phrase.TABLE, look.lang),
            title_align="left",
            subtitle=_pool(view, look),
            subtitle_align="right",
            style=f"white {_FELT}",
        ),
        Panel(
            _rack(move, view.seats[look.me].last_drawn or (), look),
            title=text(Phrase.RACK, look.lang),
            title_align="left",
        ),
        *lines,
    )


def _line(item: News) -> Text:
    mark, style = item.tone.value
    return Text(f"{mark}{item.words}", style=style)


def tile_text(tile: Tile, *, marked: bool = False) -> Text:
    """One tile: its letter and number on bone; a marked one is underlined."""
    style = _INK.get(tile[0], f"bold {_BONE}")
    return Text(f" {tile:<3}", style=f"{style} underline" if marked else style)


def tiles_text(tiles: Iterable[Tile], *, marked: Tiles = ()) -> Text:
    """Tiles side by side; of equal ones as many are marked as `marked` holds."""
    shown: list[Text] = []
    for tile in tiles:
        is_marked = tile in marked
        marked = without(marked, (tile,)) if is_marked else marked
        shown.append(tile_text(tile, marked=is_marked))
    return Text(" ").join(shown)


def sheet(results: Sequence[SeatResult], view: TableView, *, look: Look) -> RenderableType:
    """The end of a game: racks, places, points and verdicts with their proofs."""
    ending = text(f"ending.{view.ending}", look.lang)
    columns = (Phrase.COLUMN_SEAT, Phrase.COLUMN_PLACE, Phrase.COLUMN_SMALL, Phrase.COLUMN_BIG)
    table = Table(*(text(column, look.lang) for column in columns), expand=True)
    table.add_column(text(Phrase.COLUMN_RACK, look.lang), ratio=1)
    for result in sorted(results, key=lambda r: r.score.place):
        table.add_row(
            f"{result.seat + 1} {look.names[result.seat]}",
            str(result.score.place),
            with_minus(write_exact(result.score.small_points)),
            with_minus(write_exact(result.score.big_points)),
            tiles_text(_sorted(view.seats[result.seat].rack or (), look)),
        )
    verdicts = [line for result in results for line in _verdict(result, look)]
    return Group(
        Rule(text(Phrase.ENDED, look.lang, ending=ending), style="green"), table, *verdicts
    )


def _verdict(result: SeatResult, look: Look) -> Iterable[RenderableType]:
    if result.verdict is None:
        return
    yield Text(
        text(
            Phrase.VERDICT,
            look.lang,
            seat=result.seat + 1,
            points=result.verdict.small_points,
            rule=text(f"verdict.rule.{result.verdict.rule}", look.lang),
            article=result.verdict.article,
        )
    )
    if result.verdict.melds:
        proof = Text("   ").join(tiles_text(meld) for meld in result.verdict.melds)
        yield Text.assemble("  ", text(Phrase.PROOF, look.lang), " ", proof)


def _seats(view: TableView, look: Look) -> Table:
    grid = Table.grid(padding=(0, 2))
    for number, seat in enumerate(view.seats):
        grid.add_row(
            Text("▶" if number == view.turn else " ", style="bold green"),
            f"{number + 1} {look.names[number]}",
            Text("▮" * min(seat.tiles, _MOST_BACKS), style="#b8a98a"),
            str(seat.tiles),
            Text(_standing(seat, look), style="dim"),
        )
    return grid


def _standing(seat: SeatView, look: Look) -> str:
    if seat.announced:
        return text(Phrase.ANNOUNCED, look.lang)
    return text(Phrase.OPENED if seat.opened else Phrase.UNOPENED, look.lang)


def _pool(view: TableView, look: Look) -> str:
    pool = view.middle.tiles + sum(stack.tiles for stack in view.bank)
    shown = text(Phrase.POOL, look.lang, pool=pool, left=view.middle.tiles)
    if view.middle.tiles or not view.bank:
        return shown
    numbers = tuple(str(stack.number) for stack in view.bank)
    return f"{shown} · {text(Phrase.STACKS, look.lang, stacks=numbers)}"


def _tableau(move: DraftedMove, look: Look) -> Text:
    """Numbered melds, as many in a line as there is room for; what is no meld gets a cross."""
    if not move.melds:
        return Text(text(Phrase.TABLE_EMPTY, look.lang), style="italic")
    marked = move.own
    cells: list[Text] = []
    for number, meld in enumerate(move.melds, start=1):
        valid = isinstance(read_meld(meld, look.rules), Meld)
        label = Text(f"{number:>2} " if valid else f"✗{number} ", style="" if valid else "bold red")
        cells.append(Text.assemble(label, tiles_text(meld, marked=marked), "  "))
        marked = without(marked, meld)
    lines = _flowed(cells, look)
    return Text("\n\n" if len(lines) <= _ROOMY else "\n").join(lines)


def _rack(move: DraftedMove, drawn: Tiles, look: Look) -> Text:
    cells: list[Text] = []
    for tile in _sorted(move.rack, look):
        cells.append(Text.assemble(tile_text(tile, marked=tile in drawn), " "))
        drawn = without(drawn, (tile,))
    lines = _flowed(cells, look)
    if move.hand:
        lines.append(Text.assemble(text(Phrase.HAND, look.lang), " ", tiles_text(move.hand)))
    return Text("\n").join(lines)


def _flowed(cells: Iterable[Text], look: Look) -> list[Text]:
    """As many cells in a line as there is room for inside a panel."""
    lines = [Text()]
    for cell in cells:
        if lines[-1].cell_len and lines[-1].cell_len + cell.cell_len > look.width - _PANEL:
            lines.append(Text())
        lines[-1].append_text(cell)
    return lines


def _sorted(rack: Tiles, look: Look) -> Tiles:
    return sorted_rack(rack, look.rules, by_number=look.by_number)
