"""A tournament on a server, asked from the command line by the same requests as a file."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from time import sleep
from typing import Any
from urllib.parse import urlsplit

import click

from stolik.adapters.cli.jsonl import ToldElsewhere
from stolik.adapters.cli.server.codes import Refusal
from stolik.adapters.cli.server.phrases import Phrase
from stolik.app.texts import text
from stolik.refusal import Violation, refuse

PASSWORD = "STOLIK_PASSWORD"  # where a password is taken from that nobody types
_TRIES, _AGAIN_S = 4, 1.0


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is, which tournament is meant, and the secret of a link."""

    url: str
    tournament: str
    secret: str


def address_of(given: str) -> Address:
    """`http://host:8000/tournament/ID/…#secret`; the path and the secret may be left out."""
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        refuse(Violation(Refusal.SERVER_ADDRESS, facts={"url": given}))
    _, kind, *rest = (*parts.path.split("/"), "")
    tournament = rest[0] if kind == "tournament" and rest else ""
    return Address(f"{parts.scheme}://{parts.netloc}", tournament, parts.fragment)


@dataclass
class ServedTournament:
    """One tournament of a server, for somebody who is logged in there."""

    address: Address
    token: str
    lang: str

    def answer(self, value: Any) -> dict[str, Any]:
        """What the server says; a line that breaks is asked again under the same id."""
        command = secrets.token_hex(16)
        path = f"/api/tournaments/{self.address.tournament}"
        for left in reversed(range(_TRIES)):
            try:
                told: dict[str, Any] = asked(
                    self.address, path, self.token, value, lang=self.lang, command=command
                )
                return told
            except OSError:
                if left:
                    sleep(_AGAIN_S)
        refuse(Violation(Refusal.NO_SERVER, facts={"url": self.address.url}))


@contextmanager
def served(given: str, name: str, lang: str) -> Iterator[ServedTournament]:
    """Come in by the link, or by a name and a password; go out when all is answered."""
    address = address_of(given)
    try:
        token, is_ours = _come_in(address, name, lang)
        tournament = address.tournament or _only_one(address, token, lang)
    except OSError:
        refuse(Violation(Refusal.NO_SERVER, facts={"url": address.url}))
    try:
        here = Address(address.url, tournament, "")
        yield ServedTournament(here, token, lang)
    finally:
        if is_ours:
            with suppress(OSError, ToldElsewhere):
                asked(address, "/api/logout", token, {}, lang=lang)


def asked(address: Address, path: str, *given: Any, **more: Any) -> Any:
    """A request to the server; its refusal is told as one of ours."""
    from stolik.client.http import HttpRefused, answered

    try:
        return answered(address.url, path, *given, **more)
    except HttpRefused as refused:
        raise _told(refused.told, address) from None


def _come_in(address: Address, name: str, lang: str) -> tuple[str, bool]:
    """A token, and whether it was made for us."""
    if not address.secret:
        if not name:
            refuse(Violation(Refusal.SERVER_WHO))
        given = {"name": name, "password": _password(name, lang)}
        return _exchanged(address, "/api/login", given, lang), True
    if asked(address, "/api/whoami", address.secret, lang=lang)["role"] != "anonymous":
        return address.secret, False
    link = {"token": address.secret}
    needs = asked(address, "/api/login/look", "", link, lang=lang)["needs"]
    if "name" in needs and not name:
        refuse(Violation(Refusal.SERVER_WHO))
    filled = {"name": name, "password": _password(name, lang)} if "password" in needs else {}
    wanted = {key: filled[key] for key in needs}
    return _exchanged(address, "/api/login/link", {**link, **wanted}, lang), True


def _exchanged(address: Address, path: str, given: object, lang: str) -> str:
    from stolik.client.http import HttpRefused, exchanged

    try:
        return exchanged(address.url, path, given, lang)
    except HttpRefused as refused:
        raise _told(refused.told, address) from None


def _password(name: str, lang: str) -> str:
    """From the environment, or typed on the terminal: requests come by standard input."""
    if password := os.environ.get(PASSWORD):
        return password
    typed: str = click.prompt(text(Phrase.PASSWORD, lang, name=name), hide_input=True, err=True)
    return typed


def _only_one(address: Address, token: str, lang: str) -> str:
    """The tournament somebody came for; refused where there are several to choose from."""
    who = asked(address, "/api/whoami", token, lang=lang)
    mine = sorted({*who["tournaments"], who["tournament"]} - {""})
    if len(mine) == 1:
        return str(mine[0])
    known = asked(address, "/api/tournaments", token, lang=lang)
    listed = [
        f"{one['name']}: {address.url}/tournament/{one['id']}" for one in known if one["id"] in mine
    ]
    refuse(Violation(Refusal.SERVER_WHICH, facts={"known": "\n".join(listed) or "–"}))


def _told(told: dict[str, Any], address: Address) -> Exception:
    return ToldElsewhere(told) if told.get("code") else ConnectionError(address.url)
