"""A certificate somebody gives us: what it says, and whether it can be used."""

import ssl
from collections.abc import Iterator
from datetime import datetime
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

from cryptography import x509

from stolik.adapters.https.codes import Refusal
from stolik.refusal import Violation, refuse


def context_of(certificate: Path, key: Path | None = None) -> ssl.SSLContext:
    """How the server speaks TLS; raises `OSError` for files it cannot use."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    # Without a word of ours OpenSSL would ask the terminal for the password of a locked key.
    context.load_cert_chain(certificate, key, password=lambda: b"")
    return context


def hosts_of(certificate: Path, key: Path | None, now: datetime) -> tuple[str, ...]:
    """The names and addresses it speaks for; refused in words if it cannot be used."""
    facts = {"path": str(certificate)}
    try:
        context_of(certificate, key)
        read = x509.load_pem_x509_certificate(certificate.read_bytes())
    except (OSError, ValueError):  # ssl.SSLError is an OSError
        refuse(Violation(Refusal.CERTIFICATE, facts=facts))
    if not read.not_valid_before_utc <= now <= read.not_valid_after_utc:
        until = f"{read.not_valid_after_utc:%Y-%m-%d}"
        refuse(Violation(Refusal.CERTIFICATE_OLD, facts={**facts, "until": until}))
    hosts = tuple(_hosts(read))
    if not hosts:
        refuse(Violation(Refusal.CERTIFICATE_NAMES, facts=facts))
    return hosts


def _hosts(certificate: x509.Certificate) -> Iterator[str]:
    try:
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return
    for name in found.get_values_for_type(x509.DNSName):
        if not name.startswith("*"):
            yield name.lower()
    for ip in found.get_values_for_type(x509.IPAddress):
        if isinstance(ip, IPv4Address | IPv6Address):
            yield str(ip)
