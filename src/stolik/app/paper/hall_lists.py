"""Lists for the door and the wall: check-in, start list, results of a round, crosstable, poster."""

from collections.abc import Mapping

from stolik.app.paper.codes import Phrase, Refusal
from stolik.app.paper.content import Column, Grid, Page, Paper, Poster
from stolik.app.paper.held import partners
from stolik.app.paper.source import (
    NO_PLACE,
    PaperSource,
    is_begun,
    marked,
    place_shown,
    polish_order,
    shown,
)
from stolik.app.paper.wishes import Wish
from stolik.refusal import Violation, refuse
from stolik.tournament.slips import LETTERS
from stolik.tournament.standings import event_points, excluded_rows, standings
from stolik.tournament.state import EntrantNumber, GameNumber, Line, Points, Round, RoundStatus

_NOTHING = "–"


def checkin(source: PaperSource, wish: Wish) -> Paper:
    """Everybody by surname, with a box to tick and room for a remark."""
    del wish
    names = source.listed_names()
    rows = sorted(
        (("☐", names[n], str(n), source.club(n), "") for n in source.playing()),
        key=lambda row: polish_order(row[1]),
    )
    heads = (Phrase.HERE, Phrase.NAME, Phrase.NUMBER, Phrase.CLUB, Phrase.REMARKS)
    grid = _grid(source, heads, tuple(rows), wide={1: 3, 3: 2, 4: 2})
    return _paper(source, Phrase.TITLE_CHECKIN, source.occasion, grid)


def start_list(source: PaperSource, wish: Wish) -> Paper:
    """Everybody by number: who plays for whom."""
    del wish
    names = source.listed_names()
    entrants = source.state.entrants
    rows = tuple(
        (str(n), names[n], source.club(n), entrants[n].team, entrants[n].age_class)
        for n in source.playing()
    )
    heads = (Phrase.NUMBER, Phrase.NAME, Phrase.CLUB, Phrase.TEAM, Phrase.AGE_CLASS)
    grid = _grid(source, heads, rows, wide={1: 3, 2: 3, 3: 2})
    return _paper(source, Phrase.TITLE_START_LIST, source.occasion, grid)


def round_results(source: PaperSource, wish: Wish) -> Paper:
    """Every game of a round, table by table."""
    r, names = source.round(wish.round), source.names()
    games = [GameNumber(game) for game in range(1, r.games + 1)]
    rows: list[tuple[str, ...]] = []
    first: list[int] = []
    for table in r.tables:
        first.append(len(rows))
        for seat, n in enumerate(table.seats):
            lines = [_line(r, table.number, game, n) for game in games]
            start = str(table.number) if seat == 0 else ""
            who = (start, LETTERS[seat], str(n), names[n])
            played = (_played(source, line) for line in lines)
            rows.append((*who, *played, *_totals(source, lines)))
    heads = [source.say(p) for p in (Phrase.TABLE, Phrase.SEAT, Phrase.NUMBER, Phrase.NAME)]
    heads += [source.say(Phrase.GAME, game=game) for game in games]
    heads += map(source.say, source.points_heads)
    columns = tuple(
        Column(head, 1 if i == _NAME_AT else 0, "right" if i > _NAME_AT else "left")
        for i, head in enumerate(heads)
    )
    grid = Grid(columns, tuple(rows), together=tuple(first))
    under = f"{source.occasion} · {source.round_title(r)}"
    return _paper(source, Phrase.TITLE_RESULTS, under, grid, of=source.round_title(r))


_NAME_AT = 3


