"""Which addresses belong to the internet, and which to this machine and its networks."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

_NAT64 = IPv6Network("64:ff9b::/96")


def is_public(text: str) -> bool:
    """Whether an address belongs to the internet, also one that is dressed up as another."""
    found = ip_address(text.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if found in _NAT64:
            inner = IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            return inner.is_global and not inner.is_multicast
    return found.is_global and not found.is_multicast
