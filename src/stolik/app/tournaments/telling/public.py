"""A tournament as whoever follows it reads it, in one piece."""

from stolik.app.games.counting import Counting
from stolik.app.library import title_or_name
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.telling.answers import (
    PageHead,
    PublicPage,
    TeamsTold,
    TournamentTold,
)
from stolik.app.tournaments.telling.overview import overview, round_tables
from stolik.app.tournaments.telling.ranking import outlooks, podium, standings_rows, teams, titles
from stolik.tournament.state import RoundStatus
from stolik.tournament.timeplan import round_minutes


def page_head(office: Office) -> PageHead:
    """Which tournament it is and where its record stands."""
    card, state = office.card, office.state
    now = state.rounds[-1].stage if state.rounds else state.stage
    return PageHead(
        id=card.id,
        name=card.name,
        round_minutes=_minutes(office, now),
        details=card.details,
        seq=office.seq,
        edition=office.edition,
        head=office.head,
    )


def public_page(top: PageHead, desk: Desk, counting: Counting, lang: str) -> PublicPage:
    """How the tournament stands, the round being played, the standings and, at the end, titles."""
    state = desk.state
    of_teams = teams(state, lang) if state.format.team_size else TeamsTold((), "")
    published = any(r.status is RoundStatus.PUBLISHED for r in state.rounds)
    return PublicPage(
        top=top,
        overview=overview(desk, counting, lang),
        round=round_tables(desk, None, lang) if published else None,
        standings=standings_rows(desk, None, lang, everybody=True).rows,
        outlook=outlooks(state, counting.best_game, lang),
        titles=titles(desk, lang).titles if state.finished else (),
        podium=podium(desk, lang) if state.finished else (),
        teams=of_teams.rows,
        teams_counted=of_teams.counted,
    )


def tournament_told(office: Office) -> TournamentTold:
    """What a tournament is called and where its record stands."""
    card = office.card
    return TournamentTold(
        id=card.id,
        name=card.name,
        format=title_or_name(card.format),
        profile=title_or_name(card.profile),
        public=card.public,
        start=card.start,
        round_minutes=_minutes(office, 0),
        break_minutes=card.break_minutes,
        day=card.day,
        registration=card.registration,
        heats_until=card.heats_until,
        heats_best=card.heats_best,
        keep_days=card.keep_days,
        details=card.details,
        seq=office.seq,
        head=office.head,
    )


def _minutes(office: Office, stage: int) -> int:
    shape = office.state.format
    return round_minutes(shape, shape.stages[stage], office.card.round_minutes)
