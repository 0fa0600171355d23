"""What is left of a tournament: the final protocol, diplomas and the result form to send."""

import csv
import io
from typing import Any

from stolik.app import answers
from stolik.app.paper.codes import Phrase, Refusal
from stolik.app.paper.content import (
    Blanks,
    Block,
    Column,
    Diploma,
    Grid,
    Heading,
    Items,
    Page,
    Paper,
    Paragraph,
    Wish,
)
from stolik.app.paper.lists import standings_grid
from stolik.app.paper.source import LETTERS, Source, shown
from stolik.app.texts import text
from stolik.refusal import Violation, refuse
from stolik.tournament.standings import standings
from stolik.tournament.state import Round, RoundStatus

_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would take for one
_PODIUM = 3
_SHARES = {Phrase.NAME: 3, Phrase.CLUB: 2}


def protocol(source: Source, wish: Wish) -> Paper:
    """The final protocol: titles, standings, every result, every penalty, signatures."""
    del wish
    _finished(source)
    blocks: list[Block] = [
        Items(tuple((line, "") for line in _facts(source))),
        Heading(source.say(Phrase.TITLES)),
        _titles(source),
        Heading(source.say(Phrase.TITLE_STANDINGS)),
        standings_grid(source),
    ]
    for r in source.state.rounds:
        if r.status is RoundStatus.PUBLISHED:
            blocks += [Heading(source.round_title(r)), _results(source, r)]
    blocks += _penalties(source)
    signed = (source.say(Phrase.HEAD_JUDGE), source.say(Phrase.ORGANISER))
    blocks.append(Blanks(signed, across=2))
    page = Page(source.say(Phrase.TITLE_PROTOCOL), source.event, tuple(blocks))
    return source.pages(Phrase.TITLE_PROTOCOL, page)


def diplomas(source: Source, wish: Wish) -> Paper:
    """A diploma for each title, or for each place down to the one that is wished."""
    _finished(source)
    told = answers.titles(source.desk, source.lang)["titles"]
    titles = {row["entrant"]: row["text"] for row in told}
    names, rows = source.names(), standings(source.state)
    last = wish.places or (0 if titles else _PODIUM)
    made = tuple(
        Diploma(
            heading=source.say(Phrase.DIPLOMA),
            name=names[row.entrant],
            lines=(
                source.say(Phrase.FOR_PLACE, place=row.place, of=len(rows)),
                *((titles[row.entrant],) if row.entrant in titles else ()),
            ),
            event=source.event,
            signatures=(source.say(Phrase.HEAD_JUDGE), source.say(Phrase.ORGANISER)),
        )
        for row in rows
        if row.place <= last or (not wish.places and row.entrant in titles)
    )
    return Paper("diplomas", source.say(Phrase.TITLE_DIPLOMAS), source.lang, made)


def form(source: Source, wish: Wish) -> Paper:
    """The result form of a qualifying tournament, with lines for what we do not know."""
    del wish
    facts = form_facts(source)
    heads = (Phrase.PLACE, Phrase.NAME, Phrase.CLUB, Phrase.BIG, Phrase.SMALL)
    grid = Grid(
        tuple(Column(source.say(head), _SHARES.get(head, 0)) for head in heads),
        tuple(
            (
                str(row["place"]),
                row["name"],
                row["club"],
                row["big_points"].replace("-", "−"),
                row["small_points"].replace("-", "−"),
            )
            for row in facts["places"]
        ),
    )
    event = tuple(source.say(p) for p in (Phrase.FORM_TOWN, Phrase.FORM_DATE, Phrase.FORM_BY))
    contact = (Phrase.FORM_BORN, Phrase.FORM_ADDRESS, Phrase.FORM_PHONE, Phrase.FORM_MAIL)
    blocks: list[Block] = [
        Paragraph(source.say(Phrase.FORM_COUNT, entrants=facts["entrants"], games=facts["games"])),
        Blanks(event, across=3),
        grid,
    ]
    for row in facts["places"]:
        blocks.append(Heading(source.say(Phrase.FORM_PERSON, place=row["place"], name=row["name"])))
        blocks.append(Blanks(tuple(source.say(p) for p in contact), across=2))
    blocks.append(Blanks((source.say(Phrase.HEAD_JUDGE), source.say(Phrase.ORGANISER)), across=2))
    page = Page(source.say(Phrase.TITLE_FORM), source.event, tuple(blocks))
    return source.pages(Phrase.TITLE_FORM, page)


