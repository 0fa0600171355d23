"""How much one connection may say, whatever carries it: a burst, and then a steady stream."""

# A player drags at most a few drafts a second, a program moves a few times; more is neither.
MESSAGES_A_SECOND = 40
BURST = 200
BYTES_A_SECOND = 128 * 1024
BURST_BYTES = 1024 * 1024
STRANGERS = 20  # times as much as one of them: all of an address whom nobody has let in

TOO_FAST = 4008  # how a socket is closed that says more

LARGEST = 16 * 1024  # a table full of tiles is 2 kB, a reason or a list of ids at most 8
_ONE = 2 * 1024  # what counts as one message; a larger one takes longer to read and to judge


def cost_of(size: int) -> int:
    """As how many messages one of this size counts."""
    return 1 + size // _ONE


class Budget:
    """Of messages and of bytes; frames that carry no message cost as much as those that do."""

    def __init__(self, now: float, *, times: int = 1) -> None:
        self._times = times
        self._messages = float(BURST * times)
        self._bytes = float(BURST_BYTES * times)
        self._since = now

    def allows(self, now: float, *, messages: int = 0, size: int = 0) -> bool:
        """Whether so much more is within the budget; it is taken from it either way."""
        passed, self._since = (now - self._since) * self._times, now
        most, most_bytes = BURST * self._times, BURST_BYTES * self._times
        self._messages = min(most, self._messages + passed * MESSAGES_A_SECOND) - messages
        self._bytes = min(most_bytes, self._bytes + passed * BYTES_A_SECOND) - size
        return self._messages >= 0 and self._bytes >= 0
