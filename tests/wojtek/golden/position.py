"""How things stand when a case begins: its board, and a table built as the case describes."""

import tomllib
from dataclasses import replace
from typing import Any

from stolik.app.library import board_from
from stolik.seats import Seat
from stolik.wojtek import Board, TableState, new_table
from stolik.wojtek.cards import lacking
from stolik.wojtek.notation import read_bear_cards, read_position, read_travel_cards
from stolik.wojtek.state import Phase, SeatState
from tests.golden.reader import Case


def board_of(case: Case) -> Board:
    """The default board with the switches of the case's `with:` lines turned."""
    raw: dict[str, Any] = {"based_on": "trasa"}
    for switch in case.circumstances.get("with", []):
        name, _, value = (part.strip() for part in switch.partition("="))
        section, _, field = name.partition(".")
        raw.setdefault(section, {})[field] = _toml(value)
    return board_from(raw)


def _toml(value: str) -> Any:
    try:
        return tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return value


def seats_named(text: str) -> tuple[Seat, ...]:
    """`1 3` as seats."""
    return tuple(Seat(int(word) - 1) for word in text.split() if word != "none")


def begin(case: Case, board: Board) -> TableState:
    """An empty table, or the middle of a game if the places of bears are given."""
    return _position(case, board) if "bears" in case.circumstances else new_table(board)


def _position(case: Case, board: Board) -> TableState:
    places = case.one("bears").split()
    hands, travel = _hands(case, board, len(places))
    cards = {n: read_bear_cards(text, board) for n, text in case.numbered("cards").items()}
    display, bear = _display(case, board, cards)
    cities = {n: _names(text) for n, text in case.numbered("cities").items()}
    arrived = seats_named(case.one("arrived"))
    finished = seats_named(case.one("finished"))
    offences = case.one("offences").split()
    seats = []
    for i, place in enumerate(places):
        start = int(place[1:]) - 1 if place.startswith("S") else i
        seats.append(
            SeatState(
                bear=board.seating.bears[i],
                start=start,
                position=read_position(place, board),
                arrival=arrived.index(Seat(i)) + 1 if i in arrived else None,
                hand=hands[i],
                cards=cards.get(i + 1, ()),
                cities=cities.get(i + 1, ()),
                finished=i in finished,
                offences=int(offences[i]) if offences else 0,
            )
        )
    order = seats_named(case.one("order")) or tuple(Seat(i) for i in range(len(places)))
    taken = {city for own in cities.values() for city in own}
    last = "last turns" in case.circumstances
    return replace(
        new_table(board),
        phase=Phase.PLAYING,
        game=1,
        seats=tuple(seats),
        order=order,
        turn=seats_named(case.one("to move", str(order[0] + 1)))[0],
        display=display,
        travel_deck=travel[0],
        travel_discards=travel[1],
        bear_deck=bear[0],
        bear_discards=bear[1],
        cities=tuple(c for _, c in sorted(board.city_at.items()) if c not in taken),
        arrivals=len(arrived),
        last_turns=seats_named(case.one("last turns")) if last else None,
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _hands(case: Case, board: Board, count: int) -> tuple[list[Any], tuple[Any, Any]]:
    """The hands named; the others hold one of each of five colours. The rest is the deck."""
    named = {n: read_travel_cards(t, board) for n, t in case.numbered("hand").items()}
    used = [card for hand in named.values() for card in hand]
    assert not lacking(used, board.travel_cards), f"{case.id}: more cards than there are"
    rest = list(lacking(board.travel_cards, used))
    first = read_travel_cards(case.one("travel next"), board)
    away = read_travel_cards(case.one("travel discards"), board)
    for card in (*first, *away):
        rest.remove(card)
    hands = []
    for n in range(1, count + 1):
        hand = named.get(n)
        if hand is None:
            hand = tuple(card for card in "roygb" if card in rest)[:5]
            for card in hand:
                rest.remove(card)
        hands.append(hand)
    if "travel deck" in case.circumstances:
        return hands, (_deck(case.one("travel deck"), read_travel_cards, board), away)
    # A deck is read from its end.
    return hands, ((*reversed(rest), *reversed(first)), away)


def _display(case: Case, board: Board, cards: dict[int, Any]) -> tuple[Any, tuple[Any, Any]]:
    shown = case.one("display").split()
    open_cards = tuple(None if name == "–" else read_bear_cards(name, board)[0] for name in shown)
    used = [*(c for hand in cards.values() for c in hand), *(c for c in open_cards if c)]
    assert not lacking(used, board.bear_cards), f"{case.id}: more bear cards than there are"
    rest = list(lacking(board.bear_cards, used))
    first = read_bear_cards(case.one("bear next"), board)
    away = read_bear_cards(case.one("bear discards"), board)
    for card in (*first, *away):
        rest.remove(card)
    if not shown:
        open_cards, rest = tuple(rest[:7]), rest[7:]
    if "bear deck" in case.circumstances:
        return open_cards, (_deck(case.one("bear deck"), read_bear_cards, board), away)
    return open_cards, ((*reversed(rest), *reversed(first)), away)


def _deck(text: str, read: Any, board: Board) -> Any:
    """`r g`: drawn in this order; `empty`."""
    return () if text == "empty" else tuple(reversed(read(text, board)))
