"""Disks that misbehave on purpose, put between SQLite and the real one."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path

import apsw

SECTOR = 512
_HANDLES = count(1)


@dataclass(frozen=True, slots=True)
class Op:
    """One thing that was done to a file: create, write, truncate, sync, delete."""

    what: str
    name: str
    offset: int = 0
    data: bytes = b""
    handle: int = 0  # the opened file it was done through


class Disk(apsw.VFS):
    """Passes everything on and tells `heard` of each change before it happens.

    What `heard` raises, SQLite gets as the error of that operation.
    """

    def __init__(self, name: str, heard: Callable[[Op], None]) -> None:
        self.name = name
        self.heard = heard
        super().__init__(name, "")

    def xOpen(self, name, flags):  # noqa: N802 - SQLite's word
        return _File(self.heard, name, flags)

    def xDelete(self, filename, syncdir):  # noqa: N802
        self.heard(Op("delete", Path(filename).name, offset=int(bool(syncdir))))
        super().xDelete(filename, syncdir)


class _File(apsw.VFSFile):
    def __init__(self, heard: Callable[[Op], None], name, flags) -> None:
        self._heard = heard
        path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name)
        self._name = path.name
        self._handle = next(_HANDLES)
        if not path.exists():
            heard(Op("create", self._name))
        super().__init__("", name, flags)

    def xWrite(self, data, offset):  # noqa: N802
        self._heard(Op("write", self._name, offset, bytes(data), self._handle))
        super().xWrite(data, offset)

    def xTruncate(self, size):  # noqa: N802
        self._heard(Op("truncate", self._name, size, handle=self._handle))
        super().xTruncate(size)

    def xSync(self, flags):  # noqa: N802
        self._heard(Op("sync", self._name, handle=self._handle))
        super().xSync(flags)


@dataclass(slots=True)
class Inode:
    """A file as the platter has it, and what the cache still holds."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[Op] = field(default_factory=list)

    def sync(self) -> None:
        for op in self.pending:
            apply(self.durable, op)
        self.pending.clear()


@dataclass(slots=True)
class Platter:
    """What a power cut could leave behind. Names become durable in the order they changed."""

    names: dict[str, Inode] = field(default_factory=dict)  # durable
    open: dict[str, Inode] = field(default_factory=dict)  # as programs see it
    changes: list[tuple[str, Inode | None]] = field(default_factory=list)

    def take(self, op: Op) -> None:
        """Follow what was done."""
        match op.what:
            case "create":
                self.open[op.name] = Inode()
                self.changes.append((op.name, self.open[op.name]))
            case "delete":
                self.open.pop(op.name, None)
                self.changes.append((op.name, None))
                if op.offset:
                    self._settle(len(self.changes))
            case "sync":
                inode = self.open[op.name]
                inode.sync()
                # A new file is synced together with the directory that names it.
                ours = [n for n, (_, of) in enumerate(self.changes, 1) if of is inode]
                self._settle(max(ours, default=0))
            case _:
                self.open[op.name].pending.append(op)

    def after_cut(self, keep: Callable[[list[Op]], list[Op]], names_kept: int) -> dict[str, bytes]:
        """The files found afterwards, if this much of the cache had reached the platter."""
        found = _named(self.names, self.changes[:names_kept])
        return {name: _content(inode, keep(inode.pending)) for name, inode in found.items()}

    def _settle(self, count: int) -> None:
        self.names = _named(self.names, self.changes[:count])
        del self.changes[:count]


def _named(names: dict[str, Inode], changes: list[tuple[str, Inode | None]]) -> dict[str, Inode]:
    after: dict[str, Inode | None] = {**names, **dict(changes)}
    return {name: inode for name, inode in after.items() if inode is not None}


def _content(inode: Inode, ops: list[Op]) -> bytes:
    content = bytearray(inode.durable)
    for op in ops:
        apply(content, op)
    return bytes(content)


def apply(content: bytearray, op: Op) -> None:
    """Do to a file's bytes what was done to the file."""
    if op.what == "truncate":
        del content[op.offset :]
        return
    if len(content) < op.offset:
        content.extend(bytes(op.offset - len(content)))
    content[op.offset : op.offset + len(op.data)] = op.data


def sectors(op: Op) -> list[Op]:
    """A write as the drive does it: sector by sector, any of which a cut may lose."""
    if op.what != "write":
        return [op]
    first = SECTOR - op.offset % SECTOR
    cuts = [0, *range(first, len(op.data), SECTOR), len(op.data)]
    return [
        Op("write", op.name, op.offset + begin, op.data[begin:end])
        for begin, end in pairwise(cuts)
        if begin < end
    ]
