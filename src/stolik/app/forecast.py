"""What a number of entrants means under a format: the field and the tables of each stage."""

from typing import Any

from stolik.tournament.format import Field, Stage, TournamentFormat
from stolik.tournament.placement import table_policy
from stolik.tournament.tables import number_of_tables, sizes_told


def forecast(shape: TournamentFormat, entrants: int) -> list[dict[str, Any]]:
    """Stage by stage; a field nobody can know beforehand, and all after it, has no number."""
    found: list[dict[str, Any]] = []
    field: int | None = entrants
    tables = 0
    for stage in shape.stages:
        field = _field(stage, field, entrants, tables=tables)
        tables = number_of_tables(field, table_policy(shape)) if field else 0
        sizes = sizes_told(field or 0, tables) if tables else ()
        shown = [{"size": size, "count": count} for size, count in sizes]
        found.append({"title": stage.title, "entrants": field, "tables": shown})
    return found


def _field(stage: Stage, before: int | None, entrants: int, *, tables: int) -> int | None:
    match stage.field:
        case Field.ALL:
            return before
        case Field.CUT:
            ranges = (r.size for r in stage.cut if r.least <= entrants <= r.most)
            return next(ranges, None)
        case Field.TABLE_WINNERS:
            return tables * stage.winners or None
