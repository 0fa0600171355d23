"""The switches of a board as an organiser reads and sets them: W1–W22 of docs/rules/wojtek.md."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, get_type_hints

from stolik.app.codes import Refusal
from stolik.app.texts import text
from stolik.refusal import Range, Violation, refuse_any
from stolik.wojtek.board import Board

# What each decision is set by; without a field it is settled, and only explained.
SWITCHES: Mapping[str, tuple[str, ...]] = {
    "W1": ("ranking.specials",),
    "W2": ("cards.copies", "cards.travel_copies", "cards.rainbows"),
    "W3": (),
    "W4": ("start.layout",),
    "W5": ("goal.gives_card",),
    "W6": ("three_cards.exchange", "three_cards.colour"),
    "W7": ("rainbow.enters_goal",),
    "W8": ("rainbow.goal_counts_ahead",),
    "W9": ("landing.order",),
    "W10": ("start.card",),
    "W11": (),
    "W12": ("ending.time_over",),
    "W13": ("ranking.level",),
    "W14": ("penalties.counted",),
    "W15": ("penalties.below_zero",),
    "W16": (),
    "W17": (),
    "W18": ("clock.turn_time_s",),
    "W19": ("clock.patience_s",),
    "W20": (),
    "W21": (),
    "W22": (),
    "judge": ("judge.confirms_cities", "judge.confirms_three_cards", "judge.notes_arrivals"),
}
FIELDS = frozenset(field for fields in SWITCHES.values() for field in fields)


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Control:
    """A field of the file: one of some words, yes or no, or a number between two."""

    field: str
    label: str
    value: str | bool | int
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class Switch:
    """A question the booklet would settle, in a sentence, and how it stands on this board."""

    no: str
    sentence: str
    controls: tuple[Control, ...]


def switches_of(board: Board, lang: str) -> tuple[Switch, ...]:
    """Every decision with its sentence and what it is set to."""
    return tuple(
        Switch(
            no if no.startswith("W") else "",
            text(f"switch.{no}", lang),
            tuple(_control(board, name, lang) for name in fields),
        )
        for no, fields in SWITCHES.items()
    )


def with_changes(raw: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The contents of a file with some switches set otherwise; refused where one is unknown."""
    unknown = (name for name in changes if name not in FIELDS)
    refuse_any(*(Violation(Refusal.FIELD_UNKNOWN, facts={"field": name}) for name in unknown))
    changed = dict(raw)
    for name, value in changes.items():
        section, _, field = name.partition(".")
        table = changed.get(section)
        changed[section] = {**(table if isinstance(table, dict) else {}), field: value}
    return changed


def _control(board: Board, name: str, lang: str) -> Control:
    section, _, field = name.partition(".")
    part = getattr(board, section)
    value, hint = getattr(part, field), get_type_hints(type(part), include_extras=True)[field]
    label = text(f"switch.field.{name}", lang)
    if isinstance(value, bool):
        return Control(name, label, value)
    if isinstance(value, Enum):
        choices = tuple(Choice(one.value, _word(one, lang)) for one in type(value))
        return Control(name, label, str(value.value), choices)
    allowed = next(_ranges(hint))
    return Control(name, label, int(value), (), allowed.low, allowed.high)


def _word(value: Enum, lang: str) -> str:
    return text(f"switch.value.{value.value}", lang)


def _ranges(hint: Any) -> Iterator[Range]:
    return (one for one in hint.__metadata__ if isinstance(one, Range))
