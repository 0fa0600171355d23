"""Seats and starter by drawn tile (szkoly2015 L67): the highest starts, the others in order."""

from collections import defaultdict
from collections.abc import Mapping

from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.state import EntrantNumber, Round, RoundStatus, Table
from stolik.tournament.story import Story, no

_LARGEST = 1000
_MOST_DRAWS = 20  # somebody who draws equal tiles so often has not understood


def draw_seats(story: Story, command: c.DrawSeats) -> None:
    """Everybody who plays at the table drew; who drew equal tiles draws again, and only they."""
    r, table = _table(story, command)
    if any(number == table.number for number, _ in r.results):
        no(Refusal.SEATS_PLAYED, table=table.number)
    again = r.seats_drawn(table)
    if again and command.reason is None:
        no(Refusal.SEATS_DRAWN, table=table.number)
    drawn = dict(command.tiles)
    playing = {n for n in table.seats if story.state.entrants[n].plays}
    # Who has drawn and left since had a tile all the same: others may have drawn again for it.
    complete = playing <= set(drawn) <= set(table.seats)
    if not complete or len(drawn) < len(command.tiles) or not all(drawn.values()):
        no(Refusal.SEATS_WHO, entrants=tuple(str(n) for n in sorted(playing)))
    for row in drawn.values():
        if len(row) > _MOST_DRAWS or not 0 <= min(row) <= max(row) <= _LARGEST:
            no(Refusal.SEATS_VALUE)
    _demand_settled(drawn)
    ordered = sorted(drawn, key=lambda n: drawn[n], reverse=True)
    gone = (n for n in table.announced if n not in drawn)
    tiles = tuple((n, drawn.get(n, ())) for n in table.announced)
    why = (command.reason or "") if again else ""
    story.tell(e.SeatsDrawn(r.number, table.number, tiles, (*ordered, *gone), why))


def _demand_settled(drawn: Mapping[EntrantNumber, tuple[int, ...]]) -> None:
    """Equal tiles are drawn again by exactly those who have them."""
    groups: dict[tuple[int, ...], list[EntrantNumber]] = defaultdict(list)
    for n, row in drawn.items():
        for length in range(len(row) + 1):
            groups[row[:length]].append(n)
    for shared, people in groups.items():
        went_on = [n for n in people if len(drawn[n]) > len(shared)]
        if len(people) > 1 and len(went_on) < len(people):
            no(Refusal.SEATS_EQUAL, entrants=tuple(str(n) for n in sorted(people)))
        if shared and len(people) == 1 and went_on:
            no(Refusal.SEATS_AGAIN, entrant=people[0])


def _table(story: Story, command: c.DrawSeats) -> tuple[Round, Table]:
    published = [r for r in story.state.rounds if r.status is RoundStatus.PUBLISHED]
    if not 1 <= command.round <= len(published):
        no(Refusal.ROUND_UNKNOWN, round=command.round, rounds=len(published))
    r = published[command.round - 1]
    if not 1 <= command.table <= len(r.tables):
        no(Refusal.TABLE_UNKNOWN, table=command.table, tables=len(r.tables))
    return r, r.tables[command.table - 1]
