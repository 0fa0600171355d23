"""The service clock: milliseconds during which the server could keep what players do.

It stands still while the server is down or the storage fails, so neither a restart nor a full disk
costs anybody time; it never looks at the wall clock, so a wall clock that jumps changes nothing.
A beat keeps its time in the store. Nodes of one database agree through their beats.
"""

from collections.abc import Callable

BEAT_MS = 500
# The time goes on only so long after a beat that was kept: a stalled disk stops it.
# Whoever closes the lid of the laptop takes no more than this from the player who thinks.
_LEASE_MS = 2 * BEAT_MS


class ServiceClock:
    """Tells the time; somebody else has to carry its beats to the store."""

    def __init__(self, monotonic: Callable[[], float], kept_ms: int = 0) -> None:
        self._monotonic = monotonic
        self._ms = float(kept_ms)  # exact, so that no beat loses a fraction
        self._since = monotonic()
        self._limit = self._ms + _LEASE_MS

    def now(self) -> int:
        """The time of the service in milliseconds; never goes back."""
        return int(self._exact())

    def beaten(self, kept_ms: int) -> None:
        """A beat reached the store, which now keeps `kept_ms`."""
        # From where the lease held us: what passed beyond it is given back to the players.
        self._ms = max(self._exact(), kept_ms)
        self._since = self._monotonic()
        self._limit = self._ms + _LEASE_MS

    def _exact(self) -> float:
        exact = self._ms + (self._monotonic() - self._since) * 1000
        return exact if exact < self._limit else self._limit
