"""A refusal as a page: a paper or a file was opened in a tab, and a person reads the answer."""

import re
from enum import StrEnum
from html import escape

from litestar import Response

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.statuses import status_of
from stolik.adapters.web.routes.pages import is_person, parts
from stolik.app.telling import as_labelled, refusal_told
from stolik.app.texts import text
from stolik.refusal import Refused

_STYLE = re.compile(rb'<link rel="stylesheet"[^>]*>')


class Phrase(StrEnum):
    """What stands around the sentence of a refusal."""

    TITLE = "refused_page.title"
    BACK = "refused_page.back"


def refused_page(request: HttpRequest, refused: Refused) -> Response[bytes] | None:
    """What is wrong and how to go on, in words; None for a program."""
    if not is_person(request):
        return None
    lang = language_of(request.scope)
    title, back = (escape(text(key, lang)) for key in Phrase)
    said = escape(refusal_told(as_labelled(refused, lang), lang)["message"])
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width">{_style()}'
    page = (
        f'<!doctype html><html lang="{lang}"><head>{head}<title>{title}</title></head>'
        f'<body><main class="page"><h1>{title}</h1><p>{said}</p><p>{back}</p></main></body></html>'
    )
    status, headers = status_of(refused), {"cache-control": "no-store", "vary": "accept"}
    return Response(page.encode(), status_code=status, media_type="text/html", headers=headers)


def _style() -> str:
    """The web app's own, wherever it was built."""
    app = parts().get("index.html")
    return b"".join(_STYLE.findall(app.plain)).decode() if app else ""
