"""One request of an organiser, from its JSON value to its answer: for a file and for a server."""

from typing import Any

from stolik.app.reading.written import written
from stolik.app.tournaments.book import Book
from stolik.app.tournaments.commands import carried_out
from stolik.app.tournaments.queries import answered
from stolik.app.tournaments.requests import Do, is_query, read_request
from stolik.app.tournaments.telling.answers import Answer
from stolik.app.tournaments.telling.by_name import by_name, tells_of_people
from stolik.refusal import Refused


def answer(book: Book, value: object, lang: str) -> dict[str, Any]:
    """The answer to a request, as JSON values."""
    return told(book, read_request(value), lang)


def told(book: Book, request: Do, lang: str) -> dict[str, Any]:
    """The same for a request that was read before."""
    try:
        found: Answer = (answered if is_query(request) else carried_out)(book, request, lang)
    except Refused as refused:
        told = (by_name(v, book.desk) if tells_of_people(v) else v for v in refused.violations)
        raise Refused(told) from None
    answer: dict[str, Any] = written(found)
    return answer
