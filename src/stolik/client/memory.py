"""What a client knows of its table: numbers of events, the last view, commands without an answer.

Pure: it is told what was heard and says what to answer; the connection carries it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stolik.client.messages import Clock, Events, Fault, Item, Snapshot, View

# After these there is no draft of the turn any more.
_ENDS_TURN = frozenset({"TurnEnded", "TurnRestarted", "Rewound", "GameEnded", "TilesDealt"})


class No(Exception):  # noqa: N818 - an answer, not an error
    """The server refused a command; nothing has changed."""

    def __init__(self, faults: Sequence[Fault], seq: int = 0) -> None:
        super().__init__("; ".join(f"{fault.code}: {fault.message}" for fault in faults))
        self.faults = tuple(faults)
        self.seq = seq  # where the table stood

    @property
    def codes(self) -> tuple[str, ...]:
        """The reasons, as codes."""
        return tuple(fault.code for fault in self.faults)


@dataclass
class Memory:
    """The table as this client knows it."""

    seq: int = 0
    view: View | None = None  # as it was after event `view.version`
    clock: Clock | None = None
    rack: tuple[str, ...] = ()  # in the order its player put it
    draft: Mapping[str, Any] | None = None  # the last one sent in this turn
    pending: dict[str, Mapping[str, Any]] = field(default_factory=dict)  # by command id

    def heard_events(self, events: Events) -> tuple[list[Item], bool]:
        """The items that are new, and whether some before them are missing."""
        fresh: list[Item] = []
        for item in events.items:
            if item.seq <= self.seq:
                continue
            if item.seq > self.seq + 1:
                return fresh, True
            self.seq = item.seq
            fresh.append(item)
        self.clock = events.clock
        if events.rack is not None:
            self.rack = tuple(events.rack)
        if any(item.kind in _ENDS_TURN for item in fresh):
            self.draft = None
        return fresh, False

    def heard_snapshot(self, snapshot: Snapshot, view: View) -> None:
        """The whole table; it is never older than what is known."""
        if snapshot.seq < self.seq:
            return
        if snapshot.seq > self.seq:
            self.draft = None  # what was missed may have ended the turn
        self.seq, self.view, self.clock = snapshot.seq, view, snapshot.clock
        self.rack = tuple(snapshot.rack or ())

    @property
    def is_fresh(self) -> bool:
        """Whether the view shows the table after the last event heard of."""
        return self.view is not None and self.view.version == self.seq

    def hello(self, table: str, token: str, nonce_hash: str, lang: str) -> dict[str, Any]:
        """The first word of a connection, also of one that comes back."""
        return {
            "t": "hello",
            "table": table,
            "token": token,
            "last_seq": self.seq,
            "pending": list(self.pending)[:50],
            "nonce_hash": nonce_hash,
            "lang": lang,
        }