def form_facts(source: Source) -> dict[str, Any]:
    """The form as data to send: the first places, and what they were won in."""
    _finished(source)
    state, names = source.state, source.names()
    rows = standings(state)
    going = set(state.going) or {row.entrant for row in rows if row.place <= _PODIUM}
    return {
        "tournament": source.event,
        "format": state.format.id,
        "entrants": len(rows),
        "games": sum(bool(g.lines) for r in state.rounds for g in r.results.values()),
        "places": [
            {
                "place": row.place,
                "name": names[row.entrant],
                "club": source.club(row.entrant),
                "big_points": shown(row.big_points).replace("−", "-"),
                "small_points": shown(row.small_points).replace("−", "-"),
            }
            for row in rows
            if row.entrant in going
        ],
        "head": source.head,
    }


def form_csv(source: Source) -> str:
    """The same as a spreadsheet reads it; nothing a player wrote becomes a formula."""
    facts, written = form_facts(source), io.StringIO()
    table = csv.writer(written, delimiter=";", lineterminator="\r\n")
    heads = ("place", "name", "club", "big_points", "small_points")
    table.writerow((*heads, "tournament", "entrants", "head"))
    for row in facts["places"]:
        own = (row["place"], _text_cell(row["name"]), _text_cell(row["club"]))
        points = (row["big_points"], row["small_points"])
        event = (_text_cell(facts["tournament"]), facts["entrants"], facts["head"])
        table.writerow((*own, *points, *event))
    return written.getvalue()


def _finished(source: Source) -> None:
    if not source.state.finished:
        refuse(Violation(Refusal.NOT_FINISHED))


def _facts(source: Source) -> tuple[str, ...]:
    state = source.state
    profile = source.rules or source.board
    return (
        source.say(Phrase.FACT_FORMAT, format=state.format.title),
        *((source.say(Phrase.FACT_RULES, rules=profile.title),) if profile else ()),
        source.say(Phrase.FACT_ENTRANTS, entrants=len(standings(state))),
        source.say(Phrase.FACT_SEED, seed=state.seed),
    )


def _titles(source: Source) -> Grid:
    told, state = answers.titles(source.desk, source.lang), source.state
    names = source.names()
    rows = [(str(row["place"]), names[row["entrant"]], str(row["text"])) for row in told["titles"]]
    qualified = text("title.qualification", source.lang)
    rows += [("", names[n], qualified) for n in state.going]
    heads = (Phrase.PLACE, Phrase.NAME, Phrase.HONOUR)
    columns = tuple(Column(source.say(head), int(head is Phrase.NAME)) for head in heads)
    return Grid(columns, tuple(rows))


def _results(source: Source, r: Round) -> Grid:
    """A round's results: small points and, in brackets, big points of each game."""
    names = source.names()
    games = range(1, r.games + 1)
    rows = []
    for table in r.tables:
        for seat, n in enumerate(table.seats):
            given = {
                int(game): line
                for (number, game), result in r.results.items()
                for line in result.lines
                if number == table.number and line.entrant == n
            }
            cells = (
                f"{shown(line.small_points)} ({shown(line.big_points)})"
                if (line := given.get(game))
                else "–"
                for game in games
            )
            rows.append((f"{table.number}{LETTERS[seat]}", str(n), names[n], *cells))
    heads = (Phrase.TABLE, Phrase.NUMBER, Phrase.NAME)
    columns = (
        *(Column(source.say(head), int(head is Phrase.NAME)) for head in heads),
        *(Column(source.say(Phrase.GAME, game=game), align="right") for game in games),
    )
    return Grid(columns, tuple(rows))


def _penalties(source: Source) -> list[Block]:
    given = source.state.penalties
    if not given:
        return [Heading(source.say(Phrase.PENALTIES)), Paragraph(source.say(Phrase.NO_PENALTIES))]
    names = source.names()
    items = []
    for p in given:
        step = text(f"ladder.{p.step}", source.lang)
        when = Phrase.PENALTY_LINE if p.round else Phrase.PENALTY_BEFORE
        line = source.say(when, round=p.round, name=names[p.entrant], step=step)
        taken_back = source.say(Phrase.CANCELLED, reason=p.cancelled) if p.cancelled else ""
        items.append((line, " · ".join(part for part in (p.reason, taken_back) if part)))
    return [Heading(source.say(Phrase.PENALTIES)), Items(tuple(items))]


def _text_cell(words: str) -> str:
    """What a player wrote stays text: a leading apostrophe keeps a spreadsheet from counting."""
    return f"'{words}" if words.startswith(_FORMULA) else words
