"""What a format means: explained, and for a number of entrants the tables and the day."""

from stolik.app.games.registry import counting_of
from stolik.app.library import FORMATS, is_written_out, tournament_format
from stolik.app.texts import text
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.telling import answers
from stolik.app.tournaments.telling.day import timetable_of
from stolik.app.tournaments.telling.overview import stages_told
from stolik.app.tournaments.telling.wording import stage_called
from stolik.refusal import Violation, refuse, refuse_any
from stolik.tournament.format import (
    Field,
    Stage,
    TournamentFormat,
    format_violations,
    varied,
)
from stolik.tournament.placement import table_policy
from stolik.tournament.state import TournamentState
from stolik.tournament.tables import number_of_tables, sizes_told


def formats_told(lang: str) -> list[answers.FormatTold]:
    """The formats a tournament can have."""
    return [format_told(tournament_format(name), lang) for name in FORMATS]


def day_planned(
    name: str,
    entrants: int,
    *,
    start: str,
    minutes: int,
    breaks: int,
    lang: str,
    table_size: int | None = None,
) -> answers.DayPlanned:
    """Fields and tables of each stage, and the day's timetable."""
    if name not in FORMATS and not is_written_out(name):
        refuse(Violation(Refusal.FORMAT_OR_PROFILE, facts={"known": FORMATS}))
    shape = varied(tournament_format(name), table_size=table_size)
    refuse_any(*format_violations(shape))
    day = timetable_of(
        TournamentState(shape),
        counting_of(shape, shape.profile).game_minutes,
        start=start,
        minutes=minutes,
        pause=breaks,
        pauses={},
        game_minutes=None,
        lang=lang,
    )
    return answers.DayPlanned(forecast(shape, entrants, lang), day)


def forecast(shape: TournamentFormat, entrants: int, lang: str) -> tuple[answers.StageAhead, ...]:
    """Stage by stage; a field nobody can know beforehand, and all after it, has no number."""
    found: list[answers.StageAhead] = []
    field: int | None = entrants
    tables = 0
    for stage in shape.stages:
        field = _field(stage, field, entrants, tables=tables)
        tables = number_of_tables(field, table_policy(shape)) if field else 0
        sizes = sizes_told(field or 0, tables) if tables else ()
        shown = tuple(answers.TablesOfSize(size, count) for size, count in sizes)
        found.append(answers.StageAhead(stage_called(stage, lang), field, shown))
    return tuple(found)


def format_told(
    shape: TournamentFormat, lang: str, *, number: str = "", about: str = ""
) -> answers.FormatTold:
    """A format to choose; one's own is asked for by its number and says itself what it is."""
    return answers.FormatTold(
        id=number or shape.id,
        title=shape.title,
        about=about or text(f"about.{shape.id}", lang),
        game=shape.game,
        profile=shape.profile,
        document=shape.document,
        entrants_min=shape.entrants_min,
        entrants_max=shape.entrants_max,
        team_sizes=tuple(shape.team_sizes),
        table_sizes=_table_sizes(shape),
        draw=shape.stages[0].draw,
        stages=stages_told(shape, lang),
    )


def _table_sizes(shape: TournamentFormat) -> tuple[int, ...]:
    """The sizes an organiser may aim at: the format's own, and four where it says another."""
    own = table_policy(shape).preferred
    return (own,) if not shape.table_preferred else tuple(dict.fromkeys((own, min(own, 4))))


def _field(stage: Stage, before: int | None, entrants: int, *, tables: int) -> int | None:
    match stage.field:
        case Field.ALL:
            return before
        case Field.CUT:
            ranges = (r.size for r in stage.cut if r.least <= entrants <= r.most)
            return next(ranges, None)
        case Field.TABLE_WINNERS:
            return tables * stage.winners or None
