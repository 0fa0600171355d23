"""Lists to pin up: seating by name and by table, timetable, standings, the next round's scheme."""

from collections.abc import Iterator, Mapping

from stolik.app.paper.codes import Phrase, Refusal
from stolik.app.paper.content import Block, Column, Grid, Items, Page, Paper, Paragraph
from stolik.app.paper.source import PaperSource, is_begun, marked, place_shown, polish_order
from stolik.app.paper.teams import team_blocks
from stolik.app.paper.wishes import Wish
from stolik.app.tournaments.telling.day import timetable_of
from stolik.app.tournaments.telling.ranking import standings_rows
from stolik.app.tournaments.telling.wording import round_called, stage_called
from stolik.refusal import Violation, refuse
from stolik.tournament.cut import eligible, size_of_cut, tied_on_line
from stolik.tournament.format import Field, Seating
from stolik.tournament.placement import table_policy
from stolik.tournament.preflight import tied_for_seats
from stolik.tournament.progress import due, obstacles
from stolik.tournament.schemes import best_with_best, serpentine
from stolik.tournament.slips import LETTERS
from stolik.tournament.standings import standings as ranked_now
from stolik.tournament.state import EntrantNumber, Round
from stolik.tournament.tables import table_sizes

_BY_RANK = (Seating.SCHEME, Seating.RANK)
_MISPRINTED = 8  # tables of TOP32: the document has 27 twice (eliminacje L54)


def seating_by_name(source: PaperSource, wish: Wish) -> Paper:
    """Where everybody sits, in the order of surnames."""
    r, names = source.round(wish.round), source.listed_names()
    rows = sorted(
        (names[n], str(n), source.club(n), str(table.number), LETTERS[seat])
        for table in r.tables
        for seat, n in enumerate(table.seats)
        if seat in source.seats_played(r, table)
    )
    rows.sort(key=lambda row: polish_order(row[0]))
    heads = (Phrase.NAME, Phrase.NUMBER, Phrase.CLUB, Phrase.TABLE, Phrase.SEAT)
    columns = _columns(source, heads, wide={0: 3, 2: 2}, large=(3, 4))
    grid = Grid(columns, tuple(rows))
    page = _page(source, Phrase.TITLE_SEATING, r, grid)
    return source.pages(Phrase.TITLE_SEATING, page, of=source.round_title(r))


def seating_by_table(source: PaperSource, wish: Wish) -> Paper:
    """Who sits at each table, the first of those who play starting."""
    r, names = source.round(wish.round), source.names()
    rows = tuple(
        (
            str(table.number) if seat == 0 else "",
            LETTERS[seat],
            str(n),
            names[n],
            _part(source, seat, source.seats_played(r, table), starts=source.starts(table)),
        )
        for table in r.tables
        for seat, n in enumerate(table.seats)
    )
    heads = (Phrase.TABLE, Phrase.SEAT, Phrase.NUMBER, Phrase.NAME, Phrase.START)
    first = tuple(i for i, row in enumerate(rows) if row[0])
    columns = _columns(source, heads, wide={3: 1}, large=(0, 1))
    grid = Grid(columns, rows, marked=first, together=first)
    page = _page(source, Phrase.TITLE_TABLES, r, grid)
    return source.pages(Phrase.TITLE_TABLES, page, of=source.round_title(r))


def _part(source: PaperSource, seat: int, played: tuple[int, ...], *, starts: bool) -> str:
    """What there is to say of a seat: nobody sits there any more, or it starts."""
    if seat not in played:
        return source.say(Phrase.PLAYS_NO_MORE)
    return source.say(Phrase.STARTS) if starts and seat == played[0] else ""


def timetable(source: PaperSource, wish: Wish) -> Paper:
    """The day, round by round."""
    told = timetable_of(
        source.state,
        source.game_minutes,
        start=wish.start,
        minutes=wish.minutes,
        pause=wish.breaks,
        pauses={},
        game_minutes=None,
        items=wish.day,
        lang=source.lang,
    )
    rows = tuple((f"{slot.from_}–{slot.to}", slot.title) for slot in told.slots)
    grid = Grid(_columns(source, (Phrase.TIME, Phrase.ROUND), wide={1: 1}), rows)
    page = Page(source.say(Phrase.TITLE_TIMETABLE), source.occasion, (grid,), large=True)
    return source.pages(Phrase.TITLE_TIMETABLE, page)


