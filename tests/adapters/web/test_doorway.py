"""The doorway: who makes room for whom, and that it costs the same however many there are."""

from collections import Counter
from random import Random
from time import perf_counter

import pytest

from stolik.adapters.web.edge import doorway
from stolik.adapters.web.edge.doorway import Doorway, Rank
from tests.reliability.report import figure

_HERE = "10.0.0.1"


class Guest:
    """Somebody at the door."""

    gone = False

    def turn_away(self) -> None:
        self.gone = True


def came(door: Doorway, rank: Rank = Rank.SILENT, peer: str = _HERE) -> Guest:
    guest = Guest()
    door.came(peer, guest)
    door.moved(guest, rank)
    return guest


@pytest.mark.parametrize("rank", [rank for rank in Rank if rank is not Rank.ANSWERED])
def test_the_newcomer_finds_room_whatever_the_others_wait_for(rank: Rank):
    door = Doorway(5, 100)
    others = [came(door, rank) for _ in range(5)]
    assert not came(door).gone
    assert [one.gone for one in others] == [True, False, False, False, False]


def test_nobody_who_is_being_answered_makes_room():
    door = Doorway(5, 100)
    others = [came(door, Rank.ANSWERED) for _ in range(5)]
    assert came(door).gone
    assert not any(one.gone for one in others)


def test_they_make_room_in_the_order_of_their_ranks():
    door = Doorway(5, 100)
    first = {rank: came(door, rank) for rank in reversed(Rank)}
    left: list[Rank] = []
    for _ in range(5):
        came(door, Rank.ANSWERED)
        left += [rank for rank, one in first.items() if one.gone and rank not in left]
    assert left == [Rank.SILENT, Rank.SENDING, Rank.IDLE, Rank.UPLOADING]


def test_small_requests_push_no_upload_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(doorway.MOST, Rank.SENDING, 10)
    door = Doorway(1000, 1000)
    upload = came(door, Rank.UPLOADING)
    senders = [came(door, Rank.SENDING) for _ in range(50)]
    assert sum(not one.gone for one in senders) == 10
    assert not upload.gone


def test_who_moves_waits_from_then_on(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(doorway.MOST, Rank.SENDING, 3)
    door = Doorway(1000, 1000)
    one, other, _ = (came(door, Rank.SENDING) for _ in range(3))
    door.moved(one, Rank.SENDING)
    came(door, Rank.SENDING)
    assert (one.gone, other.gone) == (False, True)


@pytest.mark.parametrize("seed", range(20))
def test_the_largest_address_makes_room_for_all(seed: int):
    """Against a plain count, whoever comes and goes."""
    chance, door = Random(seed), Doorway(1000, 40)
    here: dict[Guest, str] = {}
    for _ in range(600):
        if here and chance.random() < 0.4:
            guest = chance.choice(list(here))
            door.went(guest)
            del here[guest]
            continue
        peer = f"10.0.0.{chance.choice('11123')}"
        counts = Counter([*here.values(), peer])
        here[came(door, chance.choice(list(Rank)[:4]), peer)] = peer
        leaving = [guest for guest in here if guest.gone]
        assert len(leaving) == (sum(counts.values()) > 40)
        for guest in leaving:
            assert counts[here.pop(guest)] == max(counts.values())
    assert door._largest == max(Counter(here.values()).values(), default=0)


def arrival_us(others: int) -> float:
    """What one more costs among so many half-sent ones, each of an address of its own."""
    door = Doorway(10**6, others)
    for n in range(others):
        came(door, Rank.SENDING, f"10.{n >> 16}.{n >> 8 & 255}.{n & 255}")
    begun = perf_counter()
    for _ in range(2000):
        came(door, Rank.SENDING)
    return (perf_counter() - begun) / 2000 * 1e6


@pytest.mark.parametrize("tier", ["quick", pytest.param("full", marks=pytest.mark.full)])
def test_one_more_costs_the_same_among_few_and_many(tier: str):
    few, many = min(arrival_us(10) for _ in range(3)), min(arrival_us(20_000) for _ in range(3))
    figure("T16", "µs of one more connection among 20,000", round(many, 1), tier=tier)
    assert tier == "quick" or many < 10 * few
