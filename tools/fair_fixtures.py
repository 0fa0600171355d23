"""Writes frontend/src/lib/fair.fixtures.json: transcripts for the check in the browser.

    .venv/bin/python -m tools.fair_fixtures

Honest ones of real games, and one of them tampered with in every way the tests know; what
`stolik verify` says of each stands beside it. A test fails while the file is out of date.
"""

import json
from pathlib import Path
from typing import Any

from stolik.fair import verify
from stolik.refusal import Refused
from tests.fair.games import Shown, bot_game, disturbed_table
from tests.fair.tampering import GAME_WAYS, tampered

TARGET = Path(__file__).parent.parent / "frontend" / "src" / "lib" / "fair.fixtures.json"
_BOT_GAMES = range(3)
_TABLES = (1,)


def fixtures() -> str:
    """The whole file: one case a line."""
    honest = [bot_game(n) for n in _BOT_GAMES]
    honest += [game for n in _TABLES for game in disturbed_table(n).games[:2]]
    false = tampered(honest[len(_BOT_GAMES) - 1], GAME_WAYS, "fixtures")
    cases = [_case("honest", shown) for shown in honest]
    cases += [_case(name, shown) for name, shown in false]
    return "[\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases) + "\n]\n"


def _case(name: str, shown: Shown) -> dict[str, Any]:
    seen = {"commit": shown.commit, "public": shown.public}
    return {"name": name, "ok": _is_fair(shown), **seen, "transcript": shown.transcript}


def _is_fair(shown: Shown) -> bool:
    try:
        verify(shown.transcript, shown.commit, shown.public)
    except Refused:
        return False
    return True


if __name__ == "__main__":
    TARGET.write_text(fixtures(), encoding="utf-8")
