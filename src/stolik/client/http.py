"""The few plain requests a client makes: coming in, an organiser's, the transcript of a game."""

import asyncio
import json
from http.cookies import SimpleCookie
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

_TIMEOUT_S = 20
_COOKIES = ("stolik", "__Host-stolik")


class HttpRefused(Exception):  # noqa: N818 - an answer, not an error
    """The server's no, with its code."""

    def __init__(self, status: int, told: dict[str, Any]) -> None:
        self.status = status
        self.code = str(told.get("code", ""))
        self.told = told  # as a refusal is told on the command line
        super().__init__(str(told.get("message", "")) or self.code or str(status))


async def log_in(url: str, link: str, lang: str = "pl") -> str:
    """The login token for a link or for the token in it; a login token stays what it is."""
    token = link.rpartition("#")[2]
    who = await fetch(url, "/api/whoami", token, lang=lang)
    if who["role"] != "anonymous":
        return token
    return await asyncio.to_thread(exchanged, url, "/api/login/link", {"token": token}, lang)


def exchanged(url: str, path: str, given: object, lang: str = "pl") -> str:
    """The login token for a link, or for a name and a password; it is sent in no address."""
    _, cookies = _ask(url, path, body=given, lang=lang)
    return next(cookies[name].value for name in _COOKIES if name in cookies)


async def fetch(
    url: str, path: str, token: str = "", body: object = None, *, lang: str = "pl"
) -> Any:
    """The answer to a request; with a body it is a POST. Raises `HttpRefused`."""
    return await asyncio.to_thread(answered, url, path, token, body, lang=lang)


def answered(
    url: str,
    path: str,
    token: str = "",
    body: object = None,
    *,
    lang: str = "pl",
    command: str = "",
) -> Any:
    """The same for who waits for it; `command` makes it happen once."""
    return _ask(url, path, token, body=body, lang=lang, command=command)[0]


def _ask(
    url: str,
    path: str,
    token: str = "",
    *,
    body: object = None,
    lang: str = "pl",
    command: str = "",
) -> tuple[Any, SimpleCookie]:
    headers = {"origin": url, "content-type": "application/json", "accept-language": lang}
    if command:
        headers["stolik-command"] = command
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body, default=float).encode()
    request = Request(url + path, data=data, headers=headers)
    try:
        with urlopen(request, timeout=_TIMEOUT_S) as answer:
            cookies = SimpleCookie(answer.headers.get("set-cookie", ""))
            return json.loads(answer.read() or b"null"), cookies
    except HTTPError as fault:
        with fault:
            raise _refused(fault.code, fault.read()) from None


def _refused(status: int, body: bytes) -> HttpRefused:
    try:
        return HttpRefused(status, dict(json.loads(body)["error"]))
    except (ValueError, KeyError, TypeError):
        return HttpRefused(status, {})
