"""The options of `stolik serve` about programs elsewhere that are told what happens."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from stolik.adapters.cli.server.arrivals import token_in
from stolik.adapters.cli.server.codes import Refusal
from stolik.adapters.cli.server.parts import Webhooks
from stolik.app.internet import is_public
from stolik.refusal import Violation, refuse


@dataclass(frozen=True, slots=True)
class HookOptions:
    """As they were typed."""

    urls: tuple[str, ...] = ()
    secret: Path | None = None
    private: bool = False


def planned_hooks(options: HookOptions) -> Webhooks | None:
    """Whom to tell; refused if an address makes no sense or nothing could be signed."""
    if not options.urls:
        return None
    for url in options.urls:
        if not _is_address(url):
            refuse(Violation(Refusal.WEBHOOK, facts={"url": url}))
        if not options.private and _is_private(url):
            refuse(Violation(Refusal.WEBHOOK_PRIVATE, facts={"url": url}))
    if options.secret is None:
        refuse(Violation(Refusal.WEBHOOK_SECRET))
    return Webhooks(options.urls, token_in(options.secret), options.private)


def _is_private(url: str) -> bool:
    """As far as it is written there; where a name leads is seen whenever something is told."""
    host = urlsplit(url).hostname or ""
    try:
        return not is_public(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _is_address(text: str) -> bool:
    """Of letters that may stand in a request as they are, without a password or a mark behind."""
    try:
        url = urlsplit(text)
        port = url.port
    except ValueError:
        return False
    plain = text.isascii() and text.isprintable() and not set(' "<>\\') & set(text)
    known = url.scheme in ("http", "https") and bool(url.hostname) and port != 0
    return plain and known and url.username is None and not url.fragment
