"""The transcript of a finished game of Miś Wojtek, from the log of its table."""

from collections.abc import Iterator, Sequence
from typing import Any

from stolik.app.codes import Refusal
from stolik.app.fairness.dealing import OpenedDeal
from stolik.fair.cards import CardSet
from stolik.refusal import Violation, refuse
from stolik.wojtek import events as e
from stolik.wojtek.board import Board
from stolik.wojtek.evolution import surviving_line

LogEntry = list[Any]  # [op, seat, out, got]; for `fill` the slot, for `mix` the deck stands second


def wojtek_transcript(
    events: Sequence[e.Event], opened: OpenedDeal, board: Board, game: int = 1
) -> dict[str, Any]:
    """What all may see once the game is over; refused before, for it holds the seed."""
    if not any(isinstance(event, e.GameEnded) for _, event in _line_of(tuple(events), game)):
        refuse(Violation(Refusal.FAIR_GAME_ALIVE))
    return opened.revealed(wojtek_log(events, board, game))


def wojtek_log(events: Sequence[e.Event], board: Board, game: int) -> list[LogEntry]:
    """Everything that came from the shuffles of one game of the table, line by line."""
    line = _line_of(tuple(events), game)
    return [entry for n, event in line for entry in _entries(n, event, board)]


def _line_of(events: tuple[e.Event, ...], game: int) -> Iterator[tuple[int, e.Event]]:
    """The numbered events of one game of the table that count."""
    opened = 0
    for number, event in _not_taken_back(surviving_line(events)):
        opened += isinstance(event, e.TableOpened)
        if opened == game:
            yield number, event


_OF_EXCHANGE = (e.SlotEmptied, e.SlotSwapped, e.SlotFilled, e.BearMixed)


def _not_taken_back(line: Sequence[tuple[int, e.Event]]) -> list[tuple[int, e.Event]]:
    """Without the exchanges of the display that no move followed: cards lie where they lay."""
    kept: list[tuple[int, e.Event]] = []
    declared = 0
    for number, event in line:
        match event:
            case e.ThreeCardsDeclared():
                declared = len(kept)
            case e.TurnTimedOut() | e.TurnPassed() | e.SeatExcluded() if event.restored:
                exchange = kept[declared:]
                kept[declared:] = [one for one in exchange if not isinstance(one[1], _OF_EXCHANGE)]
            case _:
                pass
        kept.append((number, event))
    return kept


def card_set(board: Board) -> CardSet:
    """What a verifier has to know of a board."""
    seating = board.seating
    return CardSet(
        board.travel_cards,
        board.bear_cards,
        seating.bears,
        len(board.colours),
        seating.seats_min,
        seating.seats_max,
    )


def _entries(number: int, event: e.Event, board: Board) -> Iterator[LogEntry]:
    match event:
        case e.TableOpened(bears=bears):
            yield from (["bear", seat, [], [bear]] for seat, bear in enumerate(bears))
        case e.StartCardDrawn(seat, card, _, kept):
            yield ["card", int(seat), [] if kept else [card], [card]]
        case e.CardsDrawn(seat, cards):
            yield ["card", int(seat), [], list(cards)]
        case e.CardsExchanged(seat, cards) | e.BearMoved(seat, cards):
            yield ["card", int(seat), list(cards), []]
        case e.SeatFinished(seat, _, cards):
            yield ["card", int(seat), list(cards), []]
        case e.SeatExcluded(seat):
            yield ["out", int(seat), [], []]
        # The label of a reshuffle is the index of its event in the log, from 0.
        case e.TravelMixed(order):
            yield ["mix", 0, [number - 1], list(order)]
        case e.BearMixed(order):
            yield ["mix", 1, [number - 1], list(order)]
        case _:
            yield from _display_entries(event, board)


def _display_entries(event: e.Event, board: Board) -> Iterator[LogEntry]:
    slots = board.colour_ids
    match event:
        case e.SlotFilled(slot, card):
            yield ["fill", slots.index(slot), [], [card]]
        case e.BearCardTaken(seat, slot, card):
            yield ["take", int(seat), [slots.index(slot)], [card]]
        case e.SlotEmptied(seat, slot, card):
            yield ["empty", int(seat), [slots.index(slot)], [card]]
        case e.SlotSwapped(seat, slot, card, own):
            yield ["swap", int(seat), [slots.index(slot), own], [card]]
        case e.DisplayCleared():
            yield ["clear", 0, [], []]
        case _:
            pass
