"""What games think with at live tables, by their names."""

from collections.abc import Mapping
from random import Random
from typing import Any

from stolik.app.games.rummikub.game import RUMMIKUB
from stolik.app.games.rummikub.tools import Tools
from stolik.wiring.parts import best_opening, is_quick, make_bot

TOOLS: Mapping[str, Any] = {
    RUMMIKUB.name: Tools(
        best_opening, lambda name, rules, seed: make_bot(name, rules, Random(seed)), is_quick
    ),
}
