"""The few plain requests a client makes: coming in, and the transcript of a finished game."""

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

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message or code or str(status))
        self.status = status
        self.code = code


async def log_in(url: str, link: str, lang: str = "pl") -> str:
    """The login token for a link or for the token in it; a login token stays what it is."""
    token = link.rpartition("#")[2]
    who, _ = await asyncio.to_thread(_ask, url, "/api/whoami", token, lang=lang)
    if who["role"] != "anonymous":
        return token
    given = {"token": token}
    _, cookies = await asyncio.to_thread(_ask, url, "/api/login/link", body=given, lang=lang)
    return next(cookies[name].value for name in _COOKIES if name in cookies)


async def fetch(url: str, path: str, token: str = "", body: object = None) -> Any:
    """The answer to a request; with a body it is a POST. Raises `HttpRefused`."""
    answer, _ = await asyncio.to_thread(_ask, url, path, token, body=body)
    return answer


def _ask(
    url: str, path: str, token: str = "", *, body: object = None, lang: str = "pl"
) -> tuple[Any, SimpleCookie]:
    headers = {"origin": url, "content-type": "application/json", "accept-language": lang}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
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
        error = json.loads(body)["error"]
        return HttpRefused(status, str(error["code"]), str(error["message"]))
    except (ValueError, KeyError, TypeError):
        return HttpRefused(status, "", "")
