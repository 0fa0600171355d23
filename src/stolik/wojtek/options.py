"""What a seat may do now: a screen shows these and asks for one; `decide` has the last word."""

from collections.abc import Collection
from dataclasses import dataclass

from stolik.seats import Seat
from stolik.wojtek.cards import RAINBOW, BearCard, Colour, TravelCard, TravelCards
from stolik.wojtek.legality import (
    is_first,
    may_exchange,
    others_on_board,
    position_of,
    rainbow_fields,
    reachable,
)
from stolik.wojtek.ranking import collection_of, has_complete_set
from stolik.wojtek.setup import free_starts
from stolik.wojtek.state import JUDGE_WAITS, Phase, TableState, Waiting
from stolik.wojtek.switches import ColourChoice, DisplayExchange, LandingOrder


@dataclass(frozen=True, slots=True)
class Way:
    """A colour and the field it leads to."""

    colour: Colour
    to: int


@dataclass(frozen=True, slots=True)
class Options:
    """Everything open to the seat to move; what is empty is not open."""

    starts: tuple[Colour, ...] = ()
    cards: tuple[Way, ...] = ()
    rainbow_colours: tuple[Way, ...] = ()  # the first on the track names a colour …
    rainbow_fields: tuple[int, ...] = ()  # … anybody else a field
    triples: tuple[TravelCards, ...] = ()
    slots: tuple[Colour, ...] = ()  # of the display: one is exchanged before a move by three cards
    own: tuple[BearCard, ...] = ()  # what may be given for it, where cards are swapped
    colours: tuple[Way, ...] = ()  # of a move by three cards, when the colour is to be named
    exchange: tuple[int, int] | None = None  # how many travel cards may be put away
    ending: tuple[int, ...] = ()  # fields where one card, or a colour named now, ends the own game

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to do for this seat now."""
        return self == NOTHING


NOTHING = Options()


def options_of(state: TableState, seat: Seat) -> Options:
    """What the table waits for from this seat; nothing if it waits for somebody else."""
    asked = state.phase in (Phase.SETTING_UP, Phase.PLAYING) and state.turn == seat
    if not asked or state.paused or state.waiting in JUDGE_WAITS or state.seats[seat].excluded:
        return NOTHING
    if state.waiting is Waiting.START:
        return Options(starts=free_starts(state))
    if state.phase is Phase.SETTING_UP:
        return NOTHING
    if state.waiting is Waiting.COLOUR:
        ways = _ways(state, seat)
        return Options(colours=ways, ending=_ending(state, seat, {way.to for way in ways}))
    return _of_a_turn(state, seat)


def triples(hand: TravelCards) -> tuple[TravelCards, ...]:
    """Sets of three in one colour or with rainbows; real colours before rainbows."""
    rainbows = hand.count(RAINBOW)
    found = []
    for colour in dict.fromkeys(card for card in hand if card != RAINBOW):
        own = min(3, hand.count(colour))
        found += [
            (colour,) * n + (RAINBOW,) * (3 - n) for n in range(own, 0, -1) if 3 - n <= rainbows
        ]
    if rainbows >= 3:
        found.append((RAINBOW,) * 3)
    return tuple(found)


def _of_a_turn(state: TableState, seat: Seat) -> Options:
    board, hand = state.board, state.seats[seat].hand
    mine, others = position_of(state.seats[seat]), others_on_board(state, seat)
    ways, sets = _ways(state, seat), triples(hand)
    first, rainbow = is_first(board, mine, others), RAINBOW in hand
    fields = rainbow_fields(board, mine, others) if rainbow and not first else ()
    named_before = board.three_cards.colour is ColourChoice.BEFORE_EXCHANGE
    swaps = board.three_cards.exchange is DisplayExchange.SWAP_WITH_OWN
    exchanges = bool(sets) and may_exchange(state, seat)
    most = min(board.cards.exchange_most, len(hand))
    one_card = {way.to for way in ways if rainbow or TravelCard(way.colour) in hand} | {*fields}
    return Options(
        cards=tuple(way for way in ways if TravelCard(way.colour) in hand),
        rainbow_colours=ways if rainbow and first else (),
        rainbow_fields=fields,
        triples=sets,
        slots=_shown(state) if exchanges else (),
        own=tuple(dict.fromkeys(state.seats[seat].cards)) if exchanges and swaps else (),
        colours=ways if sets and named_before else (),
        exchange=(board.cards.exchange_least, most) if most else None,
        ending=_ending(state, seat, one_card),
    )


def _ending(state: TableState, seat: Seat, fields: Collection[int]) -> tuple[int, ...]:
    return tuple(to for to in sorted(fields) if _ends_game(state, seat, to))


def _ends_game(state: TableState, seat: Seat, to: int) -> bool:
    """Whether a bear that lands there does nothing more: Edynburg, or a complete set (L60–63).

    Cards nobody has seen yet, of a display that is renewed first, are not reckoned with.
    """
    board, mine = state.board, state.seats[seat]
    if to == board.goal_position:
        return True
    city = board.city_at.get(to)
    cities = (*mine.cities, city) if city in state.cities else mine.cities
    renewed = cities != mine.cities and board.landing.order is LandingOrder.REFRESH_FIRST
    card = None if renewed else state.display[board.colour_ids.index(board.colour_at[to])]
    cards = mine.cards if card is None else (*mine.cards, card)
    return has_complete_set(collection_of(cards, tuple(filter(None, cities)), board), board)


def _ways(state: TableState, seat: Seat) -> tuple[Way, ...]:
    mine, others = position_of(state.seats[seat]), others_on_board(state, seat)
    return tuple(Way(c, to) for c, to in reachable(state.board, mine, others).items())


def _shown(state: TableState) -> tuple[Colour, ...]:
    slots = zip(state.board.colour_ids, state.display, strict=True)
    return tuple(colour for colour, card in slots if card is not None)