def standings(source: PaperSource, wish: Wish) -> Paper:
    """The standings with the reason for every place; as they are now with the teams'."""
    now = wish.stage is None and wish.round is None
    teams = tuple(team_blocks(source)) if now else ()
    which = _which_standings(source, wish)
    page = Page(
        source.say(Phrase.TITLE_STANDINGS),
        " · ".join((source.occasion, *which)),
        (standings_grid(source, stage=wish.stage, after=wish.round), *teams),
    )
    return source.pages(Phrase.TITLE_STANDINGS, page, of=", ".join(which))


def standings_grid(
    source: PaperSource, *, stage: int | None = None, after: int | None = None
) -> Grid:
    """Every row of the standings; those level across the line of a cut are set off."""
    found = standings_rows(source.desk, stage, source.lang, after=after, everybody=True).rows
    begun = is_begun(found)
    rows = tuple(
        (
            place_shown(source, row, begun),
            str(row.entrant),
            marked(source, EntrantNumber(row.entrant)),
            source.club(EntrantNumber(row.entrant)),
            *source.figures(row.big_points, row.small_points),
            str(row.games),
            " ".join(words for words in (row.reason if begun else "", row.remark) if words),
        )
        for row in found
    )
    heads = (
        *(Phrase.PLACE, Phrase.NUMBER, Phrase.NAME, Phrase.CLUB),
        *(*source.points_heads, Phrase.GAMES, Phrase.REASON),
    )
    figures = len(source.points_heads) + 1
    level = tuple(i for i, row in enumerate(found) if begun and row.tied_on_line)
    columns = _columns(
        source, heads, wide={2: 5, 3: 6, 4 + figures: 5}, right=tuple(range(4, 4 + figures))
    )
    entrants = [EntrantNumber(row.entrant) for row in found if row.place is not None]
    now = begun and stage is None and after is None
    return Grid(columns, rows, level, _bands(source, entrants) if now else ())


def _bands(source: PaperSource, entrants: list[EntrantNumber]) -> tuple[tuple[int, str], ...]:
    """Which stage everybody reached, and where the line of the next cut runs."""
    state = source.state
    reached = {row.entrant: row.stage for row in ranked_now(state)}
    stages = [reached[n] for n in entrants]
    bands = [
        (i, source.say(Phrase.REACHED, stage=state.format.stages[stage].title))
        for i, stage in enumerate(stages)
        if len(set(stages)) > 1 and (i == 0 or stage != stages[i - 1])
    ]
    size = None if state.finished else size_of_cut(state)
    through = [i for i, n in enumerate(entrants) if state.entrants[n].plays]
    if size and size < len(through):
        bands.append((through[size], source.say(Phrase.CUT_LINE, size=size)))
    return tuple(sorted(bands))


def scheme(source: PaperSource, wish: Wish) -> Paper:
    """Who will sit where by rank; with names once the ranking is settled."""
    del wish
    stage, ranked = _next_ranked(source)
    names, shape = source.names(), source.state.format.stages[stage]
    policy = table_policy(source.state.format)
    ranks = range(len(ranked))
    if shape.seating is Seating.SCHEME:
        tables = serpentine(ranks, len(table_sizes(len(ranked), policy)))
    else:
        tables = best_with_best(ranks, policy)
    unsettled = tuple(_unsettled(source, stage))
    rows = tuple(
        (
            str(number),
            ", ".join(str(rank + 1) for rank in seats),
            # A name pinned up too early sends somebody to the wrong table.
            "\n".join(f"{rank + 1}. {'' if unsettled else names[ranked[rank]]}" for rank in seats),
        )
        for number, seats in enumerate(tables, start=1)
    )
    heads = (Phrase.TABLE, Phrase.RANKS, Phrase.IN_SEAT_ORDER)
    blocks: list[Block] = [Grid(_columns(source, heads, wide={2: 1}), rows)]
    first = Phrase.FIRST_STARTS if source.starter_known else source.what_decides
    blocks.append(Paragraph(source.say(first)))
    if shape.seating is Seating.SCHEME and len(tables) == _MISPRINTED:
        blocks.append(Paragraph(source.say(Phrase.MISPRINT)))
    blocks += (Paragraph(words) for words in unsettled)
    page = Page(
        source.say(Phrase.TITLE_SCHEME),
        f"{source.occasion} · {stage_called(shape, source.lang)}",
        tuple(blocks),
        large=True,
    )
    return source.pages(Phrase.TITLE_SCHEME, page)


