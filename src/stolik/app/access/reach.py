"""By which address phones reach this server: what every link and QR code begins with.

A machine in a hall may stand in several networks; the organiser says which one the phones are in.
The address somebody else's browser happens to use is never told to anybody.
"""

from collections.abc import Callable
from dataclasses import dataclass

from stolik.app.access.codes import Refusal
from stolik.app.ports import EventStore, Put
from stolik.refusal import Violation, refuse

KIND = "reach"
_KEY = "phones"

# The addresses of this moment, the likeliest first; none: only this machine reaches the server.
Addresses = Callable[[], tuple[str, ...]]


def nowhere() -> tuple[str, ...]:
    """Nobody but this machine reaches the server."""
    return ()


@dataclass(frozen=True, slots=True)
class Reach:
    """Where phones go; `address` is one of `addresses`, or "" where there is none."""

    address: str
    addresses: tuple[str, ...]
    command: str = ""  # what starts the server so that there is one; told where it is missing


async def reach_of(store: EventStore, addresses: Addresses) -> Reach:
    """The address that was chosen, as long as the machine still has it; else the likeliest."""
    found = addresses()
    if len(found) < 2:
        return Reach("".join(found), found)
    kept = await store.get(KIND, _KEY)
    chosen = kept.decode() if kept else ""
    return Reach(chosen if chosen in found else found[0], found)


async def choose(store: EventStore, addresses: Addresses, address: str) -> Reach:
    """Say which network the phones are in; refused if the machine has no such address."""
    found = addresses()
    if address not in found:
        refuse(Violation(Refusal.ADDRESS_UNKNOWN, facts={"address": address, "addresses": found}))
    await store.put([Put(KIND, _KEY, address.encode())])
    return Reach(address, found)
