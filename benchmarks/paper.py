"""How long printing takes: 64 score sheets beside fpdf2 and reportlab, and a set for 100 players.

    python -m benchmarks.paper

All three draw the same content from the same data: the same rows, boxes, words and QR codes, with
the same font, in one run, each in the best of three turns. Targets: 64 score sheets in under 2 s,
everything that can be printed for 100 players in under 5 s.
"""

import io
import json
import platform
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from random import Random
from time import perf_counter

import segno
from fpdf import FPDF
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from stolik.adapters.pdf.rendering import pdf
from stolik.app.paper.content import Paper, Scores, ScoreSheet
from stolik.app.paper.documents import everything, paper
from stolik.app.paper.source import PaperSource
from stolik.app.paper.wishes import Wish
from stolik.app.tournaments.logbook import Logbook
from tests.tournament.hall import Session

SHEETS_S, SET_S = 2.0, 5.0
OUT = Path(__file__).parent / "out" / "paper.json"
FONTS = Path(__file__).parents[1] / "src" / "stolik" / "data" / "paper" / "fonts"
REGULAR, BOLD = FONTS / "DejaVuSansCondensed.ttf", FONTS / "DejaVuSansCondensed-Bold.ttf"
WIDE, TALL, HEAD, ROW = 297.0, 210.0, 38.0, 19.0
TURNS = 3


def main() -> int:
    """Measure; 1 if a target is missed."""
    sheets = [score_sheets(turn) for turn in range(TURNS)]
    drawn: dict[str, Callable[[Paper], bytes]] = {
        f"stolik (typst {version('typst')})": pdf,
        f"fpdf2 {version('fpdf2')}": by_fpdf2,
        f"reportlab {version('reportlab')}": by_reportlab,
    }
    rows = [
        {"what": "64 score sheets", "by": name, **best(draw, sheets)}
        for name, draw in drawn.items()
    ]
    rows.append({"what": "full set, 100 players", "by": next(iter(drawn)), **full_set()})
    for row in rows:
        print(f"{row['what']:<22} {row['by']:<24} {row['s']:>7.3f} s {row['kB']:>7} kB")
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps({"python": platform.python_version(), "rows": rows}, indent=1))
    return int(rows[0]["s"] > SHEETS_S or rows[-1]["s"] > SET_S)


def score_sheets(turn: int) -> Paper:
    """64 sheets with names nobody has drawn yet: what typst remembers would be no work."""
    made = paper("scores", source(begun("eliminacje", 256, first=1 + 1000 * turn)), Wish())
    assert isinstance(made.body, Scores)
    assert len(made.body.sheets) == 64
    return made


