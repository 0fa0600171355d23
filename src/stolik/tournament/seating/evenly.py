"""One of each group, so that nobody is chosen much more often than another."""

from collections import deque
from collections.abc import Mapping, Sequence

Key = tuple[int, int]


def chosen_evenly(groups: Mapping[Key, Sequence[int]], load: dict[int, int]) -> dict[Key, int]:
    """One member of each group with the least Σ load²; `load` is raised by the choice.

    The load somebody comes with counts: who has carried more before is chosen less.
    """
    choice = _Choice(groups, load)
    # A choice is best exactly when no chain of hand-overs leads from somebody to another
    # whose load is smaller by two or more.
    while any(choice.hands_over(member) for member in choice.duties):
        pass
    return choice.chosen


class _Choice:
    def __init__(self, groups: Mapping[Key, Sequence[int]], load: dict[int, int]) -> None:
        self.groups, self.load = groups, load
        self.chosen: dict[Key, int] = {}
        self.duties: dict[int, set[Key]] = {m: set() for g in groups.values() for m in g}
        for member in self.duties:
            load.setdefault(member, 0)
        for key, group in groups.items():
            member = min(group, key=lambda m: load[m])
            self.chosen[key] = member
            self.duties[member].add(key)
            load[member] += 1

    def hands_over(self, giver: int) -> bool:
        """Pass a duty of `giver` along a chain to somebody with two less, if there is one."""
        goal = self.load[giver] - 2
        if not self.duties[giver] or goal < min(self.load[member] for member in self.duties):
            return False
        came: dict[int, Key] = {}
        queue, seen = deque([giver]), {giver}
        while queue:
            for key in sorted(self.duties[queue.popleft()]):
                for member in self.groups[key]:
                    if member in seen:
                        continue
                    seen.add(member)
                    came[member] = key
                    if self.load[member] <= goal:
                        self._pass_along(member, giver, came)
                        return True
                    queue.append(member)
        return False

    def _pass_along(self, taker: int, giver: int, came: Mapping[int, Key]) -> None:
        self.load[giver] -= 1
        self.load[taker] += 1
        while taker != giver:
            key = came[taker]
            before = self.chosen[key]
            self.chosen[key] = taker
            self.duties[before].discard(key)
            self.duties[taker].add(key)
            taker = before
