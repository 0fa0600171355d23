"""A game of Rummikub checked against its fair order, tile by tile.

This knows stacks, racks and the table, and nothing of the engine that ran the game: a verifier
that asked the engine would only repeat its mistakes. Which moves the rules allow is not asked
here; `stolik replay` does that.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import NoReturn

from stolik.fair.codes import Refusal
from stolik.fair.commit import order
from stolik.fair.seats import circle_of, seat_tiles
from stolik.fair.transcript import Entry
from stolik.refusal import Fact, Violation, refuse


@dataclass(frozen=True, slots=True)
class GameSet:
    """What a game is played with, as far as dealing goes."""

    bag: tuple[str, ...]
    stack_size: int
    stacks_each: int
    seats_min: int = 2
    seats_max: int = 4
    joker_in_seat_draw: int = 14


RUMMIKUB = GameSet(
    bag=(
        *(f"{colour}{n}" for colour in "kbor" for n in range(1, 14) for _ in range(2)),
        *("j", "j"),
    ),
    stack_size=7,
    stacks_each=2,
)

_FIRST_DEAL = re.compile(r"/1\Z")  # of a table, by its context


def check_game(log: Sequence[Entry], key: bytes, ctx: str, game_set: GameSet) -> int:
    """How many players sat there; refused at the first entry that cannot be."""
    stacks = _stacks(order(game_set.bag, key), game_set.stack_size)
    seated = tuple(takewhile(lambda entry: entry.op == "seat", log))
    circle = _checked_seats(seated, key if _FIRST_DEAL.search(ctx) else None, game_set)
    deals = tuple(takewhile(lambda entry: entry.op == "deal", log[len(seated) :]))
    seats = _checked_deal(deals, circle, stacks, game_set)
    table = _Table(deals, stacks)
    for entry in log[len(seated) + len(deals) :]:
        if entry.seat not in seats:
            _refuse(Refusal.SEAT, entry, seat=entry.seat)
        table.follow(entry)
    return len(seats)


def patterns(seats: Sequence[int], each: int) -> Iterator[tuple[int, ...]]:
    """Who gets stack 1, 2, …: neighbours give, or the judge deals; from every possible starter."""
    count = len(seats)
    for start in range(count):
        circle = [*seats[start:], *seats[:start]]
        yield tuple(
            circle[(giver + (1 if gift % 2 == 0 else -1)) % count]
            for giver in range(count)
            for gift in range(each)
        )
        yield tuple(seat for seat in circle for _ in range(each))


def _stacks(order: Sequence[str], size: int) -> Mapping[int, tuple[str, ...]]:
    """Numbered from 1; the last takes what is left over."""
    count = len(order) // size
    ends = [size * (i + 1) for i in range(count - 1)] + [len(order)]
    return {i + 1: tuple(order[size * i : end]) for i, end in enumerate(ends)}


@dataclass(frozen=True, slots=True)
class _Circle:
    """Who sits after whom by drawn tiles; empty if none were drawn."""

    seats: tuple[int, ...] = ()
    first_starts: bool = False  # they were drawn for this very deal


def _checked_seats(seated: Sequence[Entry], key: bytes | None, game_set: GameSet) -> _Circle:
    """The first deal of a table draws the tiles; later ones (no key) tell the same seats."""
    if not seated:
        return _Circle()
    seats, joker = tuple(entry.seat for entry in seated), game_set.joker_in_seat_draw
    if len(seats) > game_set.seats_max:
        _refuse(Refusal.SEAT, seated[-1], seat=seats[-1])
    drawn = seat_tiles(game_set.bag, key, len(seats), joker) if key else ()
    wanted = circle_of(drawn, joker) if drawn else (min(seats), *seats[1:])
    for entry, seat in zip(seated, wanted, strict=True):
        tiles = drawn[seat] if drawn else ()
        if entry.seat != seat or entry.got != tiles or entry.out:
            _refuse(Refusal.SEAT_TILES, entry, seat=seat, wanted=tiles or ("–",))
    return _Circle(seats, first_starts=bool(drawn))


def _checked_deal(
    deals: Sequence[Entry],
    circle: _Circle,
    stacks: Mapping[int, tuple[str, ...]],
    game_set: GameSet,
) -> Sequence[int]:
    """The seats in play, clockwise."""
    receivers = tuple(entry.seat for entry in deals)
    dealt_to, each = set(receivers), game_set.stacks_each
    seats = circle.seats or tuple(sorted(dealt_to))
    players_fit = game_set.seats_min <= len(dealt_to) <= game_set.seats_max
    if not players_fit or len(deals) != each * len(dealt_to):
        refuse(Violation(Refusal.DEAL_COUNT, facts={"found": len(deals), "each": each}))
    possible = patterns(seats, each)
    if circle.first_starts:
        possible = islice(possible, 2)
    if min(dealt_to) < 0 or receivers not in possible:
        shown = tuple(str(seat) for seat in receivers)
        refuse(Violation(Refusal.DEAL_PATTERN, facts={"seats": shown}))
    for number, entry in enumerate(deals, start=1):
        if entry.got != stacks[number] or entry.out:
            _refuse(Refusal.DEAL_TILES, entry, stack=number, wanted=stacks[number])
    return seats


class _Table:
    """Racks, table, middle and bank after the deal; lives within one check."""

    def __init__(self, deals: Sequence[Entry], stacks: Mapping[int, tuple[str, ...]]) -> None:
        last = max(stacks)
        self.middle = stacks[last]
        self.bank = {n: tiles for n, tiles in stacks.items() if len(deals) < n < last}
        self.lying: Counter[str] = Counter()
        self.racks: dict[int, Counter[str]] = {entry.seat: Counter() for entry in deals}
        for entry in deals:
            self.racks[entry.seat].update(entry.got)

    def follow(self, entry: Entry) -> None:
        match entry.op:
            case "stack":
                self._place_stack(entry)
            case "play":
                self._lay(entry)
                self._draw(entry)
            case "take":
                self._take_up(entry)
            case _:
                _refuse(Refusal.OPERATION, entry, operation=entry.op)

    def _place_stack(self, entry: Entry) -> None:
        if self.middle:
            _refuse(Refusal.MIDDLE_NOT_EMPTY, entry, left=len(self.middle))
        named = entry.out[0] if len(entry.out) == 1 and not entry.got else None
        if not isinstance(named, int) or named not in self.bank:
            banked = tuple(str(number) for number in sorted(self.bank))
            _refuse(Refusal.STACK_NOT_IN_BANK, entry, stacks=banked)
        self.middle = self.bank.pop(named)

    def _lay(self, entry: Entry) -> None:
        rack, laid = self.racks[entry.seat], Counter(map(str, entry.out))
        if missing := laid - rack:
            _refuse(Refusal.NOT_HELD, entry, seat=entry.seat, tiles=missing)
        rack.subtract(laid)
        self.lying.update(laid)

    def _draw(self, entry: Entry) -> None:
        count = len(entry.got)
        if entry.got != self.middle[:count]:
            following = self.middle[:count] or ("–",)
            _refuse(Refusal.NOT_NEXT, entry, tiles=entry.got, wanted=following)
        self.middle = self.middle[count:]
        self.racks[entry.seat].update(entry.got)

    def _take_up(self, entry: Entry) -> None:
        taken = Counter(entry.got)
        missing = taken - self.lying
        if missing or entry.out:
            _refuse(Refusal.NOT_ON_TABLE, entry, tiles=missing)
        self.lying.subtract(taken)
        self.racks[entry.seat].update(taken)


def _refuse(code: Refusal, entry: Entry, tiles: Iterable[str] = (), **facts: Fact) -> NoReturn:
    refuse(Violation(code, facts={"entry": entry.number, **facts}, tiles=tuple(tiles)))
