"""A table of Miś Wojtek as people enter it: cards, arrival, distance; places with their reasons."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from stolik.app.codes import Phrase
from stolik.app.texts import text
from stolik.refusal import Violation, refuse, refuse_any
from stolik.wojtek.board import Board
from stolik.wojtek.codes import Refusal
from stolik.wojtek.ranking import Collection, Finish, PlaceReason, Standing, ranked
from stolik.wojtek.switches import Specials, StartLayout

_MOST = 100


@dataclass(frozen=True, slots=True)
class EnteredFinish:
    """A player's line; portraits by number or printed kinds, cities by number or names."""

    cards: Mapping[str, int] = field(default_factory=dict)
    portraits: int | tuple[str, ...] = 0
    cities: int | tuple[str, ...] = 0
    arrival: int | None = None
    distance: int | None = None
    start: int | None = None
    excluded: bool = False
    absent: bool = False  # did not join the game


def entered_ranking(seats: Sequence[EnteredFinish], board: Board) -> tuple[Standing, ...]:
    """The places of a table; everything that cannot be is refused at once."""
    least, most = board.seating.seats_min, board.seating.seats_max
    if not least <= len(seats) <= most:
        refuse(board.violation(Refusal.RANK_SEATS, least=least, most=most, seats=len(seats)))
    refuse_any(
        *_number_violations(seats, board),
        *_name_violations(seats, board),
        *_size_violations(seats, board),
        *_deck_violations(seats, board),
        *_box_violations(seats, board),
        *_track_violations(seats, board),
    )
    return ranked([_finish(seat, i, board) for i, seat in enumerate(seats)], board)


def reasons(standings: Sequence[Standing], lang: str) -> tuple[str, ...]:
    """Why each has its place: against the one above, and for the first against the next."""
    below = _below_the_first(standings)
    return tuple(
        _reason(standing, lang, below if standing.reason is PlaceReason.FIRST else None)
        for standing in standings
    )


_COMPARED = (
    *(PlaceReason.SETS, PlaceReason.ARRIVAL, PlaceReason.DISTANCE),
    *(PlaceReason.START_ORDER, PlaceReason.LEVEL),
)


def _below_the_first(standings: Sequence[Standing]) -> Standing | None:
    """Whom the first was compared with; None where nobody else was."""
    compared = (one for one in standings if one.reason in _COMPARED)
    # Who shares the first place comes before who has the second.
    return min(compared, key=lambda one: one.place, default=None)


def _reason(standing: Standing, lang: str, below: Standing | None) -> str:
    """One's own, and what the portraits and city cards were good for."""
    sizes = ", ".join(str(size) for size in standing.sets.sizes) or text(Phrase.RANK_NONE, lang)
    decided = below or standing
    mine, above = str(decided.mine), str(decided.above)
    if decided.reason is PlaceReason.ARRIVAL and not decided.mine:
        mine = text(Phrase.RANK_NOT_ARRIVED, lang)
    said = text(
        f"rank.{'won' if below else 'reason'}.{decided.reason}",
        lang,
        sets=sizes,
        number=decided.number,
        mine=mine,
        above=above,
    )
    made, ignored = standing.sets.made, standing.sets.ignored
    if not made and not ignored:
        return said
    return f"{said} {text(Phrase.RANK_SPECIALS, lang, made=made, ignored=ignored)}"


def _finish(seat: EnteredFinish, number: int, board: Board) -> Finish:
    portraits = seat.portraits if isinstance(seat.portraits, tuple) else ("",) * seat.portraits
    cities = (
        tuple(board.city_kinds.get(city, "") for city in seat.cities)
        if isinstance(seat.cities, tuple)
        else ("",) * seat.cities
    )
    return Finish(
        Collection(tuple(seat.cards.items()), portraits, cities),
        seat.arrival,
        seat.distance or 0,
        # Without a start field the seats are taken to sit in the order of play.
        number if seat.start is None else seat.start - 1,
        seat.excluded,
        seat.absent,
    )


def _count(value: int | tuple[str, ...]) -> int:
    return value if isinstance(value, int) else len(value)


def _number_violations(seats: Sequence[EnteredFinish], board: Board) -> Iterator[Violation]:
    for number, seat in enumerate(seats, start=1):
        counts = {**seat.cards, "portraits": _count(seat.portraits), "cities": _count(seat.cities)}
        for name, count in counts.items():
            if not 0 <= count <= _MOST:
                yield board.violation(Refusal.RANK_NEGATIVE, seat=number, most=_MOST, field=name)


