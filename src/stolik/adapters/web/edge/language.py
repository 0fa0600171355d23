"""Which language to answer in: `?lang=`, else `Accept-Language`, else Polish."""

from urllib.parse import parse_qs

from litestar.types import Scope

from stolik.app.texts import LANGUAGES

_LOOKED_AT = 4096  # bytes; the gate refuses longer questions, in one language or the other


def language_of(scope: Scope) -> str:
    """One of the languages we speak."""
    asked = parse_qs(scope["query_string"][:_LOOKED_AT].decode("latin-1")).get("lang", [])
    wishes = [*asked, *_accepted(header(scope, b"accept-language"))]
    return next((wish for wish in wishes if wish in LANGUAGES), LANGUAGES[0])


def _accepted(value: str) -> list[str]:
    """Languages of the header, the most wanted first."""
    wishes = []
    for part in value.split(",")[:20]:
        tag, _, weight = part.partition(";")
        try:
            wanted = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        wishes.append((-wanted, tag.strip().lower().partition("-")[0]))
    return [tag for _, tag in sorted(wishes, key=lambda wish: wish[0])]


def header(scope: Scope, name: bytes) -> str:
    """The value of a header, empty without it."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")
