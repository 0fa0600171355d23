"""A table in the hall before its game: bears by lot, start cards, the order of play (L24–L32).

The judge draws the cards from the real deck and says what came, or lets the server draw them. The
game's own engine decides either way, so no rule is repeated here; nothing is kept.
"""

from collections import Counter
from collections.abc import Sequence

from stolik.app.codes import Phrase
from stolik.app.games.counting import StartAsked, StartField, StartSeat, StartTold
from stolik.app.texts import text
from stolik.fair import digest
from stolik.lab.wojtek_table import mix_by, opening
from stolik.seats import Seat
from stolik.wojtek import events as e
from stolik.wojtek.board import Board
from stolik.wojtek.cards import RAINBOW, Colour, TravelCard, TravelCards
from stolik.wojtek.commands import ChooseStart, Command, OpenTable
from stolik.wojtek.engine import decide, replay
from stolik.wojtek.setup import free_starts
from stolik.wojtek.state import TableState, Waiting, new_table


def started(asked: StartAsked, board: Board, lang: str) -> StartTold:
    """How far the set-up has come, and what it waits for."""
    key = digest("stolik start cards", asked.key)
    laid = opening(board, asked.seats, key)
    travel = _deck(asked.drawn, laid.travel)
    told, state = _done(OpenTable(laid.bears, travel, laid.bear_cards), new_table(board), key)
    for colour in asked.choices:
        if state.waiting is Waiting.START and not _undrawn(told, asked):
            more, state = _done(ChooseStart(Seat(state.turn), Colour(colour)), state, key)
            told += more
    return _told(told, state, asked, lang)


def _deck(drawn: Sequence[str] | None, shuffled: TravelCards) -> TravelCards:
    """What was drawn lies on top of the others; a deck is read from its end."""
    if drawn is None:
        return shuffled
    rest = Counter(shuffled)
    rest.subtract(TravelCard(card) for card in drawn)
    return (*(+rest).elements(), *(TravelCard(card) for card in reversed(drawn)))


def _done(command: Command, state: TableState, key: bytes) -> tuple[list[e.Event], TableState]:
    events = decide(state, command, mix=mix_by(key))
    return list(events), replay(events, state)


def _undrawn(told: Sequence[e.Event], asked: StartAsked) -> int | None:
    """Where the engine drew a card that nobody has drawn from the real deck yet."""
    if asked.drawn is None:
        return None
    cards = [i for i, event in enumerate(told) if isinstance(event, e.StartCardDrawn)]
    return cards[len(asked.drawn)] if len(cards) > len(asked.drawn) else None


def _told(told: list[e.Event], state: TableState, asked: StartAsked, lang: str) -> StartTold:
    board, stop = state.board, _undrawn(told, asked)
    seen = told if stop is None else told[:stop]
    placed = {ev.seat: ev.colour for ev in seen if isinstance(ev, e.BearPlaced)}
    drawn = [ev for ev in seen if isinstance(ev, e.StartCardDrawn)]
    order = next((ev.seats for ev in seen if isinstance(ev, e.OrderAnnounced)), ())
    chooses = stop is None and state.waiting is Waiting.START
    undrawn = told[stop] if stop is not None else None
    return StartTold(
        seats=tuple(
            StartSeat(
                bear=state.seats[seat].bear,
                cards=tuple(_named(board, ev.card, lang) for ev in drawn if ev.seat == seat),
                start=_field(board, placed[seat], lang) if seat in placed else None,
            )
            for seat in map(Seat, range(asked.seats))
        ),
        draws=undrawn.seat if isinstance(undrawn, e.StartCardDrawn) else None,
        chooses=state.turn if chooses else None,
        free=tuple(_field(board, colour, lang) for colour in free_starts(state)) if chooses else (),
        colours=(*(_field(board, c, lang) for c in board.start_of), _rainbow(lang)),
        order=tuple(order),
    )


def _named(board: Board, card: str, lang: str) -> str:
    found = next((colour for colour in board.colours if colour.id == card), None)
    return text(Phrase.RAINBOW, lang) if found is None else (found.pl if lang == "pl" else found.en)


def _field(board: Board, colour: Colour, lang: str) -> StartField:
    place = board.starts[board.start_of[colour]]
    look = next(one for one in board.colours if one.id == colour)
    return StartField(colour, _named(board, colour, lang), place.name, look.hex, look.shape.value)


def _rainbow(lang: str) -> StartField:
    return StartField(RAINBOW, text(Phrase.RAINBOW, lang), "", "", "")
