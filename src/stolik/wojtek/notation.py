"""Text notation of cards, places and moves. What is written reads back to the same value.

r r g b *                       travel cards: letters of colours, * is the rainbow
honey *honey                    bear cards: kinds, * before the kind of a portrait
S3  12  E                       the third start field, field 12, Edynburg
card r · rainbow 12 · rainbow r · exchange r g · start b
three r r * slot g own honey colour b · colour b
"""

from collections.abc import Iterable

from stolik.refusal import Violation, refuse
from stolik.seats import Seat
from stolik.wojtek import commands as c
from stolik.wojtek.board import Board
from stolik.wojtek.cards import RAINBOW, BearCard, BearCards, Colour, TravelCard, TravelCards
from stolik.wojtek.codes import Refusal

Move = (
    c.ChooseStart
    | c.ExchangeCards
    | c.MoveByCard
    | c.MoveByRainbow
    | c.PlayThreeCards
    | c.ChooseColour
)


def write_cards(cards: Iterable[str]) -> str:
    """Cards separated by spaces: `r r *`, `honey *honey`."""
    return " ".join(cards)


def read_travel_cards(text: str, board: Board) -> TravelCards:
    """The travel cards of a text, refused if one of them is not of this board."""
    known = (*board.colour_ids, RAINBOW)
    return tuple(TravelCard(name) for name in _known(text.split(), known))


def read_bear_cards(text: str, board: Board) -> BearCards:
    """The bear cards of a text, refused if one of them is not of this board."""
    return tuple(BearCard(name) for name in _known(text.split(), board.bear_cards))


def write_position(position: int, start: int, board: Board) -> str:
    """`S3` on a start field, `12` on the track, `E` in Edynburg."""
    if position == board.goal_position:
        return "E"
    if position in board.field_at:
        return str(position)
    # Starts in a row can be walked along; a bear there may have left its own.
    is_parallel = board.start_position(0) == board.start_position(1)
    return f"S{(start if is_parallel else position + len(board.starts) - 1) + 1}"


def read_position(text: str, board: Board) -> int:
    """The position a text stands for."""
    numbers = {str(position): position for position in board.field_at}
    starts = {f"S{i + 1}": board.start_position(i) for i in range(len(board.starts))}
    places = {**numbers, **starts, "E": board.goal_position}
    return places[_known((text,), tuple(places))[0]]


def write_move(move: Move) -> str:
    """A move of a seat in words that read back."""
    match move:
        case c.ChooseStart(colour=colour):
            return f"start {colour}"
        case c.ExchangeCards(cards=cards):
            return f"exchange {write_cards(cards)}"
        case c.MoveByCard(colour=colour):
            return f"card {colour}"
        case c.MoveByRainbow(to=to, colour=colour):
            return " ".join(("rainbow", *(str(part) for part in (to, colour) if part is not None)))
        case c.PlayThreeCards(cards=cards, slot=slot, own=own, colour=colour):
            named = {"slot": slot, "own": own, "colour": colour}
            parts = (f"{name} {value}" for name, value in named.items() if value is not None)
            return " ".join(("three", *cards, *parts))
        case c.ChooseColour(colour=colour):
            return f"colour {colour}"


def read_move(text: str, seat: Seat, board: Board) -> Move:
    """The move a text stands for; whether it is legal is for `decide` to say."""
    word, _, rest = text.strip().partition(" ")
    match word:
        case "start":
            return c.ChooseStart(seat, _colour(rest, board))
        case "exchange":
            return c.ExchangeCards(seat, read_travel_cards(rest, board))
        case "card":
            return c.MoveByCard(seat, _colour(rest, board))
        case "rainbow":
            return _rainbow(rest.split(), seat, board)
        case "three":
            return _three(rest, seat, board)
        case "colour":
            return c.ChooseColour(seat, _colour(rest, board))
        case _:
            refuse(Violation(Refusal.MOVE_UNREADABLE, facts={"move": text}))


def _rainbow(words: list[str], seat: Seat, board: Board) -> c.MoveByRainbow:
    fields = [int(word) for word in words if word.removeprefix("-").isdecimal()]
    colours = [_colour(word, board) for word in words if not word.removeprefix("-").isdecimal()]
    if len(fields) > 1 or len(colours) > 1:
        refuse(Violation(Refusal.MOVE_UNREADABLE, facts={"move": " ".join(words)}))
    return c.MoveByRainbow(seat, next(iter(fields), None), next(iter(colours), None))


def _three(text: str, seat: Seat, board: Board) -> c.PlayThreeCards:
    words = text.split()
    named: dict[str, str] = {}
    while len(words) >= 2 and words[-2] in ("slot", "own", "colour"):
        named[words[-2]] = words[-1]
        words = words[:-2]
    own = read_bear_cards(named["own"], board)[0] if "own" in named else None
    slot, colour = (_colour(named[n], board) if n in named else None for n in ("slot", "colour"))
    return c.PlayThreeCards(seat, read_travel_cards(" ".join(words), board), slot, own, colour)


def _colour(text: str, board: Board) -> Colour:
    return Colour(_known((text.strip(),), board.colour_ids)[0])


def _known(names: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    names, known = tuple(names), tuple(dict.fromkeys(known))
    strangers = tuple(name for name in names if name not in known)
    if strangers:
        refuse(Violation(Refusal.CARD_UNKNOWN, facts={"known": known}, tiles=strangers))
    return names