def best(draw: Callable[[Paper], bytes], turns: list[Paper]) -> dict[str, float]:
    times, size = [], 0
    for made in turns:
        begun_at = perf_counter()
        size = len(draw(made))
        times.append(perf_counter() - begun_at)
    return {"s": min(times), "first_s": times[0], "kB": size // 1000}


def full_set() -> dict[str, float]:
    """Contents and drawing of everything, while the first round runs and when all is over."""
    halls = (begun("grandprix", 100), over("grandprix", 100))
    begun_at, size, files = perf_counter(), 0, 0
    for hall in halls:
        for _, made in everything(source(hall), Wish()):
            size += len(pdf(made))
            files += 1
    return {"s": perf_counter() - begun_at, "kB": size // 1000, "files": files}


def source(hall: Session) -> PaperSource:
    book = hall.book
    page = "http://192.168.1.5:8000/tournament/0123456789abcdef"
    return PaperSource(
        book.desk, "Turniej", "pl", book.counting.rules, book.counting.board, "0f" * 32, page
    )


def begun(shape: str, entrants: int, first: int = 1) -> Session:
    hall = Session(Logbook(None), "pl")
    hall.answer({"do": "create", "format": shape, "seed": str(first)})
    for n in range(first, first + entrants):
        hall.answer({"do": "enter", "name": f"Zażółć Zawodnik {n}", "club": "SP 3 Łódź"})
    hall.answer({"do": "draw"})
    hall.answer({"do": "publish"})
    return hall


def over(shape: str, entrants: int) -> Session:
    """Every round played; ties that matter are broken by lot."""
    hall, chance = begun(shape, entrants), Random(1)
    while (step := hall.answer({"do": "check"})["next"]) != "nothing":
        if step == "play":
            played(hall, chance)
        else:
            hall.answer({"do": step})
    return hall


def played(hall: Session, chance: Random) -> None:
    r = hall.desk.state.rounds[-1]
    for table in r.tables:
        for game in range(1, r.games + 1):
            winner = chance.choice(table.seats)
            seats = [
                {"entrant": n, "rack_sum": 0 if n == winner else chance.randint(1, 90)}
                for n in table.seats
            ]
            place = {"round": r.number, "table": table.number, "game": game}
            hall.answer({"do": "result", **place, "seats": seats})


# --- the peers: the same sheet with lines, boxes and words placed by hand -------------------------


def columns(sheet: ScoreSheet) -> list[float]:
    """Widths in mm: seat, number, name, sign, the boxes of all games, totals, signature."""
    boxes = len(sheet.games) * len(sheet.figures) + len(sheet.totals)
    fixed = [13.0, 10.0, 40.0, 11.0]
    left = WIDE - 24 - sum(fixed) - 26
    return [*fixed, *([left / boxes] * boxes), 26.0]


def modules(sheet: ScoreSheet) -> list[tuple[int, int]]:
    """The dark squares of the QR code."""
    matrix = segno.make(sheet.qr, error="m", micro=False).matrix
    return [(x, y) for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark]


def words(sheet: ScoreSheet) -> list[tuple[float, float, float, bool, str]]:
    """(x, y, size, bold, text) of everything that is written on the sheet."""
    found = [
        (12.0, 20.0, 24.0, True, sheet.table),
        (12.0, 27.0, 10.5, False, sheet.title),
        (180.0, 20.0, 15.0, True, sheet.code),
        (200.0, 27.0, 8.0, False, sheet.qr_note),
    ]
    widths = columns(sheet)
    at = [12 + sum(widths[:i]) for i in range(len(widths))]
    heads = [*(sheet.figures * len(sheet.games)), *sheet.totals]
    found += [(at[4 + i] + 1, HEAD + 11, 6.5, False, word) for i, word in enumerate(heads)]
    for i, game in enumerate(sheet.games):
        found.append((at[4 + i * len(sheet.figures)] + 8, HEAD + 5, 9.0, True, game))
        for n, ending in enumerate(sheet.endings):
            found.append((40 + i * 70.0, 150 + n * 5.0, 8.0, False, ending))
    for n, row in enumerate(sheet.rows):
        y = HEAD + 13 + n * ROW + 11
        cells = zip(at, (row.seat, row.number, row.name, row.sign), strict=False)
        found += [(x + 1, y, 10.0, True, word) for x, word in cells]
        found += [
            (at[4 + g * len(sheet.figures)] + 1, y - 6, 8.0, False, "▶")
            for g, starts in enumerate(row.starts)
            if starts
        ]
    found += [(12.0, 188 + n * 4.0, 8.0, False, note) for n, note in enumerate(sheet.notes)]
    found += [(12.0, 202 + n * 3.0, 6.0, False, mark) for n, mark in enumerate(sheet.marks)]
    return found


def boxes(sheet: ScoreSheet) -> list[tuple[float, float, float, float]]:
    """(x, y, width, height) of every box of the table."""
    widths, found = columns(sheet), []
    for n in range(len(sheet.rows) + 2):
        y = HEAD + (0 if n == 0 else 13 + (n - 1) * ROW)
        height = 13 if n == 0 else 9 if n > len(sheet.rows) else ROW
        for i, width in enumerate(widths):
            found.append((12 + sum(widths[:i]), y, width, height))
    return found


def by_fpdf2(made: Paper) -> bytes:
    assert isinstance(made.body, Scores)
    document = FPDF(orientation="L", format="A4")
    document.add_font("dejavu", "", str(REGULAR))
    document.add_font("dejavu", "B", str(BOLD))
    document.set_auto_page_break(False)
    for sheet in made.body.sheets:
        document.add_page()
        for box in boxes(sheet):
            document.rect(*box)
        for x, y, size, bold, text in words(sheet):
            document.set_font("dejavu", "B" if bold else "", size)
            document.text(x, y, text)
        for x, y in modules(sheet):
            document.rect(260 + x * 0.6, 8 + y * 0.6, 0.6, 0.6, style="F")
    return bytes(document.output())


def by_reportlab(made: Paper) -> bytes:
    assert isinstance(made.body, Scores)
    pdfmetrics.registerFont(TTFont("dejavu", str(REGULAR)))
    pdfmetrics.registerFont(TTFont("dejavu-bold", str(BOLD)))
    sink = io.BytesIO()
    canvas = Canvas(sink, pagesize=landscape(A4))
    for sheet in made.body.sheets:
        for x, y, width, height in boxes(sheet):
            canvas.rect(x * mm, (TALL - y - height) * mm, width * mm, height * mm)
        for x, y, size, bold, text in words(sheet):
            canvas.setFont("dejavu-bold" if bold else "dejavu", size)
            canvas.drawString(x * mm, (TALL - y) * mm, text)
        for x, y in modules(sheet):
            side = 0.6 * mm
            canvas.rect((260 + x * 0.6) * mm, (TALL - 8 - y * 0.6) * mm, side, side, 0, 1)
        canvas.showPage()
    canvas.save()
    return sink.getvalue()


if __name__ == "__main__":
    sys.exit(main())
