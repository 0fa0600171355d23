"""Violations, reasons for a place and exact numbers, as an organiser reads them."""

from fractions import Fraction

from stolik.app.codes import Phrase
from stolik.app.reading.exact import write_exact
from stolik.app.texts import say, stage_title, text
from stolik.app.tournaments.telling.answers import Said, Shown
from stolik.refusal import Violation
from stolik.tournament.format import Criterion, Stage, TournamentFormat
from stolik.tournament.rounds_named import roman
from stolik.tournament.standings import WITHOUT_GAMES, Row, penalty_points
from stolik.tournament.state import (
    LEFT,
    EntrantNumber,
    EntryStatus,
    Points,
    SettledBy,
    Settlement,
    TournamentState,
)
from stolik.tournament.tiebreaks import Answer

# What is called otherwise where places alone give points, and no tiles are there to draw.
_BY_PLACES = {
    Criterion.BIG_POINTS.value: "criterion.points",
    Criterion.LOT.value: "criterion.lot_number",
}


def said(violation: Violation, lang: str) -> Said:
    """Its code and its sentence."""
    return Said(str(violation.code), say(violation, lang))


def shown(value: Answer) -> Shown:
    """A number of the standings, or a row of them."""
    if isinstance(value, tuple):
        return [shown(item) for item in value]
    return points(value)


def points(value: int | Fraction) -> str:
    """One exact number."""
    return str(value) if isinstance(value, int) else write_exact(value)


def stage_called(stage: Stage, lang: str) -> str:
    """A stage's title; those of our own formats are known in each language."""
    return stage_title(stage.title, lang)


def rounds_called(shape: TournamentFormat, lang: str) -> tuple[str, ...]:
    """What people call every round of the format, in its order."""
    stages = [stage for stage in shape.stages for _ in range(stage.rounds)]
    return tuple(_round_called(stage, number, lang) for number, stage in enumerate(stages, 1))


def round_called(shape: TournamentFormat, number: int, lang: str) -> str:
    """What people call one of them; a number of no round is said as it is."""
    known = dict(enumerate(rounds_called(shape, lang), 1))
    return known.get(number) or text(Phrase.ROUND, lang, round=number)


def _round_called(stage: Stage, number: int, lang: str) -> str:
    """By its number; the only round of a stage by the stage's own title."""
    if stage.title.startswith(("Rund", "Round")):  # a stage called by its rounds says nothing more
        return text(Phrase.ROUND, lang, round=number)
    if stage.rounds == 1:
        return stage_called(stage, lang)
    return text(Phrase.ROUND_OF, lang, round=number, stage=stage.title)


def title_text(title: str, place: int, lang: str) -> str:
    """What a place is called; where a document names no title it is called by its number."""
    return text(f"title.{title}", lang, place=roman(place))


def reason_of(
    row: Row, is_first: bool, state: TournamentState, lang: str, *, who: str = "person"
) -> str:
    """Why the row stands below the one above: which criterion, and both answers."""
    decided = row.decision
    if who == "person" and state.format.by_places and row.place > 1 and not (row.games or row.byes):
        return text("reason.not_played", lang)
    if decided is None:
        return text("reason.first" if is_first else "reason.level", lang)
    if decided.criterion == "stage":
        title = state.format.stages[row.stage].title
        return text("reason.stage", lang, stage=title)
    if decided.criterion == WITHOUT_GAMES:
        return text("reason.without_games", lang)
    above = text(f"above.{who}", lang, above=_one_line(decided.above))
    facts = {"mine": _one_line(decided.mine), "above": above}
    if decided.criterion == Criterion.LOT:
        by_tile = not state.format.by_places
        return text("reason.lot" if by_tile else "reason.lot_number", lang, **facts)
    name = decided.criterion.removeprefix("before.")
    if name == Criterion.EXTRA_GAME:
        # Kept as minus the place, so that more is better as everywhere.
        above = text(f"above.{who}", lang, above=_extra_place(decided.above))
        return text("reason.extra_game", lang, mine=_extra_place(decided.mine), above=above)
    if name == Criterion.DIRECT:
        return text("reason.direct", lang, **facts)
    key = "reason.decided" if name == decided.criterion else "reason.decided_before"
    return text(key, lang, criterion=criterion_text(state.format, name, lang), **facts)


def _extra_place(answer: Answer) -> str:
    return _one_line(answer).lstrip("-−")


def criterion_text(shape: TournamentFormat, name: str, lang: str) -> str:
    """What a criterion is called; where places alone give points there is one kind of them."""
    own = _BY_PLACES.get(name) if shape.by_places else None
    return text(own or f"criterion.{name}", lang)


def drawn_text(by: SettledBy, value: int) -> str:
    """What broke a tie for somebody: his tile or lot, or his place in the extra game."""
    return str(-value if by is SettledBy.EXTRA_GAME else value)


def _is_told(tie: Settlement, row: Row) -> bool:
    """Whether the row was in a tie that its own reason does not tell: of a cut, or as the first."""
    told = row.decision and (tie.stage, tie.by) == (row.stage, row.decision.criterion)
    return row.entrant in dict(tie.drawn) and not told


def _tie_told(tie: Settlement, row: Row, state: TournamentState, lang: str) -> str:
    return text(
        "reason.tie_broken",
        lang,
        stage=stage_called(state.format.stages[tie.stage], lang),
        criterion=criterion_text(state.format, tie.by.value, lang),
        mine=drawn_text(tie.by, dict(tie.drawn)[row.entrant]),
    )


def remark_of(row: Row, state: TournamentState, lang: str) -> str | None:
    """Ties broken; what in its points comes from no game, byes, penalties; a place given up."""
    said = [_tie_told(one, row, state, lang) for one in state.settlements if _is_told(one, row)]
    if taken := points_said(state, *penalty_points(state, row.entrant, row.stage), lang):
        said.append(text("reason.penalties", lang, points=", ".join(taken)))
    if row.byes:
        said.append(text(f"alone.{state.format.bye.value}", lang, count=row.byes))
    if passed := next((one for one in state.passed if one.entrant == row.entrant), None):
        ended = passed.stage == len(state.format.stages)  # the place stays, the next event does not
        said.append(text("reason.resigned_next" if ended else "reason.resigned", lang))
    if state.entrants[row.entrant].status is EntryStatus.WITHDRAWN:
        said.append(text("reason.withdrew", lang))
    return " ".join(said) or None


def mark_of(state: TournamentState, entrant: EntrantNumber, lang: str) -> str | None:
    """How somebody has left, in a word to stand beside the name; None: who is here."""
    status = state.entrants[entrant].status
    return text(f"mark.{status}", lang) if status in LEFT else None


def points_said(state: TournamentState, big: Points, small: Points, lang: str) -> list[str]:
    """Points given or taken, in words; nothing where there are none."""
    kinds = (
        ("points" if state.format.place_points else "big_points", big),
        ("small_points", small),
    )
    return [text(f"effect.{kind}", lang, points=points) for kind, points in kinds if points]


def _one_line(value: Answer) -> str:
    found = shown(value)
    return found if isinstance(found, str) else ", ".join(map(str, found))
