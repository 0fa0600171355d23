"""A certificate authority of this machine alone, made once, for https where there is no internet.

Whoever installs its certificate trusts it: so it may vouch for nothing but addresses and names of a
local network. A key that is stolen from this machine opens no bank.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

FOLDER = "https"
_AUTHORITY, _SERVER = "stolik.authority.pem", "stolik.server.pem"
_LASTS = timedelta(days=3650)
# Telephones believe no certificate of a server that is good for longer than this.
_SERVER_LASTS = timedelta(days=397)
_CLOCKS_DIFFER = timedelta(days=1)

# None of these leads anywhere in the internet.
_LOCAL_NETS = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"),
    *("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "198.18.0.0/15"),
    *("127.0.0.0/8", "::1/128", "fc00::/7", "fe80::/10"),
)
_LOCAL_NAMES = ("localhost", "local", "lan", "home.arpa", "internal")


@dataclass(frozen=True, slots=True)
class Authority:
    """What vouches for this machine."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def fingerprint(self) -> str:
        """As telephones show it: pairs of digits with colons."""
        return self.certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    @property
    def handed_out(self) -> bytes:
        """The certificate as a file to install; there is no secret in it."""
        return self.certificate.public_bytes(serialization.Encoding.DER)

    def covers(self, host: str) -> bool:
        """Whether it may vouch for an address or a name."""
        found = self.certificate.extensions.get_extension_for_class(x509.NameConstraints)
        permitted = [one.value for one in found.value.permitted_subtrees or ()]
        try:
            ip = ip_address(host)
        except ValueError:
            return any(host == one or host.endswith(f".{one}") for one in permitted)
        nets = (ip_network(str(one)) for one in permitted if "/" in str(one))
        return any(ip in net for net in nets if net.version == ip.version)


def authority_in(data: Path, machine: str, now: datetime) -> Authority:
    """The authority of these data, made at the first call; `machine` is our name in the network."""
    file = data / FOLDER / _AUTHORITY
    if file.exists():
        whole = file.read_bytes()
        found = Authority(x509.load_pem_x509_certificate(whole), _key(whole))
        if found.certificate.not_valid_after_utc > now + _SERVER_LASTS:
            return found
    made = _made(machine, now)
    _keep(file, _pem(made.key) + _pem(made.certificate))
    return made


def server_pem(data: Path, authority: Authority, hosts: Iterable[str], now: datetime) -> Path:
    """A new certificate for those of the hosts that it may vouch for, with its key, as a file."""
    key = ec.generate_private_key(ec.SECP256R1())
    names = [_alternative(host) for host in hosts if authority.covers(host)]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(_called("Stolik"))
        .issuer_name(authority.certificate.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _CLOCKS_DIFFER)
        .not_valid_after(now + _SERVER_LASTS - _CLOCKS_DIFFER)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(_signed_by(authority.key), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    file = data / FOLDER / _SERVER
    _keep(file, _pem(key) + _pem(certificate))
    return file


def _made(machine: str, now: datetime) -> Authority:
    key = ec.generate_private_key(ec.SECP256R1())
    name = _called(f"Stolik {machine} {now:%Y-%m-%d}")
    nets = [x509.IPAddress(ip_network(one)) for one in _LOCAL_NETS]
    names = [x509.DNSName(one) for one in (*_LOCAL_NAMES, *([machine] if machine else []))]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _CLOCKS_DIFFER)
        .not_valid_after(now + _LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints([*nets, *names], None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return Authority(certificate, key)


def _called(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64].strip())])


def _signed_by(key: ec.EllipticCurvePrivateKey) -> x509.AuthorityKeyIdentifier:
    return x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key())


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _alternative(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _key(pem: bytes) -> ec.EllipticCurvePrivateKey:
    key = serialization.load_pem_private_key(pem, None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)  # we wrote it
    return key


def _pem(what: x509.Certificate | ec.EllipticCurvePrivateKey) -> bytes:
    if isinstance(what, x509.Certificate):
        return what.public_bytes(serialization.Encoding.PEM)
    kind = serialization.PrivateFormat.PKCS8
    return what.private_bytes(serialization.Encoding.PEM, kind, serialization.NoEncryption())


def _keep(file: Path, whole: bytes) -> None:
    """All of it or what was there before, and nobody else reads it."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = file.with_suffix(".new")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(whole)
        out.flush()
        os.fsync(out.fileno())
    new.replace(file)
