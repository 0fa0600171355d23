"""Means with their 95 % confidence intervals, gathered one value at a time."""

from dataclasses import dataclass
from math import sqrt

_NORMAL_95 = 1.959964


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean of `n` values and where the true one lies, 19 times out of 20."""

    n: int
    mean: float
    low: float
    high: float


class Mean:
    """Keeps sums only, so that a million games cost no more memory than one."""

    def __init__(self) -> None:
        self._n = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        """One more value."""
        self._n += 1
        self._sum += value
        self._squares += value * value

    def interval(self) -> Interval:
        """By the normal approximation; with few values it is too narrow."""
        if not self._n:
            return Interval(0, 0.0, 0.0, 0.0)
        mean = self._sum / self._n
        spread = max(0.0, self._squares / self._n - mean * mean)
        half = _NORMAL_95 * sqrt(spread / max(1, self._n - 1))
        return Interval(self._n, mean, mean - half, mean + half)

    def share(self) -> Interval:
        """The interval of a share by Wilson's formula, which few values do not fool."""
        if not self._n:
            return Interval(0, 0.0, 0.0, 1.0)
        n, mean, square = self._n, self._sum / self._n, _NORMAL_95**2
        centre = (mean + square / (2 * n)) / (1 + square / n)
        half = sqrt(mean * (1 - mean) / n + square / (4 * n * n)) * _NORMAL_95 / (1 + square / n)
        return Interval(n, mean, max(0.0, centre - half), min(1.0, centre + half))
