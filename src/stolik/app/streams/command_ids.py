"""Ids of commands, in two spaces that never meet.

    0f3a… (32 hex digits)       made by who asks from outside; nobody else can have sent it before
    ~table/7c…/hall/extended/3  a mark of the system, on the stream it is written to: done once

Every id from outside passes `outside`, and it cannot pass a mark: so a mark need not be secret, and
nobody can use up the mark of his own disqualification with a command of his own.
"""

import re
from hashlib import sha256

from stolik.app.ports import Chance, CommandId, Stream

LENGTH = 32
PATTERN = "^[0-9a-f]{32}$"
_OURS = "~"
_OUTSIDE = re.compile(r"[0-9a-f]{32}")


class NoId(ValueError):  # noqa: N818 - an answer, not an error
    """Somebody outside has sent what is no id of theirs."""


def outside(given: str) -> CommandId:
    """An id as it came from outside; raises `NoId` for anything but 32 hex digits."""
    if not _OUTSIDE.fullmatch(given):
        raise NoId
    return CommandId(given)


def mark(stream: Stream, what: str) -> CommandId:
    """What the system does on a stream exactly once, however often it is tried."""
    return CommandId(f"{_OURS}{stream}/{what}")


def is_ours(command: CommandId) -> bool:
    """Whether it is of the system: then it does not matter who gave cause for it."""
    return command.startswith(_OURS)


def our_own(chance: Chance) -> CommandId:
    """What the system does on its own account and never asks about again."""
    return CommandId(f"{_OURS}{chance(16).hex()}")


def formerly(text: str) -> CommandId:
    """The id an older version gave to something of the system: in the space of those outside, so
    it proves nothing unless it stands where and by whom it should."""
    return CommandId(sha256(text.encode()).hexdigest()[:LENGTH])
