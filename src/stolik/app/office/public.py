"""A tournament as whoever follows it reads it, in one piece."""

from typing import Any

from stolik.app import answers
from stolik.app.desk import Desk
from stolik.app.office.office import Office
from stolik.app.overview import overview, round_tables
from stolik.tournament.state import RoundStatus


def public_page(office: Office, desk: Desk, lang: str) -> dict[str, Any]:
    """How the tournament stands, the round being played, the standings and, at the end, titles.

    `desk` was made when the page was asked for: it may be read in another thread.
    """
    state = desk.state
    published = any(r.status is RoundStatus.PUBLISHED for r in state.rounds)
    return {
        "overview": overview(desk, office.rules, lang),
        "round": round_tables(desk, None) if published else None,
        "standings": answers.standings_rows(desk, None, lang)["rows"],
        "outlook": answers.outlooks(state, office.rules, lang),
        "titles": answers.titles(desk, lang)["titles"] if state.finished else [],
    }
