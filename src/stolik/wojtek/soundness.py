"""What the single fields of a board file cannot tell: parts that do not fit together."""

import re
from collections import Counter
from collections.abc import Iterator

from stolik.refusal import Violation
from stolik.wojtek.board import DISPLAY_SLOTS, Board
from stolik.wojtek.codes import Refusal


def board_violations(board: Board) -> Iterator[Violation]:
    """Everything that is wrong with a board, not just the first."""
    yield from _colours(board)
    yield from _starts(board)
    yield from _track(board)
    yield from _names(board)
    yield from _kinds(board)
    yield from _decks(board)
    yield from _numbers(board)


def _colours(board: Board) -> Iterator[Violation]:
    letters = [colour.id for colour in board.colours]
    plain = all(len(letter) == 1 and "a" <= letter <= "z" for letter in letters)
    shapes = {colour.shape for colour in board.colours}
    if len(set(letters)) != DISPLAY_SLOTS or len(letters) != len(set(letters)) or not plain:
        found = tuple(letters)
        yield Violation(Refusal.BOARD_COLOURS, facts={"needed": DISPLAY_SLOTS, "found": found})
    elif len(shapes) < DISPLAY_SLOTS:
        yield _contradiction("colours.shape", "7 different shapes")
    if not all(re.fullmatch(r"#[0-9a-fA-F]{6}", colour.hex) for colour in board.colours):
        yield _contradiction("colours.hex", "#000000–#ffffff")
    places = (
        *((f"starts.{s.name}", s.colour) for s in board.starts),
        *((f"fields.{f.position}", f.colour) for f in board.fields),
        *(("goal", colour) for colour in board.goal.colours),
    )
    for where, colour in places:
        if colour not in letters:
            known = tuple(letters)
            yield Violation(
                Refusal.BOARD_COLOUR_UNKNOWN,
                facts={"where": where, "colour": colour, "known": known},
            )


def _starts(board: Board) -> Iterator[Violation]:
    colours = [start.colour for start in board.starts]
    if len(colours) != DISPLAY_SLOTS or len(set(colours)) != DISPLAY_SLOTS:
        found = tuple(colours)
        yield Violation(Refusal.BOARD_STARTS, facts={"needed": DISPLAY_SLOTS, "found": found})


def _track(board: Board) -> Iterator[Violation]:
    positions = Counter(field.position for field in board.fields)
    missing = tuple(str(n) for n in range(1, max(positions) + 1) if n not in positions)
    doubled = tuple(str(n) for n, times in sorted(positions.items()) if times > 1)
    if missing or doubled:
        facts = {"missing": missing or ("–",), "doubled": doubled or ("–",)}
        yield Violation(Refusal.BOARD_POSITIONS, facts=facts)
    absent = tuple({c.id: None for c in board.colours}.keys() - {f.colour for f in board.fields})
    if absent:
        yield Violation(Refusal.BOARD_COLOUR_MISSING, facts={"colours": tuple(sorted(absent))})


def _names(board: Board) -> Iterator[Violation]:
    names = Counter(
        (*(s.name for s in board.starts), *(f.name for f in board.fields), board.goal.name)
    )
    doubled = tuple(name for name, times in names.items() if times > 1 or not name.strip())
    if doubled:
        yield Violation(Refusal.BOARD_NAMES, facts={"names": doubled})


def _kinds(board: Board) -> Iterator[Violation]:
    known = board.kind_ids
    doubled = tuple(kind for kind, times in Counter(known).items() if times > 1)
    strange = tuple(kind for kind in known if not kind.isidentifier() or not kind.isascii())
    printed = (*board.cards.portraits, *board.city_kinds.values())
    unknown = tuple(kind for kind in dict.fromkeys(printed) if kind not in known)
    needless = tuple(field.kind for field in board.fields if field.kind and not field.city)
    if wrong := (*doubled, *strange, *unknown, *needless):
        yield Violation(Refusal.BOARD_KINDS, facts={"kinds": wrong, "known": known})


def _decks(board: Board) -> Iterator[Violation]:
    """With fewer cards a hand could not be filled again, and a table could get stuck."""
    hands = board.seating.seats_max * board.cards.hand
    travel, bear = len(board.travel_cards), len(board.bear_cards)
    if travel <= hands + board.seating.seats_max:
        yield _deck("cards.travel_copies", travel, hands + board.seating.seats_max + 1)
    shown = DISPLAY_SLOTS + board.seating.seats_max
    if bear < shown:
        yield _deck("cards.copies", bear, shown)


def _deck(field: str, found: int, least: int) -> Violation:
    return Violation(Refusal.BOARD_DECK, facts={"field": field, "found": found, "least": least})


def _numbers(board: Board) -> Iterator[Violation]:
    seating, cards = board.seating, board.cards
    if seating.seats_max < seating.seats_min:
        yield _contradiction("seating.seats_max", f">= {seating.seats_min}")
    if len(set(seating.bears)) < max(seating.seats_max, len(seating.bears)):
        yield _contradiction("seating.bears", f"{seating.seats_max} different bears or more")
    if not cards.exchange_least <= cards.exchange_most <= cards.hand:
        yield _contradiction("cards.exchange_most", f"{cards.exchange_least}–{cards.hand}")
    if len(set(board.goal.colours)) < len(board.goal.colours):
        yield _contradiction("goal.colours", "each colour once")
    for size in range(2, 6):
        points = [board.points(place, size) for place in range(1, size + 1)]
        if points != sorted(points, reverse=True):
            names = {2: "two", 3: "three", 4: "four", 5: "five"}
            yield _contradiction(f"ranking.points_of_{names[size]}", "falling")


def _contradiction(field: str, allowed: str) -> Violation:
    return Violation(Refusal.BOARD_CONTRADICTION, facts={"field": field, "range": allowed})
