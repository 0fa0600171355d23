"""The options of `stolik serve` about people who are told something: on phones and by e-mail."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from stolik.adapters.cli.server.codes import Refusal
from stolik.adapters.cli.server.parts import Push, Smtp
from stolik.refusal import Violation, refuse

_PORTS = {"starttls": 587, "tls": 465, "none": 25}
_FIELDS = ("host", "port", "security", "sender", "reply_to", "user", "password_file")
_MAIL = re.compile(r"[^\s@<>,;:\"]+@[^\s@<>,;:\"]+\.[^\s@<>,;:\"]+")


@dataclass(frozen=True, slots=True)
class TellOptions:
    """As they were typed."""

    push: bool = False
    push_contact: str | None = None
    smtp: Path | None = None


def planned_push(options: TellOptions) -> Push | None:
    """Whether phones are told; refused if the contact for push services is no address."""
    contact = options.push_contact or ""
    if contact and not (contact.isascii() and _MAIL.fullmatch(contact)):
        refuse(Violation(Refusal.PUSH_CONTACT, facts={"contact": contact}))
    return Push(f"mailto:{contact}" if contact else "") if options.push or contact else None


def planned_smtp(file: Path | None) -> Smtp | None:
    """By whom letters are sent; refused, by the field, if the file makes no sense."""
    if file is None:
        return None
    try:
        raw = tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        refuse(Violation(Refusal.SMTP_FILE, facts={"path": str(file)}))
    if strange := sorted(set(raw) - set(_FIELDS)):
        _wrong_field(file, strange[0])
    host, user = _word(file, raw, "host"), _word(file, raw, "user", needed=False)
    security = raw.get("security", "starttls")
    if not isinstance(security, str) or security not in _PORTS:
        _wrong_field(file, "security")
    if user and security == "none":
        refuse(Violation(Refusal.SMTP_PLAIN, facts={"path": str(file)}))
    return Smtp(
        host,
        _port(file, raw, security),
        security,
        _address(file, raw, "sender"),
        user,
        _password(file, raw) if user else "",
        _address(file, raw, "reply_to", needed=False),
    )


def _word(file: Path, raw: dict[str, Any], name: str, *, needed: bool = True) -> str:
    found = raw.get(name, "")
    if not isinstance(found, str) or not found.isprintable() or (needed and not found.strip()):
        _wrong_field(file, name)
    return found.strip()


def _address(file: Path, raw: dict[str, Any], name: str, *, needed: bool = True) -> str:
    found = _word(file, raw, name, needed=needed)
    if found and not (found.isascii() and _MAIL.fullmatch(found)):
        _wrong_field(file, name)
    return found


def _port(file: Path, raw: dict[str, Any], security: str) -> int:
    found = raw.get("port", _PORTS[security])
    if type(found) is not int or not 1 <= found <= 65535:
        _wrong_field(file, "port")
    return found


def _password(file: Path, raw: dict[str, Any]) -> str:
    """What stands in a file of its own, beside this one unless its path is whole."""
    path = file.parent / _word(file, raw, "password_file")
    try:
        found = path.read_text("utf-8").strip()
    except (OSError, ValueError):
        found = ""
    if not found:
        refuse(Violation(Refusal.SMTP_PASSWORD, facts={"path": str(path)}))
    return found


def _wrong_field(file: Path, name: str) -> NoReturn:
    refuse(Violation(Refusal.SMTP_FIELD, facts={"path": str(file), "field": name}))
