"""Sets and places: the best use of portraits and city cards, and why one stands before another."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from stolik.wojtek.board import Board
from stolik.wojtek.cards import BearCard, is_portrait, kind_of
from stolik.wojtek.switches import Level, Specials


class PlaceReason(StrEnum):
    """What decided a place against the one above it."""

    FIRST = "first"
    SETS = "sets"
    ARRIVAL = "arrival"
    DISTANCE = "distance"
    START_ORDER = "start_order"
    LEVEL = "level"
    EXCLUDED = "excluded"
    ABSENT = "absent"
    OVERRULED = "overruled"


@dataclass(frozen=True, slots=True)
class Collection:
    """What a player has collected; portraits and cities by the kind printed on them."""

    kinds: tuple[tuple[str, int], ...]
    portraits: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sets:
    """Sizes from the largest; how many cards the specials made, and how many are of no use."""

    sizes: tuple[int, ...]
    made: int
    ignored: int


@dataclass(frozen=True, slots=True)
class Finish:
    """How a player ended: cards, order of arrival or distance, the start field, excluded or not."""

    collection: Collection
    arrival: int | None
    distance: int
    start: int
    excluded: bool = False
    absent: bool = False  # did not join the game: no place at all


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place, and what decided it against the one above."""

    place: int  # 0: none, since the game was not joined
    sets: Sets
    reason: PlaceReason
    number: int = 0  # of sets: which one, from 1
    mine: int = 0  # what was compared
    above: int = 0


def collection_of(cards: Iterable[BearCard], cities: Iterable[str], board: Board) -> Collection:
    """The cards of a seat, sorted."""
    counts: dict[str, int] = {}
    portraits: list[str] = []
    for card in cards:
        if is_portrait(card):
            portraits.append(kind_of(card))
        else:
            counts[card] = counts.get(card, 0) + 1
    printed = tuple(board.city_kinds[city] for city in cities)
    return Collection(tuple(counts.items()), tuple(portraits), printed)


def sets_of(collection: Collection, board: Board) -> Sets:
    """The best sets: lexicographically largest sizes, each capped (wojtek L77, decision W1)."""
    counts = dict(collection.kinds)
    specials = (*collection.portraits, *collection.cities)
    most = board.ending.set_size
    match board.ranking.specials:
        case Specials.PAIR_ANY:
            made, spent = len(specials) // 2, len(specials) // 2 * 2
        case Specials.PAIR_PORTRAIT_CITY:
            made = min(len(collection.portraits), len(collection.cities))
            spent = 2 * made
        case Specials.WILD:
            made = spent = len(specials)
        case Specials.BOUND:
            bound = [kind for kind in specials if counts.get(kind)]
            for kind in bound:
                counts[kind] += 1
            return Sets(_sizes(counts, most), len(bound), len(specials) - len(bound))
    sizes = _filled(_sizes(counts, most), made, most, kinds=len(board.kinds))
    return Sets(sizes, made, len(specials) - spent)


def has_complete_set(collection: Collection, board: Board) -> bool:
    """A set of six of one kind, portraits and cities included (wojtek L61)."""
    sizes = sets_of(collection, board).sizes
    return bool(sizes) and sizes[0] >= board.ending.set_size


def _sizes(counts: Mapping[str, int], most: int) -> tuple[int, ...]:
    return tuple(sorted((min(n, most) for n in counts.values() if n > 0), reverse=True))


def _filled(sizes: tuple[int, ...], wild: int, most: int, kinds: int) -> tuple[int, ...]:
    """Wild cards go to the largest set that has room: no other use makes a larger list."""
    filled = [*sizes, *(0,) * (kinds - len(sizes))]
    for i, size in enumerate(filled):
        added = min(wild, most - size)
        filled[i] += added
        wild -= added
    return tuple(size for size in filled if size)


def ranked(finishes: Sequence[Finish], board: Board) -> tuple[Standing, ...]:
    """Everybody's place with its reason, in the order of the seats (wojtek L77–L89).

    Who did not join has none, whatever lies before him (L101); all who are excluded are last.
    """
    sets = [sets_of(finish.collection, board) for finish in finishes]
    keys = [_key(f, s, board) for f, s in zip(finishes, sets, strict=True)]
    playing = (i for i, f in enumerate(finishes) if not f.excluded and not f.absent)
    order = sorted(playing, key=lambda i: keys[i])
    last = last_place(sum(not f.absent for f in finishes))
    found: dict[int, Standing] = {}
    above: int | None = None
    for place, i in enumerate(order, start=1):
        if above is None:
            found[i] = Standing(1, sets[i], PlaceReason.FIRST)
        elif keys[above] == keys[i]:
            found[i] = Standing(found[above].place, sets[i], PlaceReason.LEVEL)
        else:
            found[i] = _compared(place, (finishes[i], sets[i]), (finishes[above], sets[above]))
        above = i
    for i, finish in enumerate(finishes):
        if finish.excluded:
            found[i] = Standing(last, sets[i], PlaceReason.EXCLUDED)
        elif finish.absent:
            found[i] = Standing(0, sets[i], PlaceReason.ABSENT)
    return tuple(found[i] for i in range(len(finishes)))


def last_place(ranked: int) -> int:
    """Of so many who have a place; who is excluded is never the first, even if nobody else came."""
    return max(2, ranked)


_LAST = 10**9


def _key(finish: Finish, sets: Sets, board: Board) -> tuple[object, ...]:
    """Smaller is better; padded so that a set more is a set more."""
    sizes = tuple(-size for size in sets.sizes) + (0,) * (len(board.kinds) - len(sets.sizes))
    arrived = finish.arrival is not None
    arrival = finish.arrival if finish.arrival is not None else _LAST
    key = (*sizes, arrival, 0 if arrived else finish.distance)
    match board.ranking.level:
        case Level.START_ORDER:
            return (*key, finish.start)
        case Level.SHARED_PLACE:
            return key


def _compared(place: int, mine: tuple[Finish, Sets], above: tuple[Finish, Sets]) -> Standing:
    """The first comparison that tells the two apart."""
    (finish, sets), (better, more) = mine, above
    longest = max(len(sets.sizes), len(more.sizes))
    for number in range(1, longest + 1):
        own, theirs = _size(sets, number), _size(more, number)
        if own != theirs:
            return Standing(place, sets, PlaceReason.SETS, number, own, theirs)
    if finish.arrival != better.arrival:
        arrivals = (finish.arrival or 0, better.arrival or 0)
        return Standing(place, sets, PlaceReason.ARRIVAL, 0, *arrivals)
    if finish.distance != better.distance:
        return Standing(
            place, sets, PlaceReason.DISTANCE, mine=finish.distance, above=better.distance
        )
    return Standing(
        place, sets, PlaceReason.START_ORDER, mine=finish.start + 1, above=better.start + 1
    )


def _size(sets: Sets, number: int) -> int:
    return sets.sizes[number - 1] if number <= len(sets.sizes) else 0
