"""What is answered to a request that has changed something."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stolik.app.reading.written import Spread
from stolik.app.tournaments.card.details import Details


@dataclass(frozen=True, slots=True)
class Done:
    """What has happened by a command."""

    events: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Described:
    """What is said of a tournament now."""

    details: Details


@dataclass(frozen=True, slots=True)
class Created:
    """A tournament that was begun."""

    format: str
    hash: str
    done: Spread[Done]


@dataclass(frozen=True, slots=True)
class LooksAlike:
    """What an organiser should see twice: names that look like this one, mixed scripts."""

    looks_like: tuple[int, ...] = ()
    mixed_script: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantEntered:
    """Somebody is on the list, or waits for a place on it."""

    entrant: int
    waiting: bool = False
    same_name: tuple[int, ...] = ()
    looks: Spread[LooksAlike]


@dataclass(frozen=True, slots=True)
class GuardianOf:
    """Who leads which teams."""

    guardian: int
    teams: tuple[str, ...]
