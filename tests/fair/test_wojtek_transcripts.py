"""T18 for Miś Wojtek: true transcripts are accepted, false ones refused."""

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stolik.app.dealing import FairDeal, game_context
from stolik.app.texts import say
from stolik.app.wojtek_transcripts import card_set, wojtek_transcript
from stolik.bots.wojtek.random_bot import RandomBot
from stolik.fair import verify
from stolik.fair.cards import CardSet
from stolik.fair.codes import Refusal
from stolik.fair.commit import key
from stolik.fair.shuffle import shuffled
from stolik.lab.wojtek_table import mix_by, opening
from stolik.refusal import Refused
from stolik.wojtek import commands as c
from stolik.wojtek.engine import decide, replay
from stolik.wojtek.events import Rewound, SeatExcluded
from stolik.wojtek.state import JUDGE_WAITS, Phase, Seat, TableState, new_table
from stolik.wojtek.view import Role, Viewer, visible_to
from tests.fair.games import entropy
from tests.fair.test_transcripts import CARD_REASONS, Verify, mutant
from tests.reliability.report import figure
from tests.wojtek.boards import random_board
from tests.wojtek.random_play import interference

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


def all_false(numbers: range) -> Iterator[tuple[str, Game]]:
    for number in numbers:
        honest = game(number)
        for name, cheat in WAYS.items():
            copy = deepcopy(honest.transcript)
            if cheat(copy["log"], honest, Random(f"{number} {name}")):
                made = Game(copy, honest.commit, honest.public, honest.cards, honest.kinds)
                yield name, made


@pytest.mark.parametrize(
    ("tier", "games"), [("quick", 24), pytest.param("full", 200, marks=pytest.mark.full)]
)
def test_true_transcripts_are_accepted_and_false_ones_refused(tier: str, games: int):
    honest = [game(number) for number in range(games)]
    assert [refusal(shown) for shown in honest] == [None] * games
    tried: Counter[str] = Counter()
    reasons = set()
    for name, false in all_false(range(games)):
        reasons.add(reason := refusal(false))
        assert reason, name
        tried[name] += 1
    assert set(tried) == set(WAYS), "a way of tampering was never tried"
    assert reasons >= CARD_REASONS, "a reason was never heard"
    figure(
        "T18",
        "transcripts of Miś Wojtek accepted, false ones refused",
        f"{games}, {tried.total()}",
        tier=tier,
    )


def test_rewinds_exclusions_and_reshuffles_are_among_them():
    games = [game(number) for number in range(24)]
    assert sum(Rewound in one.kinds for one in games) >= 3
    assert sum(SeatExcluded in one.kinds for one in games) >= 2
    assert sum(any(e[0] == "mix" for e in one.transcript["log"]) for one in games) >= 5


def test_another_board_is_another_bag():
    shown = game(0)
    other = CardSet(shown.cards.travel[1:], shown.cards.bear_cards, shown.cards.bears, 7)
    for cards in (other, None):
        with pytest.raises(Refused) as refused:
            verify(shown.transcript, shown.commit, shown.public, cards=cards)
        assert refused.value.violations[0].code == Refusal.BAG


MUTANTS = {
    "does not look at bears": (
        "if entry.seat != seat or entry.out or entry.got != bears[seat : seat + 1]:",
        "if False:",
    ),
    "does not count players of cards": (
        "if not card_set.seats_min <= len(drawn) <= card_set.seats_max:",
        "if False:",
    ),
    "does not look at drawn cards": ("if entry.got != following:", "if False:"),
    "sorts drawn cards": (
        "if entry.got != following:",
        "if sorted(entry.got) != sorted(following):",
    ),
    "lets decks be mixed early": ("        if self.deck:\n", "        if False:\n"),
    "does not mix again": ("if entry.got != order or not order:", "if not order:"),
    "does not number reshuffles": (
        "if not isinstance(number, int) or number <= self.mixed:",
        "if not isinstance(number, int):",
    ),
    "does not look at hands": ("if missing := gone - hand:", "if missing := False:"),
    "fills full slots": (
        "if self.display[entry.seat] is not None or len(entry.got) != 1 or entry.out:",
        "if len(entry.got) != 1 or entry.out:",
    ),
    "believes what was taken": (
        "if card is None or entry.got != (card,) or not isinstance(slot, int):",
        "if card is None or not isinstance(slot, int):",
    ),
    "believes what was given": (
        "if owned[str(own)] < 1 or not isinstance(slot, int):",
        "if not isinstance(slot, int):",
    ),
    "does not know who plays cards": (
        "            _no(Refusal.SEAT, entry, seat=entry.seat)",
        "            return",
    ),
    "overlooks cards in an exclusion": (
        'if entry.op not in known or (entry.op in ("clear", "out") and (entry.out or entry.got)):',
        "if entry.op not in known:",
    ),
    "overlooks strange operations with cards": (
        'if entry.op not in known or (entry.op in ("clear", "out") and (entry.out or entry.got)):',
        'if entry.op in ("clear", "out") and (entry.out or entry.got):',
    ),
}


@pytest.fixture(scope="module")
def false_ones() -> list[Game]:
    return [*(false for _, false in all_false(range(12))), *crafted()]


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


@pytest.mark.parametrize("name", MUTANTS)
def test_a_careless_verifier_is_found_out(name: str, false_ones: list[Game], tmp_path: Path):
    careless = mutant(*MUTANTS[name], tmp_path)
    assert refusal(game(0), careless) is None
    assert any(believes(careless, false) for false in false_ones)


def believes(verifier: Verify, false: Game) -> bool:
    try:
        verifier(false.transcript, false.commit, false.public, cards=false.cards)
    except Refused:
        return False
    except (AttributeError, KeyError, IndexError, TypeError, ValueError, AssertionError):
        return False  # no refusal, but no OK either
    return True
