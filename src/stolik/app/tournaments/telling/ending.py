"""What it would mean to finish with what was played."""

from stolik.app.games.counting import Counting
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.telling import answers
from stolik.app.tournaments.telling.by_name import by_name
from stolik.app.tournaments.telling.ranking import titles
from stolik.app.tournaments.telling.wording import said, stage_called
from stolik.tournament.cut import title_ties
from stolik.tournament.shortening import (
    MOST_ROUNDS,
    ends_early,
    fewest_rounds,
    games_left_out,
    has_played,
    rounds_left_out,
)
from stolik.tournament.standings import standings


def ending(desk: Desk, counting: Counting, lang: str) -> answers.Ending:
    """Titles as they stand, ties in the way, and what would not be played."""
    state, stages = desk.state, desk.state.format.stages
    ties = tuple(title_ties(state, standings(state)))
    groups = (tie.facts["entrants"] for tie in ties)
    return answers.Ending(
        early=ends_early(state),
        played=has_played(state),
        games=games_left_out(state),
        rounds=tuple(
            answers.LeftOut(stage_called(stages[i], lang), left)
            for i, left in rounds_left_out(state)
        ),
        titles=titles(desk, lang).titles,
        missing=tuple(said(by_name(tie, desk), lang) for tie in ties),
        tied=tuple(int(n) for group in groups if isinstance(group, tuple) for n in group),
        stage=stage_called(state.current_stage, lang),
        stage_rounds=state.current_stage.rounds,
        by_document=bool(state.format.document) and not counting.rounds_free,
        fewest=fewest_rounds(state),
        most=MOST_ROUNDS,
    )
