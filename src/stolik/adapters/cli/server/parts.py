"""What the commands around the server hand over and get back."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from stolik.app.streams.copying import CopiesHealth
from stolik.app.streams.mirroring import MirrorHealth


@dataclass(frozen=True, slots=True)
class Storage:
    """Where the data are: a directory, or a PostgreSQL database."""

    data: Path
    database: str | None = None

    @property
    def copies(self) -> Path:
        """Where the server puts copies of its database by itself."""
        return self.data / "copies"


@dataclass(frozen=True, slots=True)
class Https:
    """The door by https beside the plain one."""

    port: int
    certificate: Path | None = None  # None: an authority of this machine vouches for it
    key: Path | None = None  # None: it stands in the file of the certificate


@dataclass(frozen=True, slots=True)
class Webhooks:
    """Who is told what happens in public tournaments."""

    urls: tuple[str, ...]
    secret: str  # what notices are signed with
    private: bool = False  # whether addresses of local networks may be told too


@dataclass(frozen=True, slots=True)
class Push:
    """Phones that ask for it are told their table."""

    contact: str = ""  # whom push services may write to; none: the address of this server


@dataclass(frozen=True, slots=True)
class Smtp:
    """The mail server that takes letters to people."""

    host: str
    port: int
    security: str  # starttls, tls, none
    sender: str
    user: str = ""
    password: str = ""
    reply_to: str = ""

    def __repr__(self) -> str:
        """Without its password."""
        return f"Smtp({self.host}:{self.port})"


@dataclass(frozen=True, slots=True)
class ServePlan:
    """How the server is to be reached."""

    storage: Storage
    port: int
    listen: tuple[str, ...]  # addresses to listen on
    names: frozenset[str] = frozenset()  # host names beside those of this machine
    lan: bool = False  # whether addresses of the local network are ours too
    secure: bool = False  # whether browsers come by https, through a proxy
    public_url: str = ""  # how browsers reach it through a proxy
    # How links for other machines begin at this moment, by the port; none: nobody else comes in.
    links: Callable[[int], tuple[str, ...]] = lambda _: ()
    lan_command: str = ""  # what starts it like this and lets phones in
    proxies: tuple[str, ...] = ()  # addresses and networks of proxies that are believed
    is_proxied: bool = False  # whether everybody may seem to sit at this machine
    metrics_token: str = ""  # opens the counters
    demo: bool = False  # with an event of its own, open to everybody
    copies: tuple[Path, ...] = ()  # where copies of the database go, beside the data directory
    connections: int = 2000  # sockets and lines of one address
    mirror: Path | None = None  # where a second database is written before each answer
    log: Path | None = None  # the file of the log; None: the error stream
    https: Https | None = None  # None: plain http only
    webhooks: Webhooks | None = None  # None: nobody elsewhere is told anything
    push: Push | None = None  # None: no phone is told anything
    smtp: Smtp | None = None  # None: nobody is written to


@dataclass(frozen=True, slots=True)
class HttpsOpen:
    """By which addresses one comes in by https, and what is needed for it."""

    addresses: tuple[str, ...]
    page: str  # that hands out the certificate and says what to do with it
    fingerprint: str = ""  # of the authority; none: the certificate was given, nothing is needed


@dataclass(frozen=True, slots=True)
class Started:
    """The server listens. The token opens the set-up page, once, while nobody organises here."""

    port: int
    set_up: str | None
    mirror: MirrorHealth | None = None
    copies: tuple[CopiesHealth, ...] = ()  # the places that were asked for
    one_disk: frozenset[str] = frozenset()  # those of them, and the mirror, that die with the data
    open_to_others: tuple[str, ...] = ()  # files of ours that others can read
    files: int = 0  # that the process may have open, connections among them; 0: no matter
    https: HttpsOpen | None = None


class Serve(Protocol):
    """Run the server until it is told to stop."""

    def __call__(self, plan: ServePlan, on_started: Callable[[Started], None]) -> None: ...


@dataclass(frozen=True, slots=True)
class ServerParts:
    """The server and what is done to its data while it stands still."""

    serve: Serve
    # (storage, name of the account or None) → the token and name; refused if it is not clear whose.
    reset_organiser: Callable[[Storage, str | None], tuple[str, str]]
    # Streams that are not what was written, in words; refused if the data cannot be opened.
    check_data: Callable[[Storage], tuple[str, ...]]
    # What is wrong with a directory for a mirror; refused if it must not be used.
    check_mirror: Callable[[Storage, Path], None]
    check_smtp: Callable[[Smtp], str]  # why no letter could be sent; empty: it could
    # (copy, data directory) → the database that was there before, set aside.
    restore_data: Callable[[Path, Path], Path | None]
