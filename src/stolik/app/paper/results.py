"""What is left of a tournament: the final protocol, diplomas and the result form to send."""

import csv
import io
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from stolik.app.codes import Phrase as Said
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
)
from stolik.app.paper.held import held, held_lines, partners, prizes, signatures, worth
from stolik.app.paper.ledger import corrections, left, penalties, reports, ties
from stolik.app.paper.lists import standings_grid
from stolik.app.paper.source import PaperSource, shown
from stolik.app.paper.teams import team_blocks, team_diplomas
from stolik.app.paper.wishes import Wish
from stolik.app.people.winners import form_rows
from stolik.app.reading.exact import write_exact
from stolik.app.texts import text
from stolik.app.tournaments.telling import ranking
from stolik.refusal import Violation, refuse
from stolik.tournament.cut import still_here
from stolik.tournament.slips import LETTERS
from stolik.tournament.standings import standings
from stolik.tournament.state import EntrantNumber, Round, RoundStatus

_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would take for one
_PODIUM = 3
_SAYS_THE_PLACE = ("second", "third", "prize")  # a diploma has the place in its first line
_DETAILS = ("born", "address", "phone", "mail")  # of winners, as long as they are kept
_SHARES = {Phrase.NAME: 3, Phrase.CLUB: 2}


def protocol(source: PaperSource, wish: Wish) -> Paper:
    """The final protocol: titles, standings, results, ties, penalties, who left, signatures."""
    del wish
    _finished(source)
    blocks: list[Block] = [
        Items(tuple((line, "") for line in _facts(source))),
        Heading(source.say(Phrase.TITLES)),
        _titles(source),
        *prizes(source),
        Heading(source.say(Phrase.TITLE_STANDINGS)),
        standings_grid(source),
        *team_blocks(source),
    ]
    for r in source.state.rounds:
        if r.status is RoundStatus.PUBLISHED:
            blocks += [Heading(source.round_title(r)), _results(source, r)]
    blocks += [*ties(source), *corrections(source), *penalties(source), *reports(source)]
    blocks += left(source)
    blocks.append(Blanks(signatures(source), across=2))
    page = Page(source.say(Phrase.TITLE_PROTOCOL), source.occasion, tuple(blocks))
    return source.pages(Phrase.TITLE_PROTOCOL, page)


def diplomas(source: PaperSource, wish: Wish) -> Paper:
    """A diploma for each title, or for each place down to the one that is wished."""
    _finished(source)
    told = ranking.titles(source.desk, source.lang).titles
    titled = {row.entrant for row in told}
    titles = {row.entrant: row.text for row in told if row.title not in _SAYS_THE_PLACE}
    names, state = source.names(), source.state
    everybody = len(standings(state))
    rows = still_here(state, standings(state))  # who left has no title, and nobody a gap above him
    if wish.places is not None and not 1 <= wish.places <= len(rows):
        refuse(Violation(Refusal.NO_PLACE, facts={"place": wish.places, "last": len(rows)}))
    last = wish.places or _PODIUM
    made = tuple(
        Diploma(
            heading=source.say(Phrase.DIPLOMA),
            name=names[row.entrant],
            lines=(
                source.say(Phrase.FOR_PLACE, place=row.place, of=everybody),
                *((titles[row.entrant],) if row.entrant in titles else ()),
                *(worth(source, prize) for prize in source.details.prizes_for(row.place)),
            ),
            event=source.event,
            signatures=signatures(source),
            when=" · ".join(x for x in (source.details.place, source.day) if x),
            partners=partners(source),
            under=source.state.entrants[row.entrant].club,
            design=wish.design,
        )
        for row in rows
        if row.place <= last or (not wish.places and row.entrant in titled)
    )
    of_teams = tuple(team_diplomas(source, wish.places or _PODIUM, wish.design))
    return Paper("diplomas", _which_diplomas(source, wish), source.lang, (*made, *of_teams))


def _which_diplomas(source: PaperSource, wish: Wish) -> str:
    """As their file is called: the same people, made otherwise, are another file."""
    which = [source.say(Phrase.TITLE_DIPLOMAS)]
    if wish.places:
        which.append(source.say(Phrase.MADE_TO_PLACE, place=wish.places))
    match wish.design:
        case "band":
            which.append(source.say(Phrase.MADE_BAND))
        case "plain":
            which.append(source.say(Phrase.MADE_PLAIN))
        case "frame":
            pass
    return ", ".join(which)


def form(source: PaperSource, wish: Wish) -> Paper:
    """The result form of a qualifying tournament, with lines for what we do not know."""
    del wish
    facts = form_facts(source)
    heads = (Phrase.PLACE, Phrase.NAME, Phrase.CLUB, *source.points_heads)
    grid = Grid(
        tuple(Column(source.say(head), _SHARES.get(head, 0)) for head in heads),
        tuple(
            (
                str(row["place"]),
                row["name"],
                row["club"],
                *source.figures(row["big_points"], row["small_points"]),
            )
            for row in facts["places"]
        ),
    )
    contact = (Phrase.FORM_BORN, Phrase.FORM_ADDRESS, Phrase.FORM_PHONE, Phrase.FORM_MAIL)
    blocks: list[Block] = [
        Paragraph(source.say(Phrase.FORM_COUNT, entrants=facts["entrants"], games=facts["games"])),
        *held(source),
        grid,
    ]
    asked = tuple(source.say(p) for p in contact)
    for row, told in zip(form_rows(source.state), facts["places"], strict=True):
        heading = source.say(Phrase.FORM_PERSON, place=row.place, name=told["name"])
        blocks += [Heading(heading), *_found_at(source, asked, row.entrant)]
    blocks += [Paragraph(source.say(Phrase.FORM_DATA)), Blanks(signatures(source), across=2)]
    page = Page(source.say(Phrase.TITLE_FORM), source.occasion, tuple(blocks))
    return source.pages(Phrase.TITLE_FORM, page)


