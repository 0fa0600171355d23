"""Score sheets: one per table and round, with everything needed to type them back."""

from urllib.parse import urlencode

from stolik.app.paper.codes import Phrase, Refusal
from stolik.app.paper.content import Paper, ScoreRow, Scores, ScoreSheet, Words
from stolik.app.paper.source import PaperSource
from stolik.app.paper.wishes import Wish
from stolik.app.texts import text
from stolik.app.tournaments.sheet_checks import row_signs, sheet_code
from stolik.refusal import Violation, refuse
from stolik.rummikub.scoring import Ending
from stolik.tournament.placement import table_policy
from stolik.tournament.progress import Step, due
from stolik.tournament.slips import LETTERS
from stolik.tournament.state import (
    EntrantNumber,
    Round,
    RoundNumber,
    Table,
    TableNumber,
)
from stolik.tournament.tables import table_sizes

_NOBODY = EntrantNumber(0)
_ENDINGS = (Ending.WENT_OUT, Ending.POOL_EMPTY, Ending.TIME_OVER)


def scores(source: PaperSource, wish: Wish) -> Paper:
    """The score sheets of a round; without names for one that is still to be drawn."""
    r = _undrawn(source) if wish.blank else source.round(wish.round)
    tables = [t for t in r.tables if wish.table in (None, int(t.number))]
    if not tables:
        facts = {"table": wish.table or 0, "most": len(r.tables)}
        refuse(Violation(Refusal.NO_TABLE, facts=facts))
    sheets = tuple(_sheet(source, r, table, blank=wish.blank) for table in tables)
    which = [source.say(Phrase.TITLE_SCORES), source.round_title(r)]
    which += [f"{source.say(Phrase.TABLE)} {wish.table}"] if wish.table else []
    which += [source.say(Phrase.MADE_BLANK)] if wish.blank else []
    which += [source.say(Phrase.MADE_TWO)] if wish.two else []
    return Paper("scores", ", ".join(which), source.lang, Scores(_words(source), sheets, wish.two))


def entry_page(source: PaperSource, r: Round, table: Table) -> str:
    """Where the results of a table are entered; empty without a server."""
    query = urlencode({"round": int(r.number), "table": int(table.number)})
    return f"{source.page}?{query}" if source.page else ""


def _undrawn(source: PaperSource) -> Round:
    """The round that comes next, with seats nobody has drawn yet."""
    state = source.state
    stage = due(state).stage
    if not _comes(source):
        refuse(Violation(Refusal.NO_NEXT_ROUND))
    count = len(source.playing())
    tables = tuple(
        Table(TableNumber(n), (_NOBODY,) * size)
        for n, size in enumerate(table_sizes(count, table_policy(state.format)), start=1)
    )
    number = len([r for r in state.rounds if r is not state.draft]) + 1
    return Round(RoundNumber(number), stage, tables, state.format.stages[stage].games)


def _comes(source: PaperSource) -> bool:
    """Whether another round is to be drawn."""
    state, step = source.state, due(source.state)
    if step.step is not Step.PLAY:
        return step.step in (Step.DRAW, Step.PUBLISH, Step.CUT)
    stages = state.format.stages
    here = len(state.rounds_of(step.stage))
    return step.stage + 1 < len(stages) or here < stages[step.stage].rounds


def _sheet(source: PaperSource, r: Round, table: Table, *, blank: bool) -> ScoreSheet:
    code = "" if blank else sheet_code(source.state, r, table)
    address = "" if blank else entry_page(source, r, table)
    return ScoreSheet(
        title=f"{source.occasion} · {source.round_title(r)}",
        table=f"{source.say(Phrase.TABLE)} {table.number}",
        code=source.say(Phrase.SHEET_CODE, code=code) if code else "",
        rows=_rows(source, r, table, blank=blank),
        games=tuple(source.say(Phrase.GAME, game=n) for n in range(1, r.games + 1)),
        figures=_figures(source),
        totals=_totals(source),
        endings=_endings(source),
        signature=source.say(Phrase.SIGNATURE),
        qr=address,
        qr_note=source.say(Phrase.QR_ENTRY) if address else "",
        notes=_notes(source),
        marks=(*source.commitments_of(int(r.number), int(table.number)), source.foot()),
    )


def _rows(source: PaperSource, r: Round, table: Table, *, blank: bool) -> tuple[ScoreRow, ...]:
    if blank:
        people: tuple[tuple[str, str, str], ...] = (("", "", ""),) * len(table.seats)
    else:
        signs, names = row_signs(source.state, r, table), source.names()
        people = tuple((str(n), names[n], signs[n]) for n in table.seats)
    here = range(len(people)) if blank else source.seats_played(r, table)
    return tuple(
        ScoreRow(
            LETTERS[seat],
            *people[seat],
            _starts(source, row, len(here), r.games)
            if source.starts(table)
            else (False,) * r.games,
        )
        for row, seat in enumerate(here)
    )


def _starts(source: PaperSource, seat: int, seats: int, games: int) -> tuple[bool, ...]:
    """The first seat starts game 1; where the start moves on, the next one game 2, and so on."""
    rotates = source.rules is None or source.rules.seating.starter_rotates
    return tuple(seat == (game % seats if rotates else 0) for game in range(games))


def _words(source: PaperSource) -> Words:
    return Words(
        seat=source.say(Phrase.SEAT),
        number=source.say(Phrase.NUMBER),
        name=source.say(Phrase.NAME),
        sign=source.say(Phrase.SIGN),
        total=source.say(Phrase.TOTAL),
        control=source.say(Phrase.CONTROL),
        ending=source.say(Phrase.ENDING),
        referee=source.say(Phrase.REFEREE_SIGNS),
        remarks=source.say(Phrase.REMARKS),
    )


def _figures(source: PaperSource) -> tuple[str, ...]:
    if source.board is not None:
        return tuple(source.say(p) for p in (Phrase.ARRIVAL, Phrase.PLACE, Phrase.POINTS))
    if source.rules is None:
        return source.say(Phrase.PLACE), source.say(Phrase.POINTS)
    return tuple(source.say(p) for p in (Phrase.RACK, Phrase.SMALL, Phrase.BIG))


def _totals(source: PaperSource) -> tuple[str, ...]:
    if source.rules is None:
        return (source.say(Phrase.POINTS),)
    return source.say(Phrase.SMALL), source.say(Phrase.BIG)


def _endings(source: PaperSource) -> tuple[str, ...]:
    if source.rules is None:
        return ()
    return tuple(text(f"ending.{ending}", source.lang) for ending in _ENDINGS)


def _notes(source: PaperSource) -> tuple[str, ...]:
    if source.board is not None:
        return source.say(Phrase.NOTE_PLACES), source.say(Phrase.NOTE_ARRIVAL)
    if source.rules is None:
        return (source.say(Phrase.NOTE_PLACES), source.say(Phrase.NOTE_STARTS))
    penalties = source.rules.penalties
    flat = source.say(
        Phrase.NOTE_FLAT,
        unopened=penalties.unopened,
        could=penalties.could_have_opened,
        joker=penalties.joker_on_rack,
        instead=text(f"paper.flat.{penalties.flat}", source.lang),
    )
    counted = text(f"paper.unfinished.{source.rules.points.unfinished}", source.lang)
    unfinished = f"{source.say(Phrase.NOTE_UNFINISHED)} {counted}"
    starts = Phrase.NOTE_STARTS if source.starter_known else Phrase.TILES_DECIDE
    return flat, unfinished, source.say(Phrase.NOTE_CONTROL), source.say(starts)
