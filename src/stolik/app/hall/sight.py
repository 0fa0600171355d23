"""What this node has seen of a table's phones: nothing else is believed of when a tap was made.

    last heard        line opened        the tap comes
    ────┤················├─────────────────────┤
         without a line    connected: it cannot have been late

A phone that was without a line may say that it tapped meanwhile, no further back than to the
moment it was last heard here, and as soon as it is back. What another node saw of it, this one did
not; and where there is no other node, whoever was never here has no taps to bring.
"""

from dataclasses import dataclass

# Who has not been heard for so long is forgotten: a tap reaches back milliseconds, not hours.
_FORGOTTEN_MS = 3_600_000
# Who has a line again sends what it could not at once; later it has had the line to send it by.
_BRINGS_MS = 10_000
# Who comes within this time after the clock was opened here may have been at it before that.
_REOPENED_MS = 60_000
_DRIFT_MS = 1_000  # of a phone's own clock


@dataclass(eq=False)
class Sight:
    """One line of a phone, as this node sees it."""

    who: str  # the login it came with
    opened: int
    heard: int
    before: int | None  # when the same login was last heard on an earlier line


class Sights:
    """The phones of one clock; moments are those of the service clock."""

    def __init__(self, opened: int = 0, *, alone: bool = False) -> None:
        self._known_from = opened + _REOPENED_MS
        self._alone = alone  # no other node can have seen a phone
        self._open: dict[object, Sight] = {}
        self._gone: dict[str, int] = {}  # when each login was last heard

    def came(self, phone: object, who: str, now: int) -> None:
        """A line was opened."""
        self._gone = {w: at for w, at in self._gone.items() if at > now - _FORGOTTEN_MS}
        # A line whose end has not been noticed yet counts as an earlier one.
        heard = [s.heard for s in self._open.values() if s.who == who]
        heard += [self._gone[who]] if who in self._gone else []
        self._open[phone] = Sight(who, now, now, max(heard, default=None))

    def heard(self, phone: object, now: int) -> None:
        """It has said something: a heartbeat will do."""
        if sight := self._open.get(phone):
            sight.heard = now

    def went(self, phone: object) -> None:
        """Its line has ended. When that was noticed says little: it was last heard before."""
        if sight := self._open.pop(phone, None):
            self._gone[sight.who] = max(sight.heard, self._gone.get(sight.who, 0))

    def was_away(self, phone: object, ago_ms: int, now: int) -> bool:
        """Whether it may have been without a line so long ago."""
        sight, made = self._open.get(phone), now - ago_ms
        if sight is None or made >= sight.opened or now > sight.opened + _BRINGS_MS:
            return False
        if sight.before is None:
            never_here = self._alone and sight.opened > self._known_from
            return not never_here and not self._is_here_too(sight)
        return made >= sight.before - _DRIFT_MS and not self._is_here_too(sight)

    def earliest(self, phone: object, ago_ms: int, now: int) -> int:
        """The moment to which this phone is believed, if it says that it tapped so long ago."""
        sight = self._open.get(phone)
        if sight is None or sight.before is None or not self.was_away(phone, ago_ms, now):
            return now
        return max(now - ago_ms, sight.before)

    def _is_here_too(self, sight: Sight) -> bool:
        """Whether the same login was heard by another line since: then it was not cut off."""
        others = (s for s in self._open.values() if s is not sight and s.who == sight.who)
        return any(other.heard >= sight.opened for other in others)
