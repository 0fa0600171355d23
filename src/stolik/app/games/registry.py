"""The games that can be played, by name: one line for each."""

from collections.abc import Mapping

from stolik.app.codes import Refusal
from stolik.app.games.counting import Counting
from stolik.app.games.game import Game
from stolik.app.games.rummikub.game import RUMMIKUB
from stolik.app.games.wojtek.game import WOJTEK
from stolik.refusal import Fact, Violation, refuse
from stolik.tournament.format import TournamentFormat

GAMES: Mapping[str, Game] = {
    game.name: game
    for game in (
        RUMMIKUB,
        WOJTEK,
    )
}
ASKS = tuple(ask for game in GAMES.values() for ask in game.asks)


def counting_of(shape: TournamentFormat, profile: str) -> Counting:
    """How a tournament's games are counted; refused for a game that nobody knows here."""
    if shape.game not in GAMES:
        known: dict[str, Fact] = {"game": shape.game, "known": tuple(GAMES)}
        refuse(Violation(Refusal.GAME_UNKNOWN, facts=known))
    return GAMES[shape.game].counting(profile, shape)
