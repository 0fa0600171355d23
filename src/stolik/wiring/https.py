"""The door by https beside the plain one: whose certificate it shows and for which addresses."""

import asyncio
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn

from stolik.adapters.cli.server.parts import Https, HttpsOpen, ServePlan
from stolik.adapters.https.authority import Authority, authority_in, server_pem
from stolik.adapters.https.given import context_of, hosts_of

_LOOK_EACH_S = 20
_HANDSHAKE_S = 10  # who has not shaken hands by then holds a place for nothing
_HTTPS_PORT = 443
_HERE = ("127.0.0.1", "::1", "localhost")

Links = Callable[[], tuple[str, ...]]


@dataclass(slots=True)
class Door:
    """What is shown at the door; `hosts` are those the certificate speaks for just now."""

    plan: ServePlan
    https: Https
    context: ssl.SSLContext
    hosts: tuple[str, ...]
    port: int
    authority: Authority | None = None  # None: the certificate was given
    read_at: float = 0.0  # when the file that was given was written

    def addresses(self, plain: tuple[str, ...]) -> tuple[str, ...]:
        """How links for others begin: by https first if nobody has to install anything."""
        if self.plan.public_url:
            return plain
        if self.authority is None:
            return (*self._links(self.hosts), *plain)
        reached = (urlsplit(one).hostname or "" for one in plain)
        return (*plain, *self._links(tuple(one for one in reached if one in self.hosts)))

    def opened(self, plain: tuple[str, ...]) -> HttpsOpen:
        """What is said of it at the start."""
        secure = [one for one in self.addresses(plain) if one.startswith("https:")]
        pages = [one for one in plain if one.startswith("http:")] or [""]
        print_of = self.authority.fingerprint if self.authority else ""
        here = f"https://127.0.0.1:{self.port}"
        return HttpsOpen(tuple(secure) or (here,), f"{pages[0]}/https", print_of)

    async def keep(self, links: Links) -> None:
        """Another network, another address; a file that was renewed: what is shown follows."""
        while True:
            await asyncio.sleep(_LOOK_EACH_S)
            await asyncio.to_thread(self.look, links())

    def look(self, plain: tuple[str, ...]) -> None:
        """Show what is true now; connections that are open stay as they are."""
        if self.authority:
            wanted = _local_hosts(self.plan, self.authority, plain)
            if wanted != self.hosts:
                self.hosts = wanted
                now = datetime.now(UTC)
                file = server_pem(self.plan.storage.data, self.authority, wanted, now)
                self.context.load_cert_chain(file)
        elif self.https.certificate and _written(self.https.certificate) != self.read_at:
            try:
                context_of(self.https.certificate, self.https.key)
            except OSError:
                return  # it is being written: what was good stays, and we look again
            self.read_at = _written(self.https.certificate)
            self.context.load_cert_chain(self.https.certificate, self.https.key)

    def _links(self, hosts: tuple[str, ...]) -> tuple[str, ...]:
        port = "" if self.port == _HTTPS_PORT else f":{self.port}"
        outside = (one for one in hosts if one not in _HERE)
        return tuple(f"https://{_in_address(one)}{port}" for one in outside)


def opened_door(plan: ServePlan, https: Https, port: int, plain: tuple[str, ...]) -> Door:
    """The door as it stands at the start; refused if a certificate that was given is of no use."""
    now = datetime.now(UTC)
    if https.certificate:
        hosts = hosts_of(https.certificate, https.key, now)
        context = context_of(https.certificate, https.key)
        written = _written(https.certificate)
        return Door(plan, https, context, hosts, port, read_at=written)
    data = plan.storage.data
    machine = socket.gethostname().lower().partition(".")[0]
    authority = authority_in(data, machine, now)
    hosts = _local_hosts(plan, authority, plain)
    context = context_of(server_pem(data, authority, hosts, now))
    return Door(plan, https, context, hosts, port, authority)


class TwoDoors(uvicorn.Server):
    """One server: the same connections, limits and end, whichever door somebody comes by."""

    def __init__(self, config: uvicorn.Config, listeners: list[socket.socket], door: Door) -> None:
        super().__init__(config)
        self._secure, self._door = listeners, door

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the plain door, then the other one."""
        await super().startup(sockets)
        loop = asyncio.get_running_loop()
        for listener in self._secure:
            opened = await loop.create_server(
                self._protocol,
                sock=listener,
                ssl=self._door.context,
                backlog=self.config.backlog,
                ssl_handshake_timeout=_HANDSHAKE_S,
            )
            self.servers.append(opened)

    def _protocol(self) -> asyncio.Protocol:
        kind = self.config.http_protocol_class
        state, lifespan = self.server_state, self.lifespan.state
        return kind(config=self.config, server_state=state, app_state=lifespan)  # type: ignore[call-arg]


def _local_hosts(plan: ServePlan, authority: Authority, plain: tuple[str, ...]) -> tuple[str, ...]:
    reached = (urlsplit(one).hostname or "" for one in plain)
    wanted = (*_HERE, *reached, *sorted(plan.names))
    return tuple(one for one in dict.fromkeys(wanted) if authority.covers(one))


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _written(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0
