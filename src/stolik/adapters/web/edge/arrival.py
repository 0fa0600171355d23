"""Where a request comes from: its peer, or what a proxy we trust says of it.

Only a peer named by `--trusted-proxy` is believed, and only its last word: the right-most hop that
is no such proxy itself. Whatever anybody else writes into those headers changes nothing.
"""

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from litestar.types import Scope

from stolik.app.access.guessing import Address

Network = IPv4Network | IPv6Network
_Ip = IPv4Address | IPv6Address

AUTHORITY = "authority"  # in a scope's state: the name in an address written out in full
_MOST_HOPS = 20
_HOUSEHOLD = 64  # bits of an IPv6 address that a provider gives to one customer
# Who forwards says so in one of these; a request with any of them did not come by itself.
_FORWARDING = (
    *(b"forwarded", b"x-real-ip", b"x-client-ip", b"via"),
    *(b"cf-connecting-ip", b"true-client-ip"),
)
_FOR = re.compile(r'(?:^|[;,])\s*for\s*=\s*("[^"]*"|[^;,\s]*)', re.IGNORECASE)
_PROTO = re.compile(r"(?:^|[;,])\s*proto\s*=\s*\"?(\w+)", re.IGNORECASE)


def network(text: str) -> Network:
    """An address or a network of them; raises `ValueError` for what is neither."""
    return ip_network(text.strip(), strict=False)


def address_of(scope: Scope, proxies: Sequence[Network], *, may_be_local: bool) -> Address:
    """From where: an IPv4 address or an IPv6 network of 64 bits, as every limit counts it."""
    peer = _peer(scope)
    if peer is None:
        return Address("")
    local = may_be_local and peer.is_loopback and _is_direct(scope)
    return Address(_counted(_sender(scope, peer, proxies)), local=local)


def address_of_peer(peer: str, proxies: Sequence[Network], *, may_be_local: bool) -> str:
    """From where a silent connection comes; empty for a proxy, who brings many."""
    ip = _ip(peer)
    if ip is None or _trusted(ip, proxies) or (ip.is_loopback and not may_be_local):
        return ""
    return _counted(ip)


def by_own_door(scope: Scope) -> bool:
    """Whether the browser came by https to this very server."""
    return scope.get("scheme") in ("https", "wss")


def by_https(scope: Scope, proxies: Sequence[Network]) -> bool:
    """Whether the browser came by https: to us, or as a proxy we trust says."""
    if by_own_door(scope):
        return True
    peer = _peer(scope)
    if peer is None or not _trusted(peer, proxies):
        return False
    usual = ",".join(_values(scope, b"x-forwarded-proto"))
    modern = _PROTO.findall(",".join(_values(scope, b"forwarded")))
    told = usual.rpartition(",")[2] or (modern[-1] if modern else "")
    return told.strip().lower() == "https"


def _sender(scope: Scope, peer: _Ip, proxies: Sequence[Network]) -> _Ip:
    """The last hop that is none of our proxies; what cannot be read ends the walk before it."""
    sender = peer
    if not _trusted(peer, proxies):
        return sender
    for hop in reversed(_hops(scope)):
        ip = _ip(hop)
        if ip is None:
            break
        sender = ip
        if not _trusted(ip, proxies):
            break
    return sender


def _hops(scope: Scope) -> list[str]:
    """The hops as told, nearest last. Two headers that disagree: one of them the client wrote."""
    usual = [hop for value in _values(scope, b"x-forwarded-for") for hop in value.split(",")]
    modern = [hop for value in _values(scope, b"forwarded") for hop in _FOR.findall(value)]
    if usual and modern and _ip(usual[-1]) != _ip(modern[-1]):
        return []
    return (usual or modern)[-_MOST_HOPS:]


def _is_direct(scope: Scope) -> bool:
    """Whether a browser of this machine asks us by the machine's own name, through nobody.

    nginx as it comes forwards by HTTP/1.0 under our own loopback name: that is nobody's browser.
    """
    names = {key for key, _ in scope["headers"]}
    if any(name in _FORWARDING or name.startswith(b"x-forwarded") for name in names):
        return False
    hosts = _values(scope, b"host")
    return scope.get("http_version") != "1.0" and len(hosts) == 1 and _is_loopback_name(hosts[0])


def _is_loopback_name(host: str) -> bool:
    name = re.sub(r":\d*$", "", host).lower() if not host.endswith("]") else host.lower()
    if name == "localhost":
        return True
    ip = _ip(name)
    return ip is not None and ip.is_loopback


def _peer(scope: Scope) -> _Ip | None:
    client = scope.get("client")
    return _ip(client[0]) if client else None


def _ip(text: str) -> _Ip | None:
    """An address in any of the ways headers write it: with quotes, brackets, a port, a zone."""
    plain = text.strip().strip('"')
    if plain.startswith("["):
        plain = plain[1:].partition("]")[0]
    elif plain.count(":") == 1:
        plain = plain.partition(":")[0]
    try:
        ip = ip_address(plain.partition("%")[0])
    except ValueError:
        return None
    return (ip.ipv4_mapped or ip) if isinstance(ip, IPv6Address) else ip


def _counted(ip: _Ip) -> str:
    if isinstance(ip, IPv6Address) and not ip.is_loopback:
        return str(ip_network((ip, _HOUSEHOLD), strict=False))
    return str(ip)


def _trusted(ip: _Ip, proxies: Sequence[Network]) -> bool:
    return any(ip.version == net.version and ip in net for net in proxies)


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]
