"""A practice table as somebody wishes it: one person against bots."""

from dataclasses import dataclass

from stolik.app.codes import Refusal as Unknown
from stolik.app.tables.codes import Refusal
from stolik.app.tables.live_game import LiveGame
from stolik.app.tables.setup import SeatSetup, TableSetup, Watching
from stolik.refusal import Fact, Violation, refuse


@dataclass(frozen=True, slots=True)
class PracticeWish:
    """What is left empty is as the game has it."""

    profile: str = ""  # the rules or the board
    bots: tuple[str, ...] = ()
    turn_time_s: int | None = None  # instead of the rules'; 0: none
    lesson: bool = False  # a first game with cards laid beforehand, where the game has one


def practice_table(game: LiveGame, table: str, wish: PracticeWish) -> TableSetup:
    """How the table is set; refused where the game has no such rules or bots."""
    kind = game.practice
    bots, profile = wish.bots or kind.usual_bots, wish.profile or kind.profiles[0]
    seconds = wish.turn_time_s
    if wish.lesson:
        bots, profile, seconds = kind.lesson_bots, kind.profiles[0], 0
    if profile not in kind.profiles:  # nobody names files of this machine from outside
        known = {"profile": profile, "known": ", ".join(kind.profiles)}
        refuse(Violation(Unknown.PROFILE_UNKNOWN, facts=known))
    if not 1 <= len(bots) <= kind.most_bots or not set(bots) <= kind.bots:
        facts: dict[str, Fact] = {"most": kind.most_bots, "bots": tuple(sorted(kind.bots))}
        refuse(Violation(Refusal.BOTS, facts=facts))
    return TableSetup(
        id=table,
        profile=profile,
        seats=(SeatSetup(), *(SeatSetup(bot=name) for name in bots)),
        watching=Watching.NOBODY,
        game=game.name,
        turn_time_s=seconds,
        lesson=wish.lesson,
    )
