"""Addresses that go on paper: whole ones, which a phone in the hall can open."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from stolik.app.paper.codes import Refusal
from stolik.refusal import Violation, refuse

_LOCAL = ("localhost", "localhost.localdomain")


def reachable_page(page: str) -> str:
    """The address as it is; refused where only this computer could open it."""
    if not page:
        return page
    try:
        parts = urlsplit(page)
        host = parts.hostname or ""
    except ValueError:
        host, parts = "", urlsplit("")
    if parts.scheme not in ("http", "https") or not host:
        refuse(Violation(Refusal.PAGE_ADDRESS, facts={"page": page}))
    if host in _LOCAL or host.endswith(".localhost") or _is_loopback(host):
        refuse(Violation(Refusal.PAGE_LOOPBACK, facts={"page": page}))
    return page


def _is_loopback(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
