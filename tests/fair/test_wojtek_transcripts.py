"""T18 for Miś Wojtek: true transcripts are accepted, false ones refused."""

from collections import Counter
from pathlib import Path

import pytest

from stolik.fair import verify
from stolik.fair.cards import CardSet
from stolik.fair.codes import Refusal
from stolik.refusal import Refused
from stolik.wojtek.events import Rewound, SeatExcluded
from tests.fair.card_games import WAYS, Game, all_false, crafted, game, refusal
from tests.fair.test_transcripts import CARD_REASONS, Verify, mutant
from tests.reliability.report import figure


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
