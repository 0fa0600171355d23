"""The addresses of this machine that phones in the same network can reach; nothing is sent."""

import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address

from stolik.adapters.cli.server.parts import ServePlan

LOOPBACK = ("127.0.0.1", "::1")

# "Which address has this interface?", as the kernels of Linux and macOS number the question.
_ASK_ADDRESS = 0xC0206921 if sys.platform == "darwin" else 0x8915


def lan_addresses() -> tuple[str, ...]:
    """IPv4 addresses other than the loopback: private ones first, they are what a hall uses."""
    found = {IPv4Address(address) for address in (*_of_interfaces(), *_of_the_name())}
    usable = (address for address in found if not address.is_loopback and int(address))
    return tuple(str(one) for one in sorted(usable, key=lambda a: (not a.is_private, a)))


def links_begin(plan: ServePlan, port: int) -> tuple[str, ...]:
    """How links for other machines begin; none where nobody but this machine comes in."""
    if plan.public_url:
        return (plan.public_url,)
    if not plan.lan:
        return ()
    picked = [address for address in plan.listen if address not in (*LOOPBACK, "0.0.0.0")]
    return tuple(f"http://{one}:{port}" for one in picked or lan_addresses())


def machine_names() -> frozenset[str]:
    """The names this machine has in its network."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({name, short, f"{short}.local"} - {""})


def _of_interfaces() -> Iterator[str]:
    if sys.platform == "win32":
        return  # there the name has all addresses
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                question = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(asking.fileno(), _ASK_ADDRESS, question)
                yield socket.inet_ntoa(answer[20:24])


def _of_the_name() -> Iterator[str]:
    if sys.platform != "win32":
        return  # elsewhere looking up a name can send a question into the network
    with suppress(OSError):  # type: ignore[unreachable,unused-ignore]
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(address[0])
