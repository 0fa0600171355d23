"""Where a request comes from: the peer, or the last word of a proxy that is trusted."""

from typing import Any

import pytest

from stolik.adapters.web.edge.arrival import address_of, by_https, network

PROXIES = (network("127.0.0.1"), network("10.0.0.0/8"), network("fd00::/8"))


def scope(
    peer: str | None = "127.0.0.1",
    *headers: tuple[str, str],
    host: str = "127.0.0.1:8000",
    version: str = "1.1",
) -> Any:
    sent = [(b"host", host.encode()), *((k.encode(), v.encode()) for k, v in headers)]
    client = (peer, 1234) if peer is not None else None
    return {"type": "http", "client": client, "headers": sent, "http_version": version}


XFF, FORWARDED = "x-forwarded-for", "forwarded"


@pytest.mark.parametrize(
    ("asked", "host"),
    [
        (scope("203.0.113.7"), "203.0.113.7"),
        (scope("203.0.113.7", (XFF, "198.51.100.1")), "203.0.113.7"),  # nobody trusts it
        (scope("203.0.113.7", (FORWARDED, "for=198.51.100.1")), "203.0.113.7"),
        (scope("127.0.0.1", (XFF, "198.51.100.1")), "198.51.100.1"),
        (scope("127.0.0.1", (XFF, "1.2.3.4, 198.51.100.1")), "198.51.100.1"),  # forged on the left
        (scope("127.0.0.1", (XFF, "1.2.3.4"), (XFF, "198.51.100.1")), "198.51.100.1"),
        (scope("127.0.0.1", (XFF, "1.2.3.4, 198.51.100.1, 10.1.1.1")), "198.51.100.1"),
        (scope("127.0.0.1", (XFF, "198.51.100.1:4711")), "198.51.100.1"),
        (scope("127.0.0.1", (XFF, "1.2.3.4, nonsense, 10.1.1.1")), "10.1.1.1"),
        (scope("127.0.0.1", (XFF, "nonsense")), "127.0.0.1"),
        (scope("127.0.0.1", (XFF, "")), "127.0.0.1"),
        (
            scope("127.0.0.1", (FORWARDED, "for=1.2.3.4, For=198.51.100.1;proto=https")),
            "198.51.100.1",
        ),
        (scope("127.0.0.1", (FORWARDED, 'for="[2001:db8:1:2:3::4]:99"')), "2001:db8:1:2::/64"),
        # One of two that disagree was written by the client: neither is believed.
        (scope("127.0.0.1", (XFF, "198.51.100.1"), (FORWARDED, "for=1.2.3.4")), "127.0.0.1"),
        (scope("fd00::1", (XFF, "2001:db8:1:2:aaaa::1")), "2001:db8:1:2::/64"),
        (scope("2001:db8:1:2:bbbb::1"), "2001:db8:1:2::/64"),  # a household has 2^64 addresses
        (scope("::ffff:203.0.113.7"), "203.0.113.7"),
        (scope(None), ""),
        (scope(""), ""),
    ],
)
def test_the_last_hop_that_is_no_proxy_of_ours_is_counted(asked: Any, host: str):
    assert address_of(asked, PROXIES, may_be_local=True).host == host


def test_a_chain_of_a_thousand_hops_is_not_walked():
    asked = scope("127.0.0.1", (XFF, "1.2.3.4, " + ", ".join(["10.0.0.1"] * 1000)))
    assert address_of(asked, PROXIES, may_be_local=True).host == "10.0.0.1"


@pytest.mark.parametrize(
    ("asked", "local"),
    [
        (scope("127.0.0.1"), True),
        (scope("127.0.0.1", host="localhost:8000"), True),
        (scope("::1", host="[::1]:8000"), True),
        (scope("::1", host="[::1]"), True),
        (scope("::ffff:127.0.0.1"), True),
        (scope("192.168.1.5"), False),
        (scope("127.0.0.1", host="turniej.example"), False),
        (scope("127.0.0.1", host="192.168.1.5:8000"), False),
        (scope("127.0.0.1", (XFF, "")), False),
        (scope("127.0.0.1", (FORWARDED, "")), False),
        (scope("127.0.0.1", ("x-forwarded-proto", "https")), False),
        (scope("127.0.0.1", ("x-real-ip", "127.0.0.1")), False),
        (scope("127.0.0.1", ("via", "1.1 proxy")), False),
        (scope("127.0.0.1", ("host", "127.0.0.1")), False),  # two names: somebody plays tricks
        (scope("127.0.0.1", version="1.0"), False),  # nginx that was told nothing
        (scope(None), False),
    ],
)
def test_local_is_who_asks_directly_by_the_name_of_the_machine(asked: Any, local: bool):
    assert address_of(asked, (), may_be_local=True).local is local
    assert not address_of(asked, (), may_be_local=False).local


@pytest.mark.parametrize(
    ("asked", "secure"),
    [
        (scope("127.0.0.1", ("x-forwarded-proto", "https")), True),
        (scope("127.0.0.1", ("x-forwarded-proto", "https, http")), False),
        (scope("127.0.0.1", (FORWARDED, "for=1.2.3.4;proto=https")), True),
        (scope("203.0.113.7", ("x-forwarded-proto", "https")), False),
        (scope("127.0.0.1"), False),
    ],
)
def test_https_is_believed_of_a_trusted_proxy_only(asked: Any, secure: bool):
    assert by_https(asked, PROXIES) is secure