def _unsettled(source: PaperSource, stage: int) -> Iterator[str]:
    """Why nobody's place in a stage's scheme is sure yet: what is to be played before, or a tie."""
    state, names = source.state, source.names()
    rounds = len(state.rounds_of(stage - 1)), state.format.stages[stage - 1].rounds
    if rounds[0] < rounds[1] or any(True for _ in obstacles(state)):
        yield source.say(Phrase.RESULTS_MISSING)
    elif tied := tied_on_line(state) | tied_for_seats(state):
        yield source.say(Phrase.TIE_OPEN, names=", ".join(names[n] for n in sorted(tied)))


def _next_ranked(source: PaperSource) -> tuple[int, tuple[EntrantNumber, ...]]:
    """The stage that comes next, if it is seated by rank, and its field in order."""
    state = source.state
    stage = due(state).stage
    stages = state.format.stages
    if stages[stage].seating not in _BY_RANK or state.rounds_of(stage):
        stage += 1
    seated = 0 < stage < len(stages) and stages[stage].seating in _BY_RANK
    if not seated or not state.rounds or stages[stage].field is Field.TABLE_WINNERS:
        refuse(Violation(Refusal.NO_SCHEME))
    if stage in state.qualified:
        return stage, state.members(stage)
    ranked = tuple(row.entrant for row in eligible(state, stage - 1))
    size = size_of_cut(state) if stages[stage].field is Field.CUT else None
    return stage, ranked[: size or len(ranked)]


def _page(source: PaperSource, title: Phrase, r: Round, grid: Grid) -> Page:
    """A pairing sheet: it carries the commitments of the deals, and in its foot the head."""
    commits = source.commitments(r)
    drawn = source.say(Phrase.DRAWN, draws=r.draws, changes=r.changes)
    bound = source.say(Phrase.DRAW_COMMIT, commit=r.commit) if r.commit else ""
    blocks: tuple[Block, ...] = (grid, Paragraph(f"{drawn} {bound}".strip()))
    if commits:
        marks = Items(tuple((commit, "") for commit in commits))
        blocks = (*blocks, Paragraph(source.say(Phrase.COMMITS)), marks)
    return Page(
        source.say(title), f"{source.occasion} · {source.round_title(r)}", blocks, large=True
    )


def _which_standings(source: PaperSource, wish: Wish) -> tuple[str, ...]:
    """The stage and the round they are of; nothing where they are as they stand now."""
    shape = source.state.format
    called = round_called(shape, wish.round, source.lang) if wish.round else ""
    after = source.say(Phrase.AFTER_ROUND, round=called) if called else ""
    titles = dict(enumerate((stage_called(one, source.lang) for one in shape.stages), 1))
    stage = titles.get(wish.stage or 0, "")
    return tuple(part for part in (stage, after) if part)


def _columns(
    source: PaperSource,
    heads: tuple[Phrase, ...],
    *,
    wide: Mapping[int, int],
    right: tuple[int, ...] = (),
    large: tuple[int, ...] = (),
) -> tuple[Column, ...]:
    return tuple(
        Column(
            source.say(head),
            wide.get(n, 0),
            "right" if n in right else "left",
            n in large,
        )
        for n, head in enumerate(heads)
    )
