"""A stream of one kind of events with their author: what a clock and a hall have in common."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, get_args

from stolik.app.ports import Appended, Entry, Put, Stream
from stolik.app.reading.codec import LARGEST_MOMENT, Reader, write_event
from stolik.app.streams.chain import Rot
from stolik.app.streams.errand import Errand
from stolik.app.streams.node_parts import NodeParts
from stolik.app.streams.runner import Decided, StreamRunner
from stolik.refusal import Refused

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Said(Generic[E]):
    """An event, who caused it, and how many bytes are kept of it."""

    event: E
    by: str
    size: int


def _nothing(_: object) -> None:
    """Who said it is nobody's business."""


class EventLog(Generic[E]):
    """The runner of such a stream; what it learns is believed by whose log it is."""

    def __init__(
        self,
        stream: Stream,
        kinds: Any,
        parts: NodeParts,
        believe: Callable[[Sequence[E]], None],
        begin_anew: Callable[[], None],
        heard: Callable[[Sequence[Said[E]]], None] = _nothing,
    ) -> None:
        self.runner: StreamRunner[Sequence[Said[E]]] = StreamRunner(stream, parts, self)
        self._reader = Reader(get_args(kinds), largest=LARGEST_MOMENT)
        self._believe = believe
        self._begin_anew = begin_anew
        self._heard = heard

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.runner.seq

    async def do(
        self,
        decide: Callable[[], Sequence[E]],
        errand: Errand,
        *,
        note: dict[str, Any] | None = None,
        puts: Sequence[Put] = (),
    ) -> Appended:
        """What `decide` tells is on disk when this returns; raises `Refused`, or `NotSaved`."""

        async def decided() -> Decided[Sequence[Said[E]]] | None:
            events = decide()
            bodies = [_body(event, errand.by, note or {}) for event in events]
            pairs = zip(events, bodies, strict=True)
            said = [Said(event, errand.by, len(body)) for event, body in pairs]
            return Decided(events, bodies, said, puts) if events else None

        return (await self.runner.run(errand, decided)).at

    async def read(self, entries: Sequence[Entry], *, anew: bool) -> Sequence[Said[E]]:  # noqa: ARG002
        """What another node has told, or this one before it was started again."""
        return [self._read(entry) for entry in entries]

    def believe(self, news: Sequence[Said[E]], *, anew: bool) -> None:
        """It is on disk."""
        if anew:
            self._begin_anew()
        self._heard(news)
        self._believe([said.event for said in news])

    def _read(self, entry: Entry) -> Said[E]:
        try:
            told = json.loads(entry.body)
            event: E = self._reader.event(told["event"], entry.seq)
        except (Refused, ValueError, KeyError, TypeError) as fault:
            raise Rot(self.runner.stream, entry.seq) from fault
        return Said(event, str(told.get("by", "")), len(entry.body))


def _body(event: Any, by: str, note: dict[str, Any]) -> bytes:
    told = {"by": by, "event": write_event(event), **({"note": note} if note else {})}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
