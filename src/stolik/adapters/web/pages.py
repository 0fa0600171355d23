"""The page on which people come in: by link, code, PIN or password."""

from html import escape
from importlib.resources import files
from typing import Any

from litestar import Request, Response, get
from litestar.response import Redirect

from stolik.adapters.web.language import language_of
from stolik.adapters.web.phrases import Phrase
from stolik.app.access.roles import Rule
from stolik.app.texts import text

_STATIC = files("stolik.adapters.web") / "static"


@get("/", opt={"rule": Rule.ANYONE}, include_in_schema=False, sync_to_thread=False)
def start() -> Redirect:
    """The way in."""
    return Redirect("/enter")


@get("/enter", opt={"rule": Rule.ANYONE}, include_in_schema=False, sync_to_thread=False)
def enter(request: Request[Any, Any, Any]) -> Response[str]:
    """The page itself; the token of a link never reaches the server with it."""
    return Response(_page(language_of(request.scope)), media_type="text/html")


@get("/static/enter.js", opt={"rule": Rule.ANYONE}, include_in_schema=False, sync_to_thread=False)
def enter_script() -> Response[str]:
    """Its script."""
    return Response((_STATIC / "enter.js").read_text("utf-8"), media_type="text/javascript")


@get("/static/page.css", opt={"rule": Rule.ANYONE}, include_in_schema=False, sync_to_thread=False)
def page_style() -> Response[str]:
    """Its looks."""
    return Response((_STATIC / "page.css").read_text("utf-8"), media_type="text/css")


def _page(lang: str) -> str:
    def said(phrase: Phrase) -> str:
        return escape(text(phrase, lang))

    code = _field(said(Phrase.CODE), 'name="code" autocomplete="off" maxlength="20" required')
    digits = 'name="code" inputmode="numeric" autocomplete="off" maxlength="20" required'
    pin = _field(said(Phrase.PIN), digits)
    name = _field(said(Phrase.NAME), 'name="name" autocomplete="username" maxlength="80"')
    old = 'name="password" type="password" autocomplete="current-password" required'
    new = 'name="password" type="password" autocomplete="new-password" minlength="10" required'
    asked = _field(said(Phrase.PASSWORD), old)
    chosen = _field(said(Phrase.NEW_PASSWORD), new)
    button = f"<button>{said(Phrase.ENTER)}</button>"
    ways = {"code": Phrase.BY_CODE, "pin": Phrase.BY_PIN, "login": Phrase.BY_PASSWORD}
    links = "".join(
        f'<button type="button" data-show="{way}">{said(phrase)}</button>'
        for way, phrase in ways.items()
    )
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="robots" content="noindex"><title>Stolik</title>'
        '<link rel="stylesheet" href="/static/page.css">'
        '<script type="module" src="/static/enter.js"></script>'
        f'<body data-unreachable="{said(Phrase.UNREACHABLE)}"><main><h1>Stolik</h1>'
        '<p id="message" role="alert"></p>'
        f'<form id="code" hidden>{code}{button}</form>'
        f'<form id="pin" hidden>{pin}{button}</form>'
        f'<form id="login" hidden>{name}{asked}{button}</form>'
        f'<form id="account" hidden><p>{said(Phrase.MAKE_ACCOUNT)}</p>'
        f'<div id="account-name">{name}</div>{chosen}{button}</form>'
        f'<p id="inside" hidden>{said(Phrase.INSIDE)} <strong id="label"></strong></p>'
        f"</main><nav>{links}</nav></body></html>"
    )


def _field(label: str, attributes: str) -> str:
    return f"<label>{label}<input {attributes}></label>"


HANDLERS = (start, enter, enter_script, page_style)
