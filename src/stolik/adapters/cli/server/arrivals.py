"""How people reach `stolik serve` from beyond this machine, and what to be warned of."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from ipaddress import ip_address, ip_network
from pathlib import Path
from urllib.parse import urlsplit

from stolik.adapters.cli.server.addresses import lan_addresses
from stolik.adapters.cli.server.codes import Refusal
from stolik.adapters.cli.server.parts import ServePlan
from stolik.adapters.cli.server.phrases import Phrase
from stolik.app.texts import text
from stolik.refusal import Violation, refuse

SHORTEST_TOKEN = 24
_ANY = "0.0.0.0"


@dataclass(frozen=True, slots=True)
class Doors:
    """The options about proxies, as they were typed."""

    public_url: str | None = None
    trusted_proxies: tuple[str, ...] = ()
    metrics_token: Path | None = None


def planned(doors: Doors, plan: ServePlan) -> ServePlan:
    """The plan with its way through proxies; refused if an option makes no sense."""
    url = urlsplit(doors.public_url or "")
    if doors.public_url and (url.scheme not in ("http", "https") or not url.hostname):
        refuse(Violation(Refusal.PUBLIC_URL))
    for one in doors.trusted_proxies:
        _demand_network(one)
    return replace(
        plan,
        names=plan.names | ({url.hostname.lower()} if url.hostname else set()),
        secure=url.scheme == "https",
        public_url=(doors.public_url or "").rstrip("/"),
        proxies=doors.trusted_proxies,
        # A proxy on this machine that says nothing of whom it speaks for looks like its user.
        is_proxied=bool(doors.public_url or doors.trusted_proxies),
        metrics_token=token_in(doors.metrics_token) if doors.metrics_token else "",
    )


def _demand_network(text_given: str) -> None:
    try:
        ip_network(text_given.strip(), strict=False)
    except ValueError:
        refuse(Violation(Refusal.TRUSTED_PROXY, facts={"proxy": text_given}))


def token_in(path: Path) -> str:
    """The word a file holds; refused if it is none, or too short."""
    try:
        token = path.read_text("ascii").strip()
    except (OSError, ValueError):
        token = ""
    if len(token) < SHORTEST_TOKEN or not token.isprintable() or " " in token:
        refuse(Violation(Refusal.METRICS_TOKEN, facts={"path": str(path), "least": SHORTEST_TOKEN}))
    return token


def warnings(plan: ServePlan, here: str, lang: str) -> Iterator[str]:
    """What somebody who starts the server should know before people come."""
    found = [*_of_plain_http(plan, here, lang)]
    if os.name == "posix" and os.geteuid() == 0:
        found.append(text(Phrase.AS_ROOT, lang))
    if found:
        yield ""
    yield from found


def _of_plain_http(plan: ServePlan, here: str, lang: str) -> Iterator[str]:
    """Within a hall plain http is what there is; beyond it everybody on the way reads along."""
    url = urlsplit(here)
    if url.scheme == "http" and _is_beyond_the_hall(url.hostname or ""):
        yield text(Phrase.PLAIN_HTTP, lang, url=here + "/")
    listened = lan_addresses() if _ANY in plan.listen else plan.listen
    for address in listened:
        if ip_address(address).is_global:
            yield text(Phrase.PLAIN_HTTP_ADDRESS, lang, address=address)


def _is_beyond_the_hall(name: str) -> bool:
    """Names without a dot and those that end in .local are found in the local network only."""
    try:
        return ip_address(name).is_global
    except ValueError:
        return "." in name and not name.endswith((".local", ".lan", ".home.arpa"))
