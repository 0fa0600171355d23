"""What Rummikub thinks with at a live table; `wiring` hands in the compiled solver."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from stolik.bots import Bot
from stolik.rummikub.openings import BestOpening, best_opening
from stolik.rummikub.rules import RulesProfile


def _make_bot(name: str, rules: RulesProfile, seed: bytes) -> Bot:
    from stolik.bots.registry import bot_named  # heavy: a server has to be there soon

    return bot_named(name)(rules, Random(seed), best_opening)


@dataclass(frozen=True, slots=True)
class Tools:
    """Who values an opening, and who plays for a bot; plain ones if nobody hands in others."""

    best_opening: BestOpening = best_opening
    make_bot: Callable[[str, RulesProfile, bytes], Bot] = _make_bot
    is_quick: Callable[[RulesProfile], bool] = lambda _: True  # as quick as a loop can wait for
