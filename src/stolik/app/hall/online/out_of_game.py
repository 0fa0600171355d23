"""Who is out of his game at an online table, by what the tournament says of him."""

from collections.abc import Iterable
from typing import Any

from stolik.app.tables.host import Host
from stolik.app.tournaments.online import published_round
from stolik.free_text import VIOLATIONS
from stolik.tournament.deciding.ladder import out_by_count
from stolik.tournament.format import Exclusion
from stolik.tournament.state import EntrantNumber, EntryStatus, TournamentState


def leaving(host: Host, event: TournamentState) -> Iterable[Any]:
    """Who plays no longer in the tournament is out of his game too, if one is on."""
    if host.play.excludes_by_game and not host.play.hides_racks:
        return  # a game that is over keeps its places (decision W22)
    state, entrants = host.room.table.state, event.entrants
    for seat in state.active_seats:
        entrant = entrants.get(EntrantNumber(host.room.table.setup.seats[seat].entrant or 0))
        if entrant is None or entrant.plays or len(state.active_seats) < 2:
            continue
        disqualified = entrant.status is EntryStatus.DISQUALIFIED
        counted = disqualified and out_by_count(event, entrant.number)
        why = VIOLATIONS if counted else entrant.status.value
        yield from host.play.leaving(seat, why, disqualified=disqualified)


def put_out(host: Host, event: TournamentState) -> Iterable[Any]:
    """Who is out of this one game by the ledger; who was put out at the table is so already."""
    table = host.room.table
    here = (table.setup.round, host.play.game_number)
    known = (table.setup.table, here[1]) in published_round(event, here[0]).results
    if known or not host.play.excludes_by_game:
        return  # what has a result is corrected by hand
    reasons = {
        line.entrant: line.reason
        for line in event.penalties
        if line.excludes is Exclusion.GAME and (line.round, line.game) == here
        if not line.cancelled
    }
    for seat in table.state.active_seats:
        reason = reasons.get(EntrantNumber(table.setup.seats[seat].entrant or 0))
        if reason is not None and len(table.state.active_seats) > 1:
            yield from host.play.leaving(seat, reason, disqualified=True)
