"""Many wishes kept in one transaction: what each is answered, whatever the engine.

Both stores commit in groups. A wish that comes too late (`Stale`) or twice (`AlreadyDone`) gets its
answer without spoiling the others of its group.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from stolik.app.ports import (
    AlreadyDone,
    Append,
    Appended,
    CommandId,
    Entry,
    Put,
    Stale,
    StorageFault,
    Stream,
)
from stolik.app.streams.chain import Rot, verified


@dataclass(frozen=True, slots=True)
class Puts:
    """Records to change outside any stream."""

    puts: tuple[Put, ...]


@dataclass(frozen=True, slots=True)
class Beat:
    """A time of the service clock to keep."""

    ms: int


@dataclass(frozen=True, slots=True)
class Drop:
    """Whole streams to forget, and the records that go with them."""

    streams: tuple[Stream, ...]
    puts: tuple[Put, ...]


BatchWish = Append | Puts | Beat | Drop
# None: kept. A number: the time now kept.
BatchAnswer = Appended | int | Exception | None


@dataclass(frozen=True, slots=True)
class Batch:
    """What to write, and what to answer once it is on disk; a beat's answer is still open."""

    answers: tuple[BatchAnswer, ...]
    appends: tuple[Append, ...]
    puts: tuple[Put, ...]
    beat: int | None
    drops: tuple[Stream, ...] = ()

    @property
    def erases(self) -> bool:
        """Whether something has to go without a trace."""
        return bool(self.drops) or self.erases_records

    @property
    def erases_records(self) -> bool:
        """Whether a record has to."""
        return any(put.body is None for put in self.puts)


def settled(
    wishes: Sequence[BatchWish], heads: Mapping[Stream, int], done: Mapping[CommandId, Appended]
) -> Batch:
    """Judge the wishes in order; each sees what the ones before it will have written.

    `heads` are the last numbers of the streams, 0 for one that is not there; `done` says where
    commands stand that were carried out before.
    """
    heads, done = dict(heads), dict(done)
    answers: list[BatchAnswer] = []
    kept: list[Append] = []
    puts: dict[tuple[str, str], Put] = {}
    beats: list[int] = []
    drops: set[Stream] = set()
    for wish in wishes:
        answer: BatchAnswer = None
        changes: tuple[Put, ...] = ()
        match wish:
            case Append():
                # Drops are written last: what comes after one in the same batch has to come again.
                late = Stale(wish.stream, wish.after) if wish.stream in drops else None
                answer = late or _judged(wish, heads, done)
                if isinstance(answer, Appended):
                    heads[wish.stream] = answer.last
                    done[wish.command] = answer
                    kept.append(wish)
                    changes = wish.puts
            case Puts():
                changes = wish.puts
            case Beat():
                beats.append(wish.ms)
            case Drop():
                drops |= set(wish.streams)
                changes = wish.puts
        puts |= {(put.kind, put.key): put for put in changes}
        answers.append(answer)
    return Batch(
        tuple(answers),
        tuple(kept),
        tuple(puts.values()),
        max(beats, default=None),
        tuple(sorted(drops)),
    )


def answered(batch: Batch, wishes: Sequence[BatchWish], kept_ms: int | None) -> list[BatchAnswer]:
    """The answers of a batch that is on disk."""
    return [
        kept_ms if isinstance(wish, Beat) else answer
        for wish, answer in zip(wishes, batch.answers, strict=True)
    ]


def expected_entries(append: Append) -> None:
    """An append that is no append is a bug of the caller."""
    numbers = [entry.seq for entry in append.entries]
    if not numbers or numbers != list(range(append.after + 1, append.after + 1 + len(numbers))):
        raise ValueError(f"{append.stream}: entries {numbers} do not follow {append.after}")


def found_faults(
    stream: Stream, entries: Iterable[Entry], *, last_known: int
) -> Iterator[StorageFault]:
    """The first fault of a stream; `last_known` is the last entry that a command tells of."""
    try:
        good = verified(stream, entries)
    except Rot as rot:
        yield StorageFault(stream, rot.seq, "the entry is not what was written")
        return
    if len(good) < last_known:
        yield StorageFault(stream, len(good) + 1, f"entries up to {last_known} are missing")


def _judged(
    append: Append, heads: Mapping[Stream, int], done: Mapping[CommandId, Appended]
) -> Appended | AlreadyDone | Stale:
    before = done.get(append.command)
    if before is not None:
        return AlreadyDone(before)
    if heads.get(append.stream, 0) != append.after:
        return Stale(append.stream, append.after)
    return Appended(append.stream, append.after + 1, append.after + len(append.entries))