def _name_violations(seats: Sequence[EnteredFinish], board: Board) -> Iterator[Violation]:
    """Kinds of the board, or sets that are only numbered.

    Where nobody has verified the board, letters of one's own do as well.
    """
    known, bound = board.kind_ids, board.ranking.specials is Specials.BOUND
    named = {kind for seat in seats for kind in seat.cards}
    fits = not named & set(known) and len(named) <= len(known)
    numbered = all(kind.isdecimal() for kind in named)
    own_names = fits and (numbered or not board.is_verified) and not bound
    for number, seat in enumerate(seats, start=1):
        strange = () if own_names else tuple(kind for kind in seat.cards if kind not in known)
        if isinstance(seat.portraits, tuple):
            strange += tuple(kind for kind in seat.portraits if kind not in known)
        if strange:
            yield board.violation(
                Refusal.RANK_KIND_UNKNOWN, seat=number, kinds=strange, known=known
            )
        cities = tuple(board.city_kinds)
        if isinstance(seat.cities, tuple) and not set(seat.cities) <= set(cities):
            wrong = tuple(city for city in seat.cities if city not in cities)
            yield board.violation(Refusal.RANK_KIND_UNKNOWN, seat=number, kinds=wrong, known=cities)
        for field_name, value in (("portraits", seat.portraits), ("cities", seat.cities)):
            if bound and isinstance(value, int) and value:
                yield board.violation(Refusal.RANK_NAMES_NEEDED, seat=number, field=field_name)


def _size_violations(seats: Sequence[EnteredFinish], board: Board) -> Iterator[Violation]:
    """A set that is only numbered is a set: `32` is two of them that were written as one."""
    most = board.ending.set_size
    for number, seat in enumerate(seats, start=1):
        for kind, size in seat.cards.items():
            if not kind.isdecimal() or not most < size <= _MOST:
                continue
            sizes = tuple(str(size))
            if len(sizes) > 1 and all(1 <= int(one) <= most for one in sizes):
                meant = " ".join(sizes)
                yield board.violation(
                    Refusal.RANK_SETS_JOINED, seat=number, size=size, most=most, sizes=meant
                )
            else:
                yield board.violation(Refusal.RANK_SET_SIZE, seat=number, size=size, most=most)


def _box_violations(seats: Sequence[EnteredFinish], board: Board) -> Iterator[Violation]:
    """All seats together hold no more than lies in the box, signed or not."""
    box = (
        (Refusal.RANK_BOX_CARDS, len(board.kinds) * board.cards.copies, _cards),
        (Refusal.RANK_BOX_PORTRAITS, len(board.cards.portraits), lambda s: _count(s.portraits)),
        (Refusal.RANK_BOX_CITIES, len(board.city_kinds), lambda s: _count(s.cities)),
    )
    for code, there, held in box:
        counts = [min(held(seat), _MOST) for seat in seats]
        if sum(counts) > there:
            holders = tuple(str(n) for n, count in enumerate(counts, start=1) if count)
            yield board.violation(code, given=sum(counts), there=there, seats=holders)


def _cards(seat: EnteredFinish) -> int:
    return sum(seat.cards.values())


def _deck_violations(seats: Sequence[EnteredFinish], board: Board) -> Iterator[Violation]:
    """More of a kind than there are; a board nobody has verified cannot know that."""
    if not board.is_verified:
        return
    given: Counter[str] = Counter()
    for seat in seats:
        given.update(seat.cards)
    there = board.cards.copies
    known = {name: n for name, n in given.items() if not name.isdecimal()}
    if over := tuple(f"{name} {n} > {there}" for name, n in known.items() if n > there):
        yield board.violation(Refusal.RANK_TOO_MANY, cards=over)


def _track_violations(seats: Sequence[EnteredFinish], board: Board) -> Iterator[Violation]:
    arrivals = sorted(s.arrival for s in seats if s.arrival is not None and not _is_out(s))
    if arrivals != list(range(1, len(arrivals) + 1)):
        found = tuple(str(number) for number in arrivals)
        yield board.violation(Refusal.RANK_ARRIVAL, "arrival", found=found)
    yield from _same_field(seats, board)
    longest = board.goal_position + len(board.starts)
    starts = [seat.start for seat in seats if seat.start is not None]
    for number, seat in enumerate(seats, start=1):
        placed = seat.arrival is not None or _is_out(seat) or seat.distance is not None
        if not placed or not 0 <= (seat.distance or 0) <= longest:
            yield board.violation(
                Refusal.RANK_DISTANCE, "arrival_decides", seat=number, most=longest
            )
        twice = starts.count(seat.start) > 1 if seat.start is not None else False
        if seat.start is not None and (twice or not 1 <= seat.start <= len(board.starts)):
            yield board.violation(Refusal.RANK_START, "order", seat=number, most=len(board.starts))


def _is_out(seat: EnteredFinish) -> bool:
    """Without a bear on the board."""
    return seat.excluded or seat.absent


def _same_field(seats: Sequence[EnteredFinish], board: Board) -> Iterator[Violation]:
    """One bear on a field (wojtek L10); only starts side by side are level."""
    farthest = board.goal_position - max(map(board.start_position, range(len(board.starts))))
    on_track: dict[int, list[str]] = {}
    for number, seat in enumerate(seats, start=1):
        if seat.arrival is None and seat.distance is not None and not _is_out(seat):
            on_track.setdefault(seat.distance, []).append(str(number))
    for distance, numbers in on_track.items():
        level = board.start.layout is StartLayout.PARALLEL and distance >= farthest
        if len(numbers) > 1 and not level:
            yield board.violation(
                Refusal.RANK_SAME_FIELD, "one_bear", distance=distance, seats=tuple(numbers)
            )