def _found_at(
    source: PaperSource, asked: tuple[str, ...], entrant: EntrantNumber
) -> Iterator[Block]:
    """Where to find somebody: what is known, and lines for what is not."""
    known = source.winners.get(int(entrant), ("",) * len(asked))
    pairs = list(zip(asked, known, strict=True))
    told = tuple((f"{head}: {words}", "") for head, words in pairs if words)
    open_lines = tuple(head for head, words in pairs if not words)
    if told:
        yield Items(told)
    if open_lines:
        yield Blanks(open_lines, across=2)


def form_facts(source: PaperSource) -> dict[str, Any]:
    """The form as data to send: the first places, and what they were won in."""
    _finished(source)
    state, names = source.state, source.names()
    return {
        "tournament": source.event,
        "date": source.details.date,
        "place": source.details.place,
        "organiser": source.details.organiser,
        "head_judge": source.details.head_judge,
        "format": state.format.id,
        "entrants": len(standings(state)),
        "games": sum(bool(g.lines) for r in state.rounds for g in r.results.values()),
        "places": [
            {
                "place": row.place,
                "name": names[row.entrant],
                "club": source.club(row.entrant),
                "big_points": write_exact(Fraction(row.big_points)),
                "small_points": write_exact(Fraction(row.small_points)),
                **dict(zip(_DETAILS, source.winners.get(int(row.entrant), ()), strict=False)),
            }
            for row in form_rows(state)
        ],
        "head": source.head,
    }


def form_csv(source: PaperSource) -> str:
    """The same as a spreadsheet reads it; nothing a player wrote becomes a formula."""
    facts, written = form_facts(source), io.StringIO()
    table = csv.writer(written, delimiter=";", lineterminator="\r\n")
    heads = ("place", "name", "club", "big_points", "small_points")
    said = ("date", "place", "organiser", "head_judge")
    table.writerow((*heads, "tournament", *(f"event_{name}" for name in said), "entrants", "head"))
    for row in facts["places"]:
        own = (row["place"], _text_cell(row["name"]), _text_cell(row["club"]))
        points = (row["big_points"], row["small_points"])
        words = (_text_cell(facts[name]) for name in ("tournament", *said))
        event = (*words, facts["entrants"], facts["head"])
        table.writerow((*own, *points, *event))
    return written.getvalue()


def _finished(source: PaperSource) -> None:
    if not source.state.finished:
        refuse(Violation(Refusal.NOT_FINISHED))


def _facts(source: PaperSource) -> tuple[str, ...]:
    state = source.state
    profile = source.rules or source.board
    return (
        *held_lines(source),
        source.say(Phrase.FACT_FORMAT, format=state.format.title),
        *((source.say(Phrase.FACT_RULES, rules=profile.title),) if profile else ()),
        *_verified(source),
        source.say(Phrase.FACT_ENTRANTS, entrants=len(standings(state))),
        *((source.say(Phrase.FACT_ENDED_EARLY),) if state.ended_early else ()),
        *((source.say(Phrase.FACT_SEED, seed=state.seed),) if state.seed else ()),
    )


def _verified(source: PaperSource) -> Iterator[str]:
    """Whether somebody has signed the board that was played on."""
    if board := source.board:
        phrase = Said.BOARD_VERIFIED if board.is_verified else Said.BOARD_UNVERIFIED
        yield text(phrase, source.lang, by=board.verified_by)


def _titles(source: PaperSource) -> Grid:
    told, state = ranking.titles(source.desk, source.lang), source.state
    names = source.names()
    qualified, titled = text("title.qualification", source.lang), {r.entrant for r in told.titles}
    rows = [
        (
            str(row.place),
            names[EntrantNumber(row.entrant)],
            f"{row.text}, {qualified}" if row.entrant in state.going else row.text,
        )
        for row in told.titles
    ]
    rows += [("", names[n], qualified) for n in state.going if n not in titled]
    heads = (Phrase.PLACE, Phrase.NAME, Phrase.HONOUR)
    columns = tuple(Column(source.say(head), int(head is Phrase.NAME)) for head in heads)
    return Grid(columns, tuple(rows))


def _results(source: PaperSource, r: Round) -> Grid:
    """A round's results: small points, or the place, and in brackets what they gave."""
    names, by_places = source.names(), source.state.format.by_places
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
                f"{f'{line.place}.' if by_places else shown(line.small_points)}"
                f" ({shown(line.big_points)})"
                if (line := given.get(game))
                else "–"
                for game in games
            )
            number = "" if seat else str(table.number)
            rows.append((number, LETTERS[seat], str(n), names[n], *cells))
    heads = (Phrase.TABLE, Phrase.SEAT, Phrase.NUMBER, Phrase.NAME)
    columns = (
        *(Column(source.say(head), int(head is Phrase.NAME)) for head in heads),
        *(Column(source.say(Phrase.GAME, game=game), align="right") for game in games),
    )
    first = tuple(i for i, row in enumerate(rows) if row[0])
    return Grid(columns, tuple(rows), together=first)


def _text_cell(words: str) -> str:
    """What a player wrote stays text: a leading apostrophe keeps a spreadsheet from counting."""
    return f"'{words}" if words.startswith(_FORMULA) else words
