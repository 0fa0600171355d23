"""Bots, positions and whole games for the tests, written in notation."""

from dataclasses import replace
from random import Random

from stolik.app.library import profile_from, rules_profile
from stolik.bots import Bot
from stolik.bots.greedy import Greedy
from stolik.bots.patient import Patient, dearest, least_room
from stolik.bots.player import Choice, Player
from stolik.bots.position import Position, Rival
from stolik.bots.searcher import Searcher
from stolik.bots.solving import solving_for
from stolik.lab.table import MoveClock, play_game
from stolik.rummikub.notation import read_tableau, read_tiles
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import TableState
from stolik.rummikub.tiles import Tiles, all_of, without
from stolik.seats import Seat

MP2023 = rules_profile("mp2023")
SOLVING = solving_for(MP2023)
GREEDY = Greedy(SOLVING)
PATIENT = Patient(SOLVING, pick=least_room)


def bot(name: str, rules: RulesProfile = MP2023, seed: object = 0) -> Bot:
    """A bot of the registry's kinds; the searcher with a small budget, to be quick."""
    solving = solving_for(rules)
    strategies = {
        "greedy": lambda: Greedy(solving),
        "patient": lambda: Patient(solving, pick=least_room),
        "searcher": lambda: Searcher(
            solving, Patient(solving, pick=dearest), Random(str(seed)), samples=1
        ),
    }
    return Player(rules, solving, strategies[name]())


def game(
    names: list[str],
    seed: str,
    rules: RulesProfile = MP2023,
    clock: MoveClock | None = None,
) -> TableState:
    """A whole game; any refusal comes out as `Refused`."""
    bots = [bot(name, rules, f"{seed}/{seat}") for seat, name in enumerate(names)]
    best = solving_for(rules).best_opening
    return play_game(rules, bots, seed, best_opening=best, clock=clock)


def position(
    rack: str,
    tableau: str = "",
    *,
    opened: bool = True,
    rivals: tuple[int, ...] = (10, 10, 10),
    unopened: bool = False,
    pool: int = 30,
) -> Position:
    """A position under mp2023; `rivals` are their numbers of tiles."""
    return Position(
        rules=MP2023,
        seat=Seat(0),
        rack=read_tiles(rack, MP2023),
        tableau=read_tableau(tableau, MP2023),
        opened=opened,
        rivals=tuple(Rival(Seat(i + 1), n, not unopened) for i, n in enumerate(rivals)),
        pool=pool,
        may_draw=pool > 0,
        last_move=False,
    )


def in_last_move(where: Position) -> Position:
    return replace(where, last_move=True, may_draw=False)


def laid(where: Position, choice: Choice) -> Tiles:
    """The rack tiles a choice lays, sorted."""
    if choice.tableau is None:
        return ()
    return tuple(sorted(without(all_of(choice.tableau), all_of(where.tableau))))


def codes(choice: Choice) -> list[str]:
    return [reason.code.value for reason in choice.reasons]


def own_rules(**tables: object) -> RulesProfile:
    """mp2023 with some fields changed, as somebody's own file would."""
    return profile_from({"based_on": "mp2023", "id": "own", **tables})
