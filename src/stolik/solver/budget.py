"""How much a question may cost: in looks, never in time, so everybody gets the same answer."""

from typing import Final

_ENDLESS: Final = 1 << 60


class LookBudget:
    """Looks that are left: combinations of what the colours may choose, tried one by one.

    Several questions may share one. Narrow walks are always made, so that a question that is
    asked too late still gets a legal answer; `complete` of the answer says whether it is the best.
    """

    __slots__ = ("left",)

    def __init__(self, looks: int = _ENDLESS) -> None:
        self.left = looks

    @property
    def is_over(self) -> bool:
        """Whether nothing wide is begun any more."""
        return self.left < 0

    def spend(self, looks: int) -> None:
        """So much was looked at."""
        self.left -= looks
