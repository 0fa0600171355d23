"""The best use of specials equals a search through every use there is."""

from itertools import combinations_with_replacement, product
from random import Random

import pytest

from stolik.wojtek.board import Board
from stolik.wojtek.ranking import Collection, Finish, PlaceReason, ranked, sets_of
from stolik.wojtek.switches import Specials
from tests.wojtek.boards import with_switches

BOARDS = {kind: with_switches({"ranking.specials": kind.value}) for kind in Specials}
KINDS = BOARDS[Specials.WILD].kind_ids


def brute_sets(collection: Collection, board: Board) -> tuple[int, ...]:
    """Every choice of what each wild card stands for; the largest list of set sizes."""
    best: tuple[int, ...] = ()
    for counts in brute_counts(collection, board):
        sizes = sorted((min(n, board.ending.set_size) for n in counts.values() if n), reverse=True)
        best = max(best, tuple(sizes))
    return best


def brute_counts(collection: Collection, board: Board):
    plain = dict.fromkeys(board.kind_ids, 0) | dict(collection.kinds)
    portraits, cities = len(collection.portraits), len(collection.cities)
    kind = board.ranking.specials
    if kind is Specials.BOUND:
        for special in (*collection.portraits, *collection.cities):
            if dict(collection.kinds).get(special, 0):
                plain[special] += 1
        yield plain
        return
    most = {
        Specials.WILD: portraits + cities,
        Specials.PAIR_ANY: (portraits + cities) // 2,
        Specials.PAIR_PORTRAIT_CITY: min(portraits, cities),
    }[kind]
    for used in range(most + 1):  # nobody has to use them
        for stands_for in combinations_with_replacement(board.kind_ids, used):
            counts = dict(plain)
            for one in stands_for:
                counts[one] += 1
            yield counts


def collection(counts: tuple[int, ...], portraits: int, cities: int, chance: Random) -> Collection:
    return Collection(
        tuple((k, n) for k, n in zip(KINDS, counts, strict=False) if n),
        tuple(chance.choices(KINDS, k=portraits)),
        tuple(chance.choices(KINDS, k=cities)),
    )


@pytest.mark.parametrize("kind", Specials)
def test_all_small_cases(kind: Specials):
    """Up to three kinds with up to seven cards each, up to two portraits and two cities."""
    chance, board = Random(1), BOARDS[kind]
    for counts in product(range(8), repeat=2):
        for portraits, cities in product(range(3), repeat=2):
            for third in (0, 1, 6):
                one = collection((*counts, third), portraits, cities, chance)
                assert sets_of(one, board).sizes == brute_sets(one, board), one


def check_random(count: int, seed: int) -> None:
    chance = Random(seed)
    for _ in range(count):
        board = BOARDS[chance.choice(tuple(Specials))]
        counts = tuple(chance.choice((0, 0, 1, 1, 2, 3, 4, 5, 6, 7)) for _ in KINDS)
        one = collection(counts, chance.randrange(4), chance.randrange(3), chance)
        assert sets_of(one, board).sizes == brute_sets(one, board), one


def test_a_thousand_random_cases():
    check_random(1_000, seed=1)


@pytest.mark.full
def test_ten_thousand_random_cases():
    check_random(10_000, seed=2)


def slow_key(finish: Finish, board: Board) -> tuple:
    """The comparisons of the document, one after the other, larger is better."""
    sizes = list(brute_sets(finish.collection, board)) + [0] * len(KINDS)
    arrival = -finish.arrival if finish.arrival else -99
    return (*sizes[: len(KINDS)], arrival, 0 if finish.arrival else -finish.distance, -finish.start)


@pytest.mark.parametrize("kind", Specials)
def test_places_follow_the_comparisons_of_the_document(kind: Specials):
    chance, board = Random(7), BOARDS[kind]
    for _ in range(150):
        seats = chance.randint(2, 5)
        arrivals = chance.sample(range(1, seats + 1), seats)
        finishes = []
        for i in range(seats):
            arrived = chance.random() < 0.4
            counts = tuple(chance.choice((0, 0, 1, 2)) for _ in KINDS)
            cards = collection(counts, chance.randrange(2), chance.randrange(2), chance)
            distance = 0 if arrived else chance.choice((50, 50, 3 + i))
            excluded = chance.random() < 0.1
            finishes.append(Finish(cards, arrivals[i] if arrived else None, distance, i, excluded))
        found = ranked(finishes, board)
        keys = {i: slow_key(f, board) for i, f in enumerate(finishes) if not f.excluded}
        for i, standing in enumerate(found):
            if i not in keys:
                assert (standing.place, standing.reason) == (seats, PlaceReason.EXCLUDED)
            else:
                assert standing.place == 1 + sum(other > keys[i] for other in keys.values())
                assert (standing.reason is PlaceReason.FIRST) == (standing.place == 1)
