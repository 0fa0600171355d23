"""Transcripts of real games of Miś Wojtek, and every way we could think of to cheat with one."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from stolik.app.fairness.dealing import FairDeal, game_context
from stolik.app.games.wojtek.transcript import card_set, wojtek_transcript
from stolik.app.texts import say
from stolik.bots.wojtek.random_bot import RandomBot
from stolik.fair import verify
from stolik.fair.cards import CardSet
from stolik.fair.commit import key
from stolik.fair.shuffle import shuffled
from stolik.lab.wojtek_table import mix_by, opening
from stolik.refusal import Refused
from stolik.seats import Role, Seat, Viewer
from stolik.wojtek import commands as c
from stolik.wojtek.engine import decide, replay
from stolik.wojtek.state import JUDGE_WAITS, Phase, TableState, new_table
from stolik.wojtek.view import visible_to
from tests.fair.description import closing
from tests.fair.games import entropy
from tests.wojtek.boards import random_board
from tests.wojtek.random_play import interference

Verify = Callable[..., Any]
LONGEST = 600


@dataclass(frozen=True)
class Game:
    """A transcript, what a player wrote down before it, and the cards it was played with."""

    transcript: dict[str, Any]
    commit: str
    public: str
    cards: CardSet
    kinds: frozenset[type]


@lru_cache(maxsize=512)
def game(number: int) -> Game:
    """Game `number` on a board with switches turned, now and then with a busy referee."""
    chance = Random(f"fair wojtek {number}")
    board, seats = random_board(number), 2 + number % 4
    cards = card_set(board)
    seed, ctx = chance.randbytes(32), game_context("test", 1, number, 1)
    opened = FairDeal(seed, ctx, cards.bag).opened(entropy(seats, chance))
    mix, bot = mix_by(opened.key), RandomBot(board, chance)
    state = new_table(board)
    state = replay(decide(state, opening(board, seats, opened.key), mix=mix), state)
    for step in range(LONGEST):
        if state.phase is Phase.OVER:
            break
        disputed = number % 2 and step < 200 and chance.random() < 0.15
        command = interference(state, chance) if disputed else _next(state, bot, chance)
        if step == 9 and number % 3 == 0 and seats > 2:
            command = c.Exclude(Seat(1), "went home")
        try:
            state = replay(decide(state, command, mix=mix), state)
        except Refused:
            continue
    assert state.phase is Phase.OVER, number
    made = wojtek_transcript(state.log, opened, board)
    kinds = frozenset(type(event) for event in state.log)
    return Game(made, made["commit"], made["public"], cards, kinds)


def _next(state: TableState, bot: RandomBot, chance: Random) -> c.Command:
    """What brings the game on: a stopped one is rewound now and then, reports are answered."""
    if state.paused:
        waiting = [i for i, r in enumerate(state.reports, start=1) if r.decision is None]
        if waiting:
            return c.DecideReport(waiting[0], c.Decision.REJECTED, "seen")
        back = chance.random() < 0.4
        return c.Rewind(chance.randint(1, len(state.log)), "wrong") if back else c.Resume()
    if state.waiting in JUDGE_WAITS:
        return c.Confirm()
    return bot.command(visible_to(state, Viewer(Role.SEAT, state.turn)))


def refusal(shown: Game, by: Verify = verify) -> str | None:
    try:
        by(shown.transcript, shown.commit, shown.public, cards=shown.cards)
    except Refused as refused:
        (violation,) = refused.violations
        for lang in ("pl", "en"):
            assert "?" not in say(violation, lang), violation
        return violation.code
    return None


# --- ways to cheat: each changes a copy and answers whether it could ------------------------------

Log = list[list[Any]]
Way = Callable[[Log, Game, Random], bool]
WAYS: dict[str, Way] = {}


def way(function: Way) -> Way:
    WAYS[function.__name__] = function
    return function


def one(log: Log, chance: Random, wanted: Callable[[list[Any]], bool]) -> list[Any] | None:
    found = [entry for entry in log if wanted(entry)]
    return chance.choice(found) if found else None


@way
def draws_in_another_order(log: Log, _: Game, chance: Random) -> bool:
    entry = one(log, chance, lambda e: e[0] == "card" and len(set(e[3])) > 1)
    if entry is None:
        return False
    i, j = chance.choice(
        [(i, j) for i, a in enumerate(entry[3]) for j in range(i) if entry[3][j] != a]
    )
    entry[3][i], entry[3][j] = entry[3][j], entry[3][i]
    return True


@way
def draws_another_card(log: Log, shown: Game, chance: Random) -> bool:
    entry = one(log, chance, lambda e: e[0] == "card" and e[3])
    if entry is None:
        return False
    others = [card for card in shown.cards.travel if card != entry[3][0]]
    entry[3][0] = chance.choice(others)
    return True


@way
def shows_another_bear_card(log: Log, shown: Game, chance: Random) -> bool:
    entry = one(log, chance, lambda e: e[0] == "fill")
    entry[3][0] = chance.choice([card for card in shown.cards.bear_cards if card != entry[3][0]])
    return True


@way
def leaves_out_the_first_bear_card(log: Log, _: Game, __: Random) -> bool:
    log.remove(next(entry for entry in log if entry[0] == "fill"))
    return True


@way
def fills_a_slot_twice(log: Log, _: Game, chance: Random) -> bool:
    at = chance.choice([i for i, entry in enumerate(log) if entry[0] == "fill"])
    log.insert(at + 1, deepcopy(log[at]))
    return True


@way
def takes_what_does_not_lie_there(log: Log, shown: Game, chance: Random) -> bool:
    entry = one(log, chance, lambda e: e[0] == "take")
    if entry is None:
        return False
    entry[3][0] = chance.choice([card for card in shown.cards.bear_cards if card != entry[3][0]])
    return True


@way
def takes_from_no_slot(log: Log, _: Game, chance: Random) -> bool:
    entry = one(log, chance, lambda e: e[0] in ("take", "empty", "swap"))
    if entry is None:
        return False
    entry[2][0] = chance.choice([-1, 7, "x"])
    return True


@way
def plays_a_card_it_does_not_hold(log: Log, shown: Game, chance: Random) -> bool:
    """Eight of one colour are more than anybody can hold."""
    entry = one(log, chance, lambda e: e[0] == "card" and e[2] and not e[3])
    if entry is None:
        return False
    entry[2] = [entry[2][0]] * (shown.cards.travel.count(entry[2][0]) + 1)
    return True


@way
def gives_a_card_it_does_not_own(log: Log, _: Game, chance: Random) -> bool:
    entry = one(log, chance, lambda e: e[0] == "swap")
    if entry is None:
        return False
    entry[2][1] = "nobody's"
    return True


@way
def mixes_in_another_order(log: Log, _: Game, chance: Random) -> bool:
    entry = one(log, chance, lambda e: e[0] == "mix" and len(set(e[3])) > 1)
    if entry is None:
        return False
    mixed = entry[3][:]
    while entry[3] == mixed:
        chance.shuffle(entry[3])
    return True


@way
def mixes_under_another_number(log: Log, _: Game, chance: Random) -> bool:
    entry = one(log, chance, lambda e: e[0] == "mix" and len(set(e[3])) > 3 and len(e[3]) > 7)
    if entry is None:
        return False
    entry[2][0] += 1
    return True


@way
def mixes_under_no_number(log: Log, _: Game, chance: Random) -> bool:
    entry = one(log, chance, lambda e: e[0] == "mix")
    if entry is None:
        return False
    entry[2] = chance.choice([[], ["7"], [-1], [entry[2][0]] * 2])
    return True


@way
def mixes_before_the_deck_is_used_up(log: Log, _: Game, __: Random) -> bool:
    first = next(i for i, entry in enumerate(log) if entry[0] == "fill")
    log.insert(first, ["mix", 1, [1], []])
    return True


@way
def draws_another_bear(log: Log, shown: Game, chance: Random) -> bool:
    entry = one(log, chance, lambda e: e[0] == "bear")
    entry[3][0] = chance.choice([bear for bear in shown.cards.bears if bear != entry[3][0]])
    return True


@way
def seats_nobody_beside_the_first(log: Log, _: Game, __: Random) -> bool:
    log[:] = [log[0], *(entry for entry in log if entry[0] != "bear")]
    return True


@way
def books_a_card_to_nobody(log: Log, _: Game, chance: Random) -> bool:
    entry = one(log, chance, lambda e: e[0] in ("card", "fill", "take", "mix"))
    entry[1] = chance.choice([-1, 9])
    return True


@way
def does_something_unheard_of(log: Log, _: Game, chance: Random) -> bool:
    entry = one(log, chance, lambda e: e[0] != "bear")
    entry[0] = chance.choice(["play", "deal", "steal"])
    return True


@way
def slips_a_card_into_an_exclusion(log: Log, _: Game, chance: Random) -> bool:
    log.append([chance.choice(["out", "clear"]), 0, [], ["r"]])
    return True


OPEN = {"drops_the_last_entry", "drops_the_last_entries"}  # the closing is left as it was


@way
def drops_the_last_entry(log: Log, _: Game, __: Random) -> bool:
    log.pop()
    return True


@way
def drops_the_last_entries(log: Log, _: Game, chance: Random) -> bool:
    del log[-chance.randrange(2, 9) :]
    return True


def all_false(numbers: range) -> Iterator[tuple[str, Game]]:
    for number in numbers:
        honest = game(number)
        for name, cheat in WAYS.items():
            copy = deepcopy(honest.transcript)
            if cheat(copy["log"], honest, Random(f"{number} {name}")):
                if name not in OPEN:
                    copy["closed"] = closing(copy["commit"], copy["log"])
                made = Game(copy, honest.commit, honest.public, honest.cards, honest.kinds)
                yield name, made


TINY = CardSet(("a", "b", "c"), ("x", "y", "z"), ("m", "n"), slots=1)


def crafted() -> Iterator[Game]:
    """Small games with just one thing wrong, each in the order its seed gives."""
    seed, public, ctx = bytes(range(32)), "dice:1", "crafted"
    derived = key(seed, public, ctx)
    bears = [["bear", n, [], [b]] for n, b in enumerate(shuffled(TINY.bears, derived, "bears"))]
    travel = [*reversed(shuffled(TINY.travel, derived, "travel"))]
    shown = [*reversed(shuffled(TINY.bear_cards, derived, "bag"))]
    fill = ["fill", 0, [], shown[:1]]

    def mix(number: int, cards: list[str]) -> list[Any]:
        return ["mix", 0, [number], list(shuffled(sorted(cards), derived, f"mix/{number}"))]

    all_away = ["card", 0, travel, travel]
    drawn_again = mix(7, travel)[3][::-1]
    logs = (
        bears[:1],
        [*bears, ["card", 0, travel[:1], travel[:1]], mix(5, travel[:1])],
        [*bears, all_away, mix(7, travel), ["card", 0, drawn_again, drawn_again], mix(5, travel)],
        [*bears, fill, ["fill", 0, [], shown[1:2]]],
        [*bears, fill, ["swap", 0, [0, "x"], shown[:1]]],
    )
    opened = FairDeal(seed, ctx, TINY.bag).opened(public)
    honest = [*bears, all_away, mix(7, travel), fill, ["take", 1, [0], shown[:1]]]
    made = opened.revealed(honest)
    assert refusal(Game(made, made["commit"], public, TINY, frozenset())) is None
    for log in logs:
        made = opened.revealed(log)
        false = Game(made, made["commit"], public, TINY, frozenset())
        assert refusal(false) is not None
        yield false
