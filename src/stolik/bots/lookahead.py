"""A round of play imagined on one sample of the hidden tiles, and what it promises."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random

from stolik.bots.patient import Patient
from stolik.bots.position import Position, Rival
from stolik.bots.solving import Solving
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.scoring import rack_sum
from stolik.rummikub.tiles import Tableau, Tiles, all_of, without
from stolik.seats import Seat

# How strongly a tile that fits nowhere tells against a rack, and what a later turn or a missing
# opening counts in such tiles.
_STUCK_WEIGHT = 0.6
_PER_TURN_LATER = 0.3
_UNOPENED = 2.0
# When fewer than so many draws are left for each seat the racks may come to be counted, and so
# many points more on a rack make being the lowest less likely by a factor of e.
_DRAWS_NEAR_END = 2
_POINTS_APART = 12.0
# Small points decide between moves that win equally often.
_PER_POINT = 0.001


@dataclass(frozen=True, slots=True)
class Deal:
    """One way the hidden tiles may lie: the rivals' racks in their order, and the pool."""

    racks: tuple[Tiles, ...]
    pool: Tiles


def sampled(position: Position, chance: Random) -> Deal:
    """A deal that agrees with all the seat has seen: what lies, what it holds, how many each."""
    hidden = sorted(position.unseen.elements())
    chance.shuffle(hidden)
    racks: list[Tiles] = []
    for rival in position.rivals:
        racks.append(tuple(hidden[: rival.tiles]))
        hidden = hidden[rival.tiles :]
    return Deal(tuple(racks), tuple(hidden[: position.pool]))


class Imagined:
    """A table played on in the mind; seat 0 is the one that thinks, the rest sit in turn order."""

    def __init__(self, position: Position, deal: Deal, patient: Patient) -> None:
        self._rules: RulesProfile = position.rules
        self._solving: Solving = patient.solving
        self._patient = patient
        self.racks: list[Tiles] = [position.rack, *deal.racks]
        self.opened = [position.opened, *(rival.opened for rival in position.rivals)]
        self.tableau = position.tableau
        self.pool = list(deal.pool) if position.may_draw else []
        self.moves_left: int | None = None if self.pool else len(self.racks)

    def promise(self, tableau: Tableau | None) -> float:
        """What leaving `tableau` (None: drawing) promises seat 0, after everybody's next turn."""
        self._play(0, tableau)
        seat = 0
        for _ in range(2 * len(self.racks)):
            if not self.racks[seat] or self.moves_left == 0:
                break
            seat = (seat + 1) % len(self.racks)
            if seat == 0 and self.moves_left is None:
                # Its own next turn is the last thing looked at: does everything fit?
                break
            self._play(seat, self._patient.choose(self._position(seat)).tableau)
        return self._worth(next_seat=seat)

    def _play(self, seat: int, tableau: Tableau | None) -> None:
        if self.moves_left is not None:
            self.moves_left -= 1
        if tableau is not None:
            laid = without(all_of(tableau), all_of(self.tableau))
            self.racks[seat] = without(self.racks[seat], laid)
            self.tableau, self.opened[seat] = tableau, True
        elif self.moves_left is None and self.pool:
            self.racks[seat] = (*self.racks[seat], self.pool.pop())
            if not self.pool:
                self.moves_left = len(self.racks)

    def _position(self, seat: int) -> Position:
        count = len(self.racks)
        order = [(seat + step) % count for step in range(1, count)]
        return Position(
            rules=self._rules,
            seat=Seat(seat),
            rack=self.racks[seat],
            tableau=self.tableau,
            opened=self.opened[seat],
            rivals=tuple(Rival(Seat(o), len(self.racks[o]), self.opened[o]) for o in order),
            pool=len(self.pool),
            may_draw=self.moves_left is None,
            last_move=self.moves_left is not None,
        )

    def _worth(self, next_seat: int) -> float:
        """A share of a win and a little for the points, if the game went on from here."""
        sums = [rack_sum(rack, self._rules) for rack in self.racks]
        if not all(self.racks):
            won = self.racks.index(())
            return float(won == 0) + _PER_POINT * self._points(sums, won)
        if self.moves_left == 0:
            won = min(range(len(sums)), key=lambda seat: sums[seat])
            return float(won == 0) + _PER_POINT * self._points(sums, won)
        return self._outlook(next_seat, sums)

    def _outlook(self, next_seat: int, sums: Sequence[int]) -> float:
        """Seat 0's chance to be the first out or, as the pool runs low, the lowest at the end."""
        seats = [self._prospect(seat, next_seat, sums[seat]) for seat in range(len(sums))]
        first = _share([-_STUCK_WEIGHT * stuck for stuck, _ in seats])
        near_end = max(0.0, 1 - len(self.pool) / (_DRAWS_NEAR_END * len(sums)))
        lowest = _share([-left / _POINTS_APART for _, left in seats])
        return (1 - near_end) * first + near_end * lowest

    def _prospect(self, seat: int, next_seat: int, total: int) -> tuple[float, int]:
        """The tiles that fit nowhere (later turns and openings added), and the points left."""
        rack = self.racks[seat]
        most = self._solving.most(self.tableau, rack)
        stuck = len(rack) - most.tiles + _PER_TURN_LATER * ((seat - next_seat) % len(self.racks))
        if self.opened[seat]:
            return stuck, total - most.points
        # Without an opening only melds of one's own could be laid in a last move.
        return stuck + _UNOPENED, total - self._solving.most((), rack, "points").points

    def _points(self, sums: Sequence[int], won: int) -> int:
        """Roughly the small points of seat 0."""
        if won == 0:
            return sum(sums)
        return -sums[0] if self.opened[0] else self._rules.penalties.could_have_opened


def _share(logarithms: Sequence[float]) -> float:
    """The first one's part of the whole."""
    highest = max(logarithms)
    weights = [exp(logarithm - highest) for logarithm in logarithms]
    return weights[0] / sum(weights)
