"""A game frame by frame: the film a referee looks at in a dispute, and the replay afterwards.

While the game is played a frame shows no rack or hand but the viewer's own; once it is over, all
of them, unless the table's policy hides them for ever. One way for both. What a frame holds is the
game's own: its play tells the film.
"""

from typing import Any

from stolik.app.access.roles import PRACTICE
from stolik.app.tables.codes import Refusal
from stolik.app.tables.play import Play
from stolik.refusal import Violation, refuse
from stolik.seats import Role, Viewer


def film_of(play: Play, game: int, viewer: Viewer, after: int = 0) -> Any:
    """The frames of a game that follow an event; refused if no such game was dealt here."""
    if game not in play.games_dealt():
        refuse(Violation(Refusal.NO_SUCH_GAME, facts={"game": game}))
    return play.film(game, viewer, max(after, 0))


def looking_back(play: Play, game: int, viewer: Viewer) -> Viewer:
    """The eyes somebody has for a game of a table: whose link was sent sees it once it is over.

    A tournament's policy is in the viewer already. Tables to practise at and those among friends
    are their players' alone while they play; afterwards nothing is secret to who has the link.
    """
    setup = play.table.setup
    if setup.tournament != PRACTICE or viewer.seat is not None:
        return viewer
    if play.hides_racks if game == play.game_number else game > play.game_number:
        refuse(Violation(Refusal.REPLAY_LATER))
    return Viewer(Role.SPECTATOR)
