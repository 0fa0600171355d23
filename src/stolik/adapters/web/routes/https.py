"""How a phone comes by https: the certificate to install, and where to go then."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from litestar import Response, get

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.codes import Refusal
from stolik.adapters.web.edge.guard import services_of
from stolik.app.access.roles import Rule
from stolik.refusal import Violation, refuse

PAGE = "/https"
AUTHORITY = "/api/https/stolik.crt"


@dataclass(frozen=True, slots=True)
class ByHttps:
    """Where this browser goes by https, "" if nowhere; the certificate it has to know before."""

    address: str
    plain: str  # where the certificate can be had before anything is trusted
    certificate: str  # the address of its file; "" if none is needed
    fingerprint: str


@get("/api/https", opt={"rule": Rule.ANYONE}, tags=["server"], sync_to_thread=False)
def by_https(request: HttpRequest) -> ByHttps:
    """Whether this server is reached by https, where, and what has to be installed first."""
    settings = services_of(request).settings
    found = settings.addresses()
    secure = [one for one in found if one.startswith("https:")]
    address = _of_the_same(request.url.hostname or "", secure) if secure else ""
    plain = plain_address(address, found)
    certificate = AUTHORITY if settings.authority else ""
    return ByHttps(address, plain, certificate, settings.fingerprint)


@get(AUTHORITY, opt={"rule": Rule.ANYONE}, tags=["server"], sync_to_thread=False)
def authority(request: HttpRequest) -> Response[bytes]:
    """The certificate of this machine's authority; nobody has to keep it secret."""
    whole = services_of(request).settings.authority
    if not whole:
        refuse(Violation(Refusal.NOT_FOUND))
    headers = {"content-disposition": 'attachment; filename="stolik.crt"'}
    return Response(whole, media_type="application/x-x509-ca-cert", headers=headers)


def plain_address(address: str, found: tuple[str, ...]) -> str:
    """The same machine by plain http: who has no certificate yet comes in there."""
    plain = [one for one in found if one.startswith("http:")]
    return _of_the_same(urlsplit(address).hostname or "", plain) if plain else address


def _of_the_same(host: str, addresses: list[str]) -> str:
    """The address by which the asker came, with another door; else the likeliest."""
    return next((one for one in addresses if urlsplit(one).hostname == host), addresses[0])


HANDLERS = (by_https, authority)
