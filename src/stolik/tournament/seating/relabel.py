"""Who takes which point of a scheme, so that families and schools do not meet.

Giving two players each other's points leaves the scheme as it is: no meeting is repeated by it.
"""

from collections.abc import Iterable, Mapping

from stolik.tournament.seating.base_round import Scheme
from stolik.tournament.seating.improve import APART, TEAM
from stolik.tournament.seating.plans import Chance

Rivals = Mapping[int, Mapping[int, int]]


def rivals_of(
    teams: Iterable[tuple[int, int]], apart: Iterable[tuple[int, int]]
) -> dict[int, dict[int, int]]:
    """For each player those to keep away from, and what a meeting with them costs."""
    found: dict[int, dict[int, int]] = {}
    for price, pairs in ((APART, apart), (TEAM, teams)):
        for p, q in pairs:
            found.setdefault(p, {})[q] = price
            found.setdefault(q, {})[p] = price
    return found


def relabelled(scheme: Scheme, rivals: Rivals, *, chance: Chance, effort: int) -> Scheme:
    """The scheme with its points exchanged until rivals do not meet, or effort is used up."""
    labels = _Labels(scheme, rivals)
    best, kept = labels.cost(), labels.player[:]
    barred: dict[int, int] = {}
    step = 0
    while best and effort > 0:
        step += 1
        effort -= len(labels.player)
        paying = [p for p in rivals if labels.pays(p) >= TEAM]
        paying = paying or [p for p in rivals if labels.pays(p)]
        p = paying[chance(len(paying))]
        q = labels.best_partner(p, {x for x, until in barred.items() if until > step})
        labels.exchange(p, q)
        barred[p] = barred[q] = step + 2 + chance(5)
        if (cost := labels.cost()) < best:
            best, kept = cost, labels.player[:]
    return tuple(tuple(tuple(kept[x] for x in table) for table in tables) for tables in scheme)


class _Labels:
    """Points of a scheme and the players who have them; player p has point p at first."""

    def __init__(self, scheme: Scheme, rivals: Rivals) -> None:
        self.player = list(range(sum(len(table) for table in scheme[0])))
        self.point = self.player[:]
        self.rivals = rivals
        self.mates: list[list[int]] = [[] for _ in self.player]
        for table in (table for tables in scheme for table in tables):
            for point in table:
                self.mates[point] += (other for other in table if other != point)

    def cost(self) -> int:
        return sum(self.pays(p) for p in self.rivals)

    def pays(self, p: int) -> int:
        """What p's meetings with those to keep away from cost."""
        rivals = self.rivals.get(p)
        if not rivals:
            return 0
        return sum(rivals.get(self.player[point], 0) for point in self.mates[self.point[p]])

    def exchange(self, p: int, q: int) -> None:
        a, b = self.point[p], self.point[q]
        self.player[a], self.player[b] = q, p
        self.point[p], self.point[q] = b, a

    def best_partner(self, p: int, barred: set[int]) -> int:
        partners = [q for q in range(len(self.player)) if q != p and q not in barred]
        return min(partners or [p], key=lambda q: self._change(p, q))

    def _change(self, p: int, q: int) -> int:
        before = self.pays(p) + self.pays(q)
        self.exchange(p, q)
        after = self.pays(p) + self.pays(q)
        self.exchange(p, q)
        return after - before
