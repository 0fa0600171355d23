"""https of a hall: whom the authority vouches for, two doors of one server, what is handed out."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509

from stolik.adapters import store_sqlite
from stolik.adapters.cli.server.parts import Https, ServePlan, Storage
from stolik.adapters.https.authority import authority_in, server_pem
from stolik.adapters.https.given import hosts_of
from stolik.adapters.web.services import Settings
from stolik.refusal import Refused
from stolik.wiring.https import opened_door
from tests.adapters.cli.test_serve import PASSWORD, link_in, started
from tests.adapters.web.node import serving_node
from tests.adapters.web.test_reach import picture_of, qr

NOW = datetime(2026, 11, 17, tzinfo=UTC)
HALL = "http://192.168.7.5:8123"


def trusting(data: Path) -> ssl.SSLContext:
    """A phone that has installed the certificate of these data."""
    authority = authority_in(data, "laptop", datetime.now(UTC))
    return ssl.create_default_context(cadata=authority.handed_out)


@pytest.mark.parametrize(
    ("host", "covered"),
    [
        ("192.168.7.5", True),
        ("fe80::1", True),
        ("laptop", True),
        ("laptop.local", True),
        ("8.8.8.8", False),
        ("bank.example", False),
        ("notlocal", False),
    ],
)
def test_the_authority_vouches_for_the_local_network_only(tmp_path, host: str, covered: bool):
    authority = authority_in(tmp_path, "laptop", NOW)
    assert authority.covers(host) is covered
    file = server_pem(tmp_path, authority, ["127.0.0.1", host], NOW)
    names = x509.load_pem_x509_certificate(file.read_bytes()).extensions
    found = names.get_extension_for_class(x509.SubjectAlternativeName).value
    assert len(list(found)) == 1 + covered


def test_it_is_made_once_and_anew_before_it_ends(tmp_path: Path):
    first = authority_in(tmp_path, "laptop", NOW)
    again = authority_in(tmp_path, "laptop", NOW + timedelta(days=3000))
    assert again.fingerprint == first.fingerprint
    later = authority_in(tmp_path, "laptop", NOW + timedelta(days=3600))
    assert later.fingerprint != first.fingerprint


def test_telephones_believe_the_time_a_certificate_lasts(tmp_path: Path):
    authority = authority_in(tmp_path, "laptop", NOW)
    file = server_pem(tmp_path, authority, ["127.0.0.1"], NOW)
    made = x509.load_pem_x509_certificate(file.read_bytes())
    assert made.not_valid_after_utc - made.not_valid_before_utc <= timedelta(days=398)
    assert file.stat().st_mode & 0o077 == 0


def test_both_doors_lead_to_one_server(tmp_path: Path):
    with started(tmp_path, "--https", "--https-port", "0") as text:
        url, token = link_in(text)
        secure = text.partition("By https: ")[2].split("/\n")[0]
        with pytest.raises(httpx.ConnectError, match="certificate"):
            httpx.get(secure)
        origin = {"origin": secure}
        with httpx.Client(base_url=secure, verify=trusting(tmp_path), headers=origin) as phone:
            sent = {"token": token, "name": "Organizator", "password": PASSWORD}
            answer = phone.post("/api/login/link", json=sent)
            assert answer.status_code == 200
            assert "__Host-stolik" in phone.cookies
            # Plain http is open beside it, at a port that a browser would keep.
            assert "strict-transport-security" not in answer.headers
            assert phone.get("/api/reach").status_code == 200
            told = phone.get("/api/https").json()
            assert told["fingerprint"] in text
            given = phone.get(told["certificate"])
            assert given.headers["content-type"] == "application/x-x509-ca-cert"
            assert x509.load_der_x509_certificate(given.content).subject.rfc4514_string()
        assert httpx.get(url).status_code == 200
        # By the plain door a page by https of ours is somebody else's.
        assert httpx.post(url + "/api/login/link", json=sent, headers=origin).status_code == 403


def plan(data: Path, **more: object) -> ServePlan:
    made = ServePlan(Storage(data), 8123, ("0.0.0.0",), names=frozenset({"laptop"}), lan=True)
    return replace(made, **more)


def test_another_network_gets_another_certificate_while_it_runs(tmp_path: Path):
    door = opened_door(plan(tmp_path), Https(8443), 8443, (HALL,))
    assert door.addresses((HALL,)) == (HALL, "https://192.168.7.5:8443")
    before = (tmp_path / "https" / "stolik.server.pem").read_bytes()
    door.look((HALL,))
    assert (tmp_path / "https" / "stolik.server.pem").read_bytes() == before
    door.look(("http://10.0.0.9:8123",))
    assert door.addresses(("http://10.0.0.9:8123",))[1] == "https://10.0.0.9:8443"
    assert (tmp_path / "https" / "stolik.server.pem").read_bytes() != before


def test_an_address_of_the_internet_stays_without_https(tmp_path: Path):
    public = "http://8.8.8.8:8123"
    door = opened_door(plan(tmp_path), Https(8443), 8443, (public,))
    assert door.addresses((public,)) == (public,)


def test_links_begin_with_a_certificate_of_ones_own(tmp_path: Path):
    authority = authority_in(tmp_path, "laptop", datetime.now(UTC))
    own = server_pem(tmp_path, authority, ["turniej.local", "127.0.0.1"], datetime.now(UTC))
    door = opened_door(plan(tmp_path), Https(443, own), 443, (HALL,))
    assert door.addresses((HALL,)) == ("https://turniej.local", HALL)
    assert door.opened((HALL,)).fingerprint == ""


def code(certificate: Path, now: datetime = NOW) -> str:
    with pytest.raises(Refused) as refused:
        hosts_of(certificate, None, now)
    return str(refused.value.violations[0].code)


def test_a_certificate_that_is_of_no_use_is_refused_in_words(tmp_path: Path):
    authority = authority_in(tmp_path, "laptop", NOW)
    good = server_pem(tmp_path, authority, ["laptop.local"], NOW)
    assert hosts_of(good, None, NOW) == ("laptop.local",)
    assert code(good, NOW + timedelta(days=500)) == "https.certificate_old"
    assert code(tmp_path / "https" / "stolik.authority.pem") == "https.certificate_names"
    (tmp_path / "cut.pem").write_bytes(good.read_bytes()[:300])
    assert code(tmp_path / "cut.pem") == "https.certificate"
    assert code(tmp_path / "none.pem") == "https.certificate"


BOTH = Settings(
    addresses=lambda: ("https://192.168.7.5:8443", HALL, "https://127.0.0.1:8443"),
    authority=b"der",
    fingerprint="AB:CD",
)


@contextmanager
def serving_both(data: Path) -> Iterator[httpx.Client]:
    with serving_node(lambda: store_sqlite.open_store(data), BOTH) as server:
        assert qr(server, "/https") == picture_of(f"{HALL}/https")
        assert qr(server, "/phone-test") == picture_of("https://192.168.7.5:8443/phone-test")
        yield server.client().http


def test_who_trusts_nothing_yet_is_led_by_plain_http(tmp_path: Path):
    with serving_both(tmp_path) as client:
        told = client.get("/api/https").json()
        assert told["address"] == "https://127.0.0.1:8443"  # the host by which he came
        assert told["plain"] == HALL
        assert client.get(told["certificate"]).content == b"der"


@pytest.mark.parametrize("host", ["localhost:99999", "127.0.0.1:abc", "[127.0.0.1]"])
def test_a_name_that_is_none_is_refused(tmp_path: Path, host: str):
    settings = replace(BOTH, any_address=True)
    with serving_node(lambda: store_sqlite.open_store(tmp_path), settings) as server:
        answer = server.client().http.get("/api/https", headers={"host": host})
        assert answer.json()["error"]["code"] == "http.host"


def test_without_https_nothing_is_handed_out(tmp_path: Path):
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
        told = server.client().get("/api/https")
        assert told == {"address": "", "plain": "", "certificate": "", "fingerprint": ""}
        server.client().get("/api/https/stolik.crt", refused="http.not_found")