def crosstable(source: PaperSource, wish: Wish) -> Paper:
    """Everybody in the order of places: where they sat in each round and what they won there."""
    del wish
    rounds = [r for r in source.state.rounds if r.status is RoundStatus.PUBLISHED]
    if not rounds:
        source.round(None)
    found, won = standings(source.state), event_points(source.state)
    out = {row.entrant: row for row in excluded_rows(source.state)}
    begun, beside = is_begun(found), _beside(source)
    rows = tuple(
        (
            NO_PLACE if row.entrant in out else place_shown(source, row, begun),
            marked(source, row.entrant),
            *(_in_round(source, r, row.entrant) for r in rounds),
            *(cells.get(row.entrant, _NOTHING) for cells in beside.values()),
            *source.figures(*map(shown, won.get(row.entrant, (0, 0)))),
        )
        for row in (*found, *out.values())
    )
    heads = [source.say(Phrase.PLACE), source.say(Phrase.NAME)]
    heads += [source.round_title(r) for r in rounds]
    last = len(heads)
    heads += map(source.say, (*beside, *source.points_heads))
    columns = tuple(
        Column(head, 2 if i == 1 else 0, "right" if i >= last else "left")
        for i, head in enumerate(heads)
    )
    return _paper(source, Phrase.TITLE_CROSSTABLE, source.occasion, Grid(columns, rows))


def _beside(source: PaperSource) -> dict[Phrase, dict[EntrantNumber, str]]:
    """Points that come from no table, in a column where there are any: so that a row adds up."""
    state = source.state
    fined: dict[EntrantNumber, tuple[Points, Points]] = {}
    for p in state.penalties:
        if not p.cancelled and (p.big_points or p.small_points):
            big, small = fined.get(p.entrant, (0, 0))
            fined[p.entrant] = (big + p.big_points, small + p.small_points)
    columns = {
        Phrase.PENALTIES: {
            n: " / ".join(source.figures(*map(shown, points))) for n, points in fined.items()
        },
        Phrase.TEST: {bonus.entrant: shown(bonus.big_points) for bonus in state.bonuses},
    }
    return {head: cells for head, cells in columns.items() if cells}


def poster(source: PaperSource, wish: Wish) -> Paper:
    """For the door: the code that opens the tournament's page."""
    del wish
    if not source.page:
        refuse(Violation(Refusal.NO_ADDRESS))
    details = source.details
    when = ", ".join(part for part in (source.day, details.place) if part)
    made = Poster(
        source.event,
        when,
        details.organiser,
        source.say(Phrase.POSTER_SCAN),
        source.page,
        source.page,
        partners(source),
    )
    return Paper("poster", source.say(Phrase.TITLE_POSTER), source.lang, (made,))


def _line(r: Round, table: int, game: GameNumber, entrant: EntrantNumber) -> Line | None:
    result = next((x for (t, g), x in r.results.items() if t == table and g == game), None)
    lines = result.lines if result else ()
    return next((line for line in lines if line.entrant == entrant), None)


def _played(source: PaperSource, line: Line | None) -> str:
    """A place, and with it the points that decided it where there are such."""
    if line is None:
        return _NOTHING
    by_places = source.state.format.by_places
    return f"{line.place}." if by_places else f"{line.place}. ({shown(line.small_points)})"


def _totals(source: PaperSource, lines: list[Line | None]) -> tuple[str, ...]:
    played = [line for line in lines if line]
    if not played:
        return tuple(_NOTHING for _ in source.points_heads)
    big, small = (line.big_points for line in played), (line.small_points for line in played)
    return source.figures(shown(sum(big)), shown(sum(small)))


def _in_round(source: PaperSource, r: Round, entrant: EntrantNumber) -> str:
    """The table and the points of somebody in a round."""
    table = r.table_of(entrant)
    if table is None:
        return _NOTHING
    games = (GameNumber(game) for game in range(1, r.games + 1))
    points = _totals(source, [_line(r, table.number, game, entrant) for game in games])
    return source.say(Phrase.AT_TABLE, table=table.number, points=" / ".join(points))


def _grid(
    source: PaperSource,
    heads: tuple[Phrase, ...],
    rows: tuple[tuple[str, ...], ...],
    *,
    wide: Mapping[int, int],
) -> Grid:
    """A table without the columns that nobody filled."""
    blank = {Phrase.REMARKS}
    kept = [i for i, head in enumerate(heads) if head in blank or any(row[i] for row in rows)]
    columns = tuple(Column(source.say(heads[i]), wide.get(i, 0)) for i in kept)
    return Grid(columns, tuple(tuple(row[i] for i in kept) for row in rows))


def _paper(source: PaperSource, title: Phrase, under: str, grid: Grid, of: str = "") -> Paper:
    return source.pages(title, Page(source.say(title), under, (grid,)), of=of)
