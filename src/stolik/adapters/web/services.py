"""What the routes work with; `wiring` fills it in once, at the start."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import structlog

from stolik.adapters.web.edge.arrival import Network
from stolik.adapters.web.edge.crowd import MOST, Crowd
from stolik.adapters.web.edge.metrics import Metrics
from stolik.app.access.access import Access
from stolik.app.access.passes import Wanted
from stolik.app.access.phones import SERVICES
from stolik.app.access.reach import Addresses, nowhere
from stolik.app.access.roles import Place
from stolik.app.people.letters import Mailbox
from stolik.app.people.pace import FormPace
from stolik.app.ports import Chance, EventStore
from stolik.app.streams.copying import AskCopies, no_copies
from stolik.app.streams.mirroring import AskMirror, no_mirror
from stolik.seats import AccessChange

# What is known of a place beyond its address: who sits at its table, whether anybody may watch.
PlaceOf = Callable[[Place], Awaitable[Place]]


# Tells the tables being played that somebody got a new way in: tournament, passes, what happened.
TellWayIn = Callable[[str, Sequence[Wanted], AccessChange], Awaitable[None]]


# Refuses passes for people and seats the tournament has not.
CheckHolders = Callable[[str, Sequence[Wanted]], Awaitable[None]]


async def anybody(_: str, __: Sequence[Wanted]) -> None:
    """Nobody knows who plays here."""


async def nobody_plays(_: str, __: Sequence[Wanted], ___: AccessChange) -> None:
    """There are no tables here."""


async def nothing_more(place: Place) -> Place:
    """A place of which only the address is known."""
    return place


@dataclass(frozen=True, slots=True)
class Settings:
    """How the server is reached."""

    hosts: frozenset[str] = frozenset({"localhost", "127.0.0.1", "[::1]"})
    any_address: bool = False  # an address in digits is no name somebody else can point at us
    secure: bool = False  # whether browsers reach us by https
    addresses: Addresses = nowhere  # by which phones reach us, as links begin: http://…:8000
    authority: bytes = b""  # the certificate to install before coming by https; none: no need
    fingerprint: str = ""  # of that certificate, as telephones show it
    lan_command: str = "stolik serve --lan"  # what lets phones in, by the words of this start
    largest_body: int = 20_000  # read on the loop; routes for lists have a limit of their own
    most_connections: int = MOST  # sockets and lines of one address
    proxies: tuple[Network, ...] = ()  # whose word about where a request comes from is believed
    # Whether somebody can be at this very machine: behind a proxy everybody seems to be.
    may_be_local: bool = True
    metrics_token: str = ""  # opens the counters for a program that collects them
    push_key: str = ""  # what browsers are told who want web push; none: nobody is told anything
    push_services: tuple[str, ...] = SERVICES  # to whom messages may be given, by host


@dataclass(frozen=True, slots=True)
class Services:
    """The parts behind the routes."""

    store: EventStore
    access: Access
    chance: Chance
    beat: Callable[[], Awaitable[None]]  # writes something; raises `NotSaved` if it cannot
    monotonic: Callable[[], float]  # seconds that never go back
    settings: Settings = field(default_factory=Settings)
    place_of: PlaceOf = nothing_more
    crowd: Crowd = field(default_factory=Crowd)
    tell_way_in: TellWayIn = nobody_plays
    check_holders: CheckHolders = anybody
    forms: FormPace = field(default_factory=FormPace)
    mirror: AskMirror = no_mirror
    copies: AskCopies = no_copies
    metrics: Metrics = field(default_factory=Metrics)
    mailbox: Mailbox | None = None  # None: nobody is written to
    log: structlog.typing.FilteringBoundLogger = field(default_factory=structlog.get_logger)
