"""The searcher: tries its options on samples of the hidden tiles and takes the most promising.

The budget is a number of samples, never a time: the same seed gives the same game everywhere.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from stolik.bots.greedy import most_choice, opening_choice
from stolik.bots.lookahead import Imagined, sampled
from stolik.bots.patient import Patient, dearest, dearest_first, least_melds, pressure
from stolik.bots.player import Choice
from stolik.bots.position import Position
from stolik.bots.reasons import Reason, ReasonCode
from stolik.bots.solving import Solving
from stolik.rummikub.tiles import Tableau, all_of

SAMPLES = 16
# Few samples err by more than this; without it the plain move is left for mere luck.
_PLAIN_MOVE_BONUS = 0.02
_SINGLES = 5
# So long before the patient player would open, looking ahead a round tells nothing.
_SEARCH_BELOW_DRAWS_EACH = 3.5


@dataclass(frozen=True, slots=True)
class Searcher:
    """Plays like the patient player where that is plain, and looks ahead where it is not."""

    solving: Solving
    patient: Patient
    chance: Random
    samples: int = SAMPLES

    def choose(self, position: Position) -> Choice:
        """The option that promises most over all samples."""
        plain = self.patient.choose(position)
        if _is_plain(position, plain):
            return plain
        options = _distinct([plain.tableau, *self._options(position)])
        if len(options) == 1:
            return plain
        promises = self._promises(position, options)
        promises[0] += _PLAIN_MOVE_BONUS
        best = max(range(len(options)), key=lambda i: promises[i])
        return self._explained(position, plain, options[best], promises[best])

    def _promises(self, position: Position, options: list[Tableau | None]) -> list[float]:
        """The mean promise of each option; every option is tried on the same samples."""
        quick = Patient(self.solving, pick=dearest)
        totals = [0.0] * len(options)
        for _ in range(self.samples):
            deal = sampled(position, self.chance)
            for i, option in enumerate(options):
                totals[i] += Imagined(position, deal, quick).promise(option)
        return [total / self.samples for total in totals]

    def _options(self, position: Position) -> Iterator[Tableau | None]:
        """Nothing, everything, everything but jokers, and single tiles."""
        if position.may_draw:
            yield None
        if not position.opened:
            yield from self._openings(position)
            return
        tableau, numbered = position.tableau, position.numbered
        yield most_choice(position, self.solving).tableau
        plain = self.solving.most(tableau, numbered)
        if plain.tiles:
            yield plain.tableau
        singles = (
            self.solving.most(tableau, (tile,))
            for tile in dict.fromkeys(dearest_first(position, plain.laid))
        )
        found = [single.tableau for single in singles if single.tiles]
        yield from found[:_SINGLES]

    def _openings(self, position: Position) -> Iterator[Tableau | None]:
        most = opening_choice(position, self.solving).tableau
        if most is None:
            return
        yield most
        melds = self.solving.largest_opening(position.numbered)
        melds = melds or self.solving.largest_opening(position.rack)
        if melds is not None:
            yield (*position.tableau, *least_melds(melds, self.solving))

    def _explained(
        self, position: Position, plain: Choice, option: Tableau | None, promise: float
    ) -> Choice:
        facts = {
            "samples": self.samples,
            "percent": round(100 * min(1.0, max(0.0, promise))),
            "tiles": _tiles_laid(position, option),
        }
        looked = Reason(ReasonCode.LOOKED_AHEAD, facts)
        agrees = option == plain.tableau
        return Choice(option, (looked, *plain.reasons) if agrees else (looked,))


def _is_plain(position: Position, plain: Choice) -> bool:
    """The end of the game, or a rack that has nothing to decide yet."""
    if position.last_move or _tiles_laid(position, plain.tableau) == len(position.rack):
        return True
    code = plain.reasons[0].code
    if code in (ReasonCode.NOTHING_FITS, ReasonCode.CANNOT_OPEN):
        return True
    everybody = 1 + len(position.rivals)
    early = position.pool >= _SEARCH_BELOW_DRAWS_EACH * everybody
    return code is ReasonCode.WAITS_TO_OPEN and early and pressure(position) is None


def _tiles_laid(position: Position, tableau: Tableau | None) -> int:
    return 0 if tableau is None else len(all_of(tableau)) - len(all_of(position.tableau))


def _distinct(options: list[Tableau | None]) -> list[Tableau | None]:
    """Options that lay different tiles; how they lie makes no difference to anybody."""
    seen: dict[tuple[str, ...], Tableau | None] = {}
    for option in options:
        seen.setdefault(() if option is None else tuple(sorted(all_of(option))), option)
    return list(seen.values())
