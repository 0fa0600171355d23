"""Connections that are open, by address: a crowd that asks nothing to the end keeps nobody out.

Every connection is counted from the moment it is taken, before it has said a word. Those of one
address that wait for nothing are few of each kind, so that not even all of them leaving at once
take long; where one address has more than it may, or all together have more than the system gives
us, the one that waits longest makes room: first those that never asked anything, then those in
the middle of sending, then those between two requests; never one that is being answered.

Whoever comes, goes or begins something else costs the same however many are here.
"""

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache, partial
from typing import Protocol

from stolik.adapters.web.edge.arrival import Network, address_of_peer

_KEPT_FREE = 200  # files for the store, copies, papers and sockets that are just being closed
_FEWEST = 50
_ADDRESSES_KEPT = 4096  # as they are read; a flood comes from few


class Rank(IntEnum):
    """What a connection does; the first of these makes room first."""

    SILENT = 0  # it has asked nothing yet, not a whole head
    SENDING = 1  # the head of another request, or the little of a body that we wait for
    IDLE = 2  # it has its answer
    UPLOADING = 3  # much, and it is being read
    ANSWERED = 4


# Of one address. A hall has hundreds of phones; each asks in one go, and a connection that a
# browser opened ahead is opened again when it is needed.
MOST = {Rank.SILENT: 600, Rank.SENDING: 200, Rank.IDLE: 800, Rank.UPLOADING: 100}


class Visitor(Protocol):
    """A connection."""

    def turn_away(self) -> None:
        """Close it."""


class _Address:
    """Those from one address, by what they do; in each rank the longest waiting first."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.ranks: tuple[dict[Visitor, None], ...] = tuple({} for _ in Rank)
        self.count = 0

    def longest(self, but: Visitor) -> Visitor:
        """Who makes room for a newcomer: where all the others are answered, itself."""
        for here in self.ranks[: Rank.ANSWERED]:
            for visitor in here:
                if visitor is not but:
                    return visitor
        return but


class Doorway:
    """Who stands in it, by address; proxies that we trust bring many."""

    def __init__(
        self,
        most_of_one: int,
        most: int,
        proxies: Sequence[Network] = (),
        *,
        may_be_local: bool = True,
    ) -> None:
        self.most_of_one = most_of_one
        self.most = most
        read = partial(address_of_peer, proxies=proxies, may_be_local=may_be_local)
        self._host = lru_cache(_ADDRESSES_KEPT)(read)
        self._addresses: dict[str, _Address] = {}
        self._spots: dict[Visitor, tuple[_Address, Rank]] = {}
        self._sizes: dict[int, dict[_Address, None]] = {}
        self._largest = 0

    def came(self, peer: str, visitor: Visitor) -> None:
        """Somebody new; if that is one too many, somebody makes room."""
        host = self._host(peer)
        address = self._addresses.get(host) or self._addresses.setdefault(host, _Address(host))
        self._resize(address, 1)
        self._stand(address, visitor, Rank.SILENT)
        if host and address.count > self.most_of_one:
            self._make_room(address.longest(visitor))
        elif len(self._spots) > self.most:
            self._make_room(next(iter(self._sizes[self._largest])).longest(visitor))

    def moved(self, visitor: Visitor, rank: Rank) -> None:
        """It does something else now, or goes on with it."""
        if visitor in self._spots:
            address, before = self._spots[visitor]
            del address.ranks[before][visitor]
            self._stand(address, visitor, rank)

    def went(self, visitor: Visitor) -> None:
        """Gone, or become a socket, which is counted elsewhere."""
        if visitor in self._spots:
            address, rank = self._spots.pop(visitor)
            del address.ranks[rank][visitor]
            self._resize(address, -1)
            if not address.count:
                del self._addresses[address.host]

    def _stand(self, address: _Address, visitor: Visitor, rank: Rank) -> None:
        self._spots[visitor] = address, rank
        here = address.ranks[rank]
        here[visitor] = None
        if address.host and len(here) > MOST.get(rank, self.most_of_one):
            self._make_room(next(iter(here)))

    def _make_room(self, leaving: Visitor) -> None:
        self.went(leaving)
        leaving.turn_away()

    def _resize(self, address: _Address, by: int) -> None:
        """Keep the addresses by how many they are; `_largest` goes up and down by one."""
        same = self._sizes.get(address.count)
        if same is not None:
            same.pop(address, None)
            if not same:
                del self._sizes[address.count]
        address.count += by
        if address.count:
            self._sizes.setdefault(address.count, {})[address] = None
        if address.count > self._largest or self._largest not in self._sizes:
            self._largest = address.count


def room_for(files: int) -> int:
    """How many connections may stand in the doorway of a process that may open so many files."""
    return max(_FEWEST, (files - _KEPT_FREE) // 2)  # as many again become sockets
