"""Standings inside a class: an age group, a club, a team; the same order, places counted anew."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from stolik.tournament.format import TournamentFormat
from stolik.tournament.standings import Decision, Row
from stolik.tournament.state import EntrantNumber


def rows_within(
    rows: Sequence[Row], members: Collection[EntrantNumber], shape: TournamentFormat
) -> tuple[Row, ...]:
    """The rows of the members with places among themselves, each compared with the one above.

    Nobody is ranked again: who is ahead in the whole standings is ahead in the class.
    """
    found: list[Row] = []
    between: list[Row] = []  # since the member above
    above: Row | None = None
    for row in rows:
        between.append(row)
        if row.entrant not in members:
            continue
        level = above is not None and row.place == above.place
        place = found[-1].place if level else len(found) + 1
        decision = _decided(between, shape) if above is not None and not level else None
        found.append(replace(row, place=place, decision=decision))
        above, between = row, []
    return tuple(found)


def _decided(between: Sequence[Row], shape: TournamentFormat) -> Decision | None:
    """What sets two rows apart is the earliest criterion that split anybody between them."""
    splits = [(row.stage, row.decision) for row in between if row.decision]
    order = {d: _position(d, stage, shape) for stage, d in splits}
    first = min(order.values())
    deciding = [d for _, d in splits if order[d] == first]
    return Decision(deciding[0].criterion, deciding[0].above, deciding[-1].mine)


def _position(decision: Decision, stage: int, shape: TournamentFormat) -> int:
    """Coming further decides before any criterion does."""
    if decision.criterion == "stage":
        return -1
    return shape.stages[stage].criteria.index(decision.criterion)
