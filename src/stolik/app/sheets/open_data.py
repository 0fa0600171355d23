"""A public tournament for other programs: standings, seats and results, as strangers may know them.

What is here is promised (docs/open-data.md): fields are added, and none changes its meaning under
the same name of the schema.
"""

import json
from collections.abc import Callable, Mapping

from stolik.app.reading.codec import plain
from stolik.app.sheets.exports import ExportSource, Row, as_csv, as_json, rows_of
from stolik.app.tournaments.card import TournamentCard

SCHEMA = "stolik.results.1"
# Who confirmed a result, and what somebody wrote about it, is no public matter.
_KEPT_BACK = ("confirmed_by", "reason")


def results_json(card: TournamentCard, source: ExportSource) -> bytes:
    """Everything in one document."""
    state = source.desk.state
    told = {
        "schema": SCHEMA,
        "tournament": {
            "id": card.id,
            "name": card.name,
            "format": card.format,
            "profile": card.profile,
            "date": card.details.date,
            "place": card.details.place,
            "finished": state.finished,
            "ended_early": state.ended_early,
            "entrants": len(state.entrants),
        },
        **{what: json.loads(as_json(_rows(what, source))) for what in _TABLES},
    }
    if not state.format.team_size:
        del told["teams"]
    return json.dumps(plain(told), ensure_ascii=False, indent=1).encode() + b"\n"


def results_csv(_: TournamentCard, source: ExportSource) -> bytes:
    """Every line of every result."""
    return as_csv(_rows("results", source), "results", without=_KEPT_BACK)


def standings_csv(_: TournamentCard, source: ExportSource) -> bytes:
    """Who stands where."""
    return as_csv(_rows("standings", source), "standings")


def _rows(what: str, source: ExportSource) -> list[Row]:
    rows = rows_of(what, source) if what != "teams" or source.desk.state.format.team_size else []
    return [{key: row[key] for key in row if key not in _KEPT_BACK} for row in rows]


_TABLES = ("standings", "teams", "rounds", "results")
FILES: Mapping[str, Callable[[TournamentCard, ExportSource], bytes]] = {
    "results.json": results_json,
    "results.csv": results_csv,
    "standings.csv": standings_csv,
}
