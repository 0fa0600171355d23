"""What judges decided about a player or on his report, said to him alone."""

from collections.abc import Iterator

from stolik.app.texts import text
from stolik.app.tournaments.telling.answers import Judged
from stolik.app.tournaments.telling.ladder import step_text
from stolik.app.tournaments.telling.wording import points_said
from stolik.tournament.format import Exclusion
from stolik.tournament.state import (
    Decision,
    EntrantNumber,
    Penalty,
    Report,
    TournamentState,
)


def judged(state: TournamentState, entrant: EntrantNumber, lang: str) -> Iterator[Judged]:
    """Answers to his reports, warnings after reports about him, then his penalties, in order."""
    own = [(i, p) for i, p in enumerate(state.penalties, start=1) if p.entrant == entrant]
    steps = {p.reason for _, p in own}
    for i, report in enumerate(state.reports, start=1):
        if report.decision is None:
            continue
        # A warning that is a step of the ladder is told as a penalty, for the same reason.
        is_step = report.decision is not Decision.WARNING or report.reason in steps
        if report.by == entrant:
            yield Judged(f"r{i}", _report(state, "answered", report, report.decision, lang))
        elif report.against == entrant and not is_step:
            yield Judged(f"r{i}", _report(state, "reported", report, report.decision, lang))
    for i, given in own:
        yield Judged(f"p{i}" + "c" * bool(given.cancelled), _penalty(state, given, lang))


def _report(
    state: TournamentState, said: str, report: Report, decision: Decision, lang: str
) -> str:
    word = (
        step_text(state.format.game, "warning", lang)
        if decision is Decision.WARNING
        else text(f"judged.{decision.value}", lang)
    )
    facts = {"words": report.words, "decision": word, "answer": report.reason}
    return text(f"judged.{said}", lang, **facts)


def _penalty(state: TournamentState, given: Penalty, lang: str) -> str:
    what = step_text(state.format.game, given.step, lang)
    if given.cancelled:
        return text("judged.cancelled", lang, what=what, reason=given.cancelled)
    parts = [text("judged.given", lang, what=what), _effect(state, given, lang)]
    return " ".join([*filter(None, parts), text("judged.why", lang, reason=given.reason)])


def _effect(state: TournamentState, given: Penalty, lang: str) -> str:
    parts = points_said(state, given.big_points, given.small_points, lang)
    if given.excludes is not Exclusion.NOTHING:
        parts.append(text(f"judged.out_of_{given.excludes.value}", lang, game=given.game or 0))
    return f"{', '.join(parts)}." if parts else ""
