"""Writes frontend/src/lib/fair*.fixtures.json: transcripts for the check in the browser.

    .venv/bin/python -m tools.fair_fixtures

Honest ones of real games, and some of them tampered with in every way the tests know; what
`stolik verify` says of each stands beside it. A test fails while a file is out of date.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from stolik.app.fairness.trail_checking import checked_trail
from stolik.fair import verify
from stolik.fair.cards import CardSet
from stolik.fair.trail import verify_trail
from stolik.refusal import Refused
from tests.fair import trails
from tests.fair.card_games import WAYS, Game, all_false, crafted, game
from tests.fair.games import Shown, bot_game, disturbed_table, draw
from tests.fair.tampering import DRAW_WAYS, GAME_WAYS, tampered

_LIB = Path(__file__).parent.parent / "frontend" / "src" / "lib"
TARGET, CARDS_TARGET = _LIB / "fair.fixtures.json", _LIB / "fair_cards.fixtures.json"
DRAWS_TARGET = _LIB / "fair_draw.fixtures.json"
TRAILS_TARGET = _LIB / "fair_trail.fixtures.json"
_BOT_GAMES = range(3)
_TABLES = (1,)
_BY_TILE = 11  # a table of four that drew tiles for its seats
_DRAWS = range(4)
_TRAILS = range(24)
_TRAILS_KEPT = 8  # honest ones; a way to cheat is shown on the shortest trail it works on
_CARD_GAMES = range(12)
_CARD_GAMES_KEPT = 6  # honest ones; a way to cheat is shown on the shortest game it works on


def fixtures() -> str:
    """The whole file: one case a line."""
    honest = [bot_game(n) for n in _BOT_GAMES]
    honest += [game for n in _TABLES for game in disturbed_table(n).games[:2]]
    by_tile = disturbed_table(_BY_TILE).games[:2]
    false = dict(tampered(honest[len(_BOT_GAMES) - 1], GAME_WAYS, "fixtures"))
    false = {**dict(tampered(by_tile[0], GAME_WAYS, "fixtures")), **false}
    cases = [_case("honest", shown) for shown in (*honest, *by_tile)]
    cases += [_case(name, shown) for name, shown in false.items()]
    return _lines(cases)


def card_fixtures() -> str:
    """The same for Miś Wojtek; beside each case stand the cards it was played with."""
    honest = [("honest", game(number)) for number in _CARD_GAMES[:_CARD_GAMES_KEPT]]
    false = dict(sorted(all_false(_CARD_GAMES), key=_length, reverse=True))
    assert false.keys() == WAYS.keys(), "a way of tampering was never tried"
    envelope = {name: way for name, way in GAME_WAYS.items() if name in DRAW_WAYS}
    shown = Shown(game(0).transcript, game(0).commit, game(0).public)
    spoilt = [
        (name, Game(one.transcript, one.commit, one.public, game(0).cards, frozenset()))
        for name, one in tampered(shown, envelope, "fixtures")
    ]
    small = [("crafted", one) for one in crafted()]
    return _lines([_card_case(*case) for case in (*honest, *false.items(), *spoilt, *small)])


def draw_fixtures() -> str:
    """The same for draws, two of them repeated."""
    honest = [draw(number) for number in _DRAWS]
    false = tampered(honest[1], DRAW_WAYS, "fixtures")
    shown = [*(("honest", one) for one in honest), *false]
    return _lines([_case(name, one) for name, one in shown])


def trail_fixtures() -> str:
    """Trails of draws with the code of what `stolik verify` says, and of what it says unplanned."""
    special = (trails.SLIPS, trails.CHAIRS, trails.FILED, trails.ONLINE, trails.CARRIED)
    special += (trails.SHORTENED,)
    records = {number: trails.record(number) for number in (*_TRAILS, *special)}
    kept = (*range(_TRAILS_KEPT), *special)
    honest = [("honest", records[number]) for number in kept]
    false: dict[str, trails.Record] = {}
    for number, one in records.items():
        for name, lie in trails.tampered(one, str(number)):
            kept = false.get(name)
            if kept is None or len(str(lie.trail)) < len(str(kept.trail)):
                false[name] = lie
    return _lines([_trail_case(*case) for case in (*honest, *false.items())])


def _trail_case(name: str, shown: trails.Record) -> dict[str, Any]:
    code = _code(lambda: checked_trail(shown.trail, shown.seen))
    compared = _code(lambda: verify_trail(shown.trail, shown.seen))
    told = {"name": name, "ok": code is None, "code": code, "compared": compared}
    remarks = [str(one.code) for one in checked_trail(shown.trail).remarks] if not code else []
    return {**told, "seen": shown.seen, "remarks": remarks, "trail": shown.trail}


def _code(check: Callable[[], object]) -> str | None:
    try:
        check()
    except Refused as refused:
        return str(refused.violations[0].code)
    return None


def _length(case: tuple[str, Game]) -> int:
    return len(case[1].transcript["log"])


def _lines(cases: list[dict[str, Any]]) -> str:
    dumped = (json.dumps(case, separators=(",", ":"), ensure_ascii=False) for case in cases)
    return "[\n" + ",\n".join(dumped) + "\n]\n"


def _card_case(name: str, shown: Game) -> dict[str, Any]:
    seen = {"commit": shown.commit, "public": shown.public, "cards": _set(shown.cards)}
    ok = _is_fair(shown, shown.cards)
    return {"name": name, "ok": ok, **seen, "transcript": shown.transcript}


def _set(cards: CardSet) -> dict[str, Any]:
    """In the browser's words."""
    return {
        "travel": cards.travel,
        "bearCards": cards.bear_cards,
        "bears": cards.bears,
        "slots": cards.slots,
        "seats": (cards.seats_min, cards.seats_max),
    }


def _case(name: str, shown: Shown) -> dict[str, Any]:
    seen = {"commit": shown.commit, "public": shown.public}
    return {"name": name, "ok": _is_fair(shown), **seen, "transcript": shown.transcript}


def _is_fair(shown: Shown | Game, cards: CardSet | None = None) -> bool:
    try:
        verify(shown.transcript, shown.commit, shown.public, cards=cards)
    except Refused:
        return False
    return True


if __name__ == "__main__":
    TARGET.write_text(fixtures(), encoding="utf-8")
    CARDS_TARGET.write_text(card_fixtures(), encoding="utf-8")
    DRAWS_TARGET.write_text(draw_fixtures(), encoding="utf-8")
    TRAILS_TARGET.write_text(trail_fixtures(), encoding="utf-8")
