"""A game frame by frame: the film a referee looks at in a dispute, and the replay afterwards.

While the game is played a frame shows no rack or hand but the viewer's own; once it is over, all
of them, unless the table's policy hides them for ever. One way for both. What a frame holds is the
game's own: its play tells the film.
"""

from typing import Any

from stolik.app.tables.codes import Refusal
from stolik.app.tables.play import Play
from stolik.refusal import Violation, refuse
from stolik.seats import Viewer


def film_of(play: Play, game: int, viewer: Viewer, after: int = 0) -> Any:
    """The frames of a game that follow an event; refused if no such game was dealt here."""
    if game not in play.games_dealt():
        refuse(Violation(Refusal.NO_SUCH_GAME, facts={"game": game}))
    return play.film(game, viewer, max(after, 0))
