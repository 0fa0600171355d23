"""A game of Miś Wojtek checked against its fair order, card by card.

This knows decks, hands, the display and used cards, and nothing of the engine that ran the game.
Both decks are read from their end; a deck that is used up is made of its sorted used cards with
the label `mix/` and the number that event had in the table's log.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import NoReturn

from stolik.fair.codes import Refusal
from stolik.fair.commit import BAG
from stolik.fair.shuffle import shuffled
from stolik.fair.transcript import Entry
from stolik.refusal import Fact, Violation, refuse

TRAVEL, BEARS = "travel", "bears"  # labels; that of the bear cards is that of any bag


@dataclass(frozen=True, slots=True)
class CardSet:
    """What a game is played with, as far as chance goes."""

    travel: tuple[str, ...]
    bear_cards: tuple[str, ...]
    bears: tuple[str, ...]
    slots: int
    seats_min: int = 2
    seats_max: int = 5

    @property
    def bag(self) -> tuple[str, ...]:
        """Everything that is shuffled: what the commitment binds."""
        return (*self.travel, *self.bear_cards, *self.bears)


def check_cards(log: Sequence[Entry], key: bytes, card_set: CardSet) -> int:
    """How many players sat there; refused at the first entry that cannot be."""
    drawn = tuple(takewhile(lambda entry: entry.op == "bear", log))
    bears = shuffled(card_set.bears, key, BEARS)
    for seat, entry in enumerate(drawn):
        if entry.seat != seat or entry.out or entry.got != bears[seat : seat + 1]:
            _no(Refusal.BEARS, entry, wanted=bears[seat : seat + 1] or ("–",))
    if not card_set.seats_min <= len(drawn) <= card_set.seats_max:
        least, most = card_set.seats_min, card_set.seats_max
        refuse(
            Violation(Refusal.PLAYERS, facts={"found": len(drawn), "least": least, "most": most})
        )
    table = _Cards(len(drawn), key, card_set)
    for entry in log[len(drawn) :]:
        table.follow(entry)
    return len(drawn)


class _Pile:
    """A deck and its used cards."""

    def __init__(self, cards: Iterable[str], key: bytes) -> None:
        self.deck, self.used, self._key = list(cards), list[str](), key

    def draw(self, entry: Entry) -> None:
        """The cards got are the next ones, from the end."""
        count = len(entry.got)
        following = tuple(reversed(self.deck[-count:])) if count else ()
        if entry.got != following:
            _no(Refusal.CARD_NOT_NEXT, entry, entry.got, wanted=following or ("–",))
        del self.deck[len(self.deck) - count :]

    def mix(self, entry: Entry, number: int) -> None:
        """The used cards become the deck, in an order anybody can repeat."""
        if self.deck:
            _no(Refusal.MIX_EARLY, entry, left=len(self.deck))
        order = shuffled(tuple(sorted(self.used)), self._key, f"mix/{number}")
        if entry.got != order or not order:
            _no(Refusal.MIX_ORDER, entry, number=number)
        self.deck, self.used = list(order), []


class _Cards:
    """Decks, hands and display after the set-up; lives within one check."""

    def __init__(self, seats: int, key: bytes, card_set: CardSet) -> None:
        self.travel = _Pile(shuffled(card_set.travel, key, TRAVEL), key)
        self.bears = _Pile(shuffled(card_set.bear_cards, key, BAG), key)
        self.hands: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.owned: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.display: list[str | None] = [None] * card_set.slots
        self.mixed = -1  # the number of the last reshuffle

    def follow(self, entry: Entry) -> None:
        self._check_place(entry)
        match entry.op:
            case "card":
                self.travel.draw(entry)
                self.hands[entry.seat].update(entry.got)
                self._put_away(entry)
            case "fill":
                self._fill(entry)
            case "take":
                self.owned[entry.seat].update(self._taken(entry, 1))
            case "empty":
                self.bears.used += self._taken(entry, 1)
            case "swap":
                self._swap(entry)
            case "clear":
                self.bears.used += [card for card in self.display if card is not None]
                self.display = [None] * len(self.display)
            case "mix":
                self._mix(entry)
            case "out":
                self.travel.used += self.hands[entry.seat].elements()
                self.bears.used += self.owned[entry.seat].elements()
                self.hands[entry.seat], self.owned[entry.seat] = Counter(), Counter()

    def _check_place(self, entry: Entry) -> None:
        """Where an entry names a slot or a deck, that must be one; else it names a seat."""
        places = {"fill": len(self.display), "mix": 2, "clear": 1}
        known = ("card", "take", "empty", "swap", "out", *places)
        if entry.op not in known or (entry.op in ("clear", "out") and (entry.out or entry.got)):
            _no(Refusal.OPERATION, entry, operation=entry.op)
        if not 0 <= entry.seat < places.get(entry.op, len(self.hands)):
            _no(Refusal.SEAT, entry, seat=entry.seat)

    def _put_away(self, entry: Entry) -> None:
        hand, gone = self.hands[entry.seat], Counter(map(str, entry.out))
        if missing := gone - hand:
            _no(Refusal.CARD_NOT_HELD, entry, missing, seat=entry.seat)
        hand.subtract(gone)
        self.travel.used += gone.elements()

    def _fill(self, entry: Entry) -> None:
        if self.display[entry.seat] is not None or len(entry.got) != 1 or entry.out:
            _no(Refusal.SLOT, entry, wanted=(self.display[entry.seat] or "–",))
        self.bears.draw(entry)
        self.display[entry.seat] = entry.got[0]

    def _taken(self, entry: Entry, named: int) -> tuple[str, ...]:
        """The card of the slot that is named first; it lies there no more."""
        slot = entry.out[0] if len(entry.out) == named else None
        there = isinstance(slot, int) and 0 <= slot < len(self.display)
        card = self.display[slot] if there and isinstance(slot, int) else None
        if card is None or entry.got != (card,) or not isinstance(slot, int):
            _no(Refusal.SLOT, entry, wanted=(card or "–",))
        self.display[slot] = None
        return (card,)

    def _swap(self, entry: Entry) -> None:
        taken = self._taken(entry, 2)
        slot, own = entry.out
        owned = self.owned[entry.seat]
        if owned[str(own)] < 1 or not isinstance(slot, int):
            _no(Refusal.CARD_NOT_HELD, entry, (str(own),), seat=entry.seat)
        owned.subtract((str(own),))
        owned.update(taken)
        self.display[slot] = str(own)

    def _mix(self, entry: Entry) -> None:
        number = entry.out[0] if len(entry.out) == 1 else None
        if not isinstance(number, int) or number <= self.mixed:
            _no(Refusal.MIX_ORDER, entry, number=str(number))
        self.mixed = number
        (self.travel, self.bears)[entry.seat].mix(entry, number)


def _no(code: Refusal, entry: Entry, tiles: Iterable[str] = (), **facts: Fact) -> NoReturn:
    refuse(Violation(code, facts={"entry": entry.number, **facts}, tiles=tuple(tiles)))
