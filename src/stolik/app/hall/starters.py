"""Who starts which game of a table, and which game is next: asked by phones and by the clock."""

from stolik.app.games.counting import Counting
from stolik.seats import Seat
from stolik.tournament.progress import party
from stolik.tournament.state import GameNumber, Round, Table, TournamentState


def games_played(r: Round, table: Table) -> int:
    """How many games of a table have a result, up to the first that has none."""
    games = range(1, r.games + 1)
    return next((g - 1 for g in games if (table.number, GameNumber(g)) not in r.results), r.games)


def starter_of(
    state: TournamentState, counting: Counting, r: Round, table: Table, game: int
) -> Seat:
    """The first in the table starts game 1, the second game 2 (mp2023 L9).

    Who is no part of that game does not start it: the next seat does.
    """
    seats = len(table.seats)
    here = party(state, r, table, GameNumber(min(game, r.games)))
    first = (game - 1) % seats if counting.starter_rotates else 0
    turns = ((first + step) % seats for step in range(seats))
    return Seat(next((seat for seat in turns if table.seats[seat] in here), first))
