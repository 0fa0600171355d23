"""Violations, reasons for a place and exact numbers, as an organiser reads them."""

from fractions import Fraction

from stolik.app.plurals import roman
from stolik.app.reading.exact import write_exact
from stolik.app.texts import say, text
from stolik.app.tournaments.telling.answers import Said, Shown
from stolik.refusal import Violation
from stolik.tournament.format import Criterion, TournamentFormat
from stolik.tournament.standings import WITHOUT_GAMES, Row
from stolik.tournament.state import TournamentState
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


def title_text(title: str, place: int, lang: str) -> str:
    """What a place is called; where a document names no title it is called by its number."""
    return text(f"title.{title}", lang, place=roman(place))


def reason_of(row: Row, is_first: bool, state: TournamentState, lang: str) -> str:
    """Why the row stands below the one above: which criterion, and both answers."""
    decided = row.decision
    if decided is None:
        return text("reason.first" if is_first else "reason.level", lang)
    if decided.criterion == "stage":
        title = state.format.stages[row.stage].title
        return text("reason.stage", lang, stage=title)
    if decided.criterion == WITHOUT_GAMES:
        return text("reason.without_games", lang)
    facts = {"mine": _one_line(decided.mine), "above": _one_line(decided.above)}
    if decided.criterion == Criterion.LOT:
        by_tile = not state.format.by_places
        return text("reason.lot" if by_tile else "reason.lot_number", lang, **facts)
    name = decided.criterion.removeprefix("before.")
    key = "reason.decided" if name == decided.criterion else "reason.decided_before"
    return text(key, lang, criterion=criterion_text(state.format, name, lang), **facts)


def criterion_text(shape: TournamentFormat, name: str, lang: str) -> str:
    """What a criterion is called; where places alone give points there is one kind of them."""
    own = _BY_PLACES.get(name) if shape.by_places else None
    return text(own or f"criterion.{name}", lang)


def remark_of(row: Row, state: TournamentState, lang: str) -> str | None:
    """What byes are in the row's points and how they were valued; a place given up."""
    said = []
    if row.byes:
        said.append(text(f"alone.{state.format.bye.value}", lang, count=row.byes))
    if row.entrant in state.resigned:
        said.append(text("reason.resigned", lang))
    return " ".join(said) or None


def _one_line(value: Answer) -> str:
    found = shown(value)
    return found if isinstance(found, str) else ", ".join(map(str, found))
