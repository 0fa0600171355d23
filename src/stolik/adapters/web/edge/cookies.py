"""What a browser keeps of us: its login, its seats at practice tables, the mark of its device.

Seats at practice tables stand beside the login: who referees a tournament can practise meanwhile,
and each practice table knows its player again.
"""

from itertools import islice

from litestar.datastructures import Cookie

_MOST_SEATS = 4  # the oldest makes room
_BETWEEN, _WITHIN = "~", "."


def login_cookie(secure: bool) -> str:
    """Browsers accept the strict name by https only."""
    return "__Host-stolik" if secure else "stolik"


def seats_cookie(secure: bool) -> str:
    """Beside the login, under a name as strict."""
    return "__Host-stolik-seats" if secure else "stolik-seats"


def device_cookie(secure: bool) -> str:
    """Sent only to where people come in, so it cannot have the strictest name."""
    return "__Secure-stolik-device" if secure else "stolik-device"


def seats_in(value: str) -> dict[str, str]:
    """The tokens of seats by table, the newest first; what is none is passed over."""
    pairs = (part.partition(_WITHIN) for part in value.split(_BETWEEN, _MOST_SEATS))
    return dict(
        islice(((table, token) for table, _, token in pairs if table and token), _MOST_SEATS)
    )


def with_seat(seats: dict[str, str], table: str, token: str) -> str:
    """What is kept once somebody sits down at one more table."""
    others = ((t, kept) for t, kept in seats.items() if t != table)
    kept = islice(((table, token), *others), _MOST_SEATS)
    return _BETWEEN.join(f"{t}{_WITHIN}{secret}" for t, secret in kept)


def cookie(name: str, value: str, lasts_s: int, *, path: str = "/") -> Cookie:
    """For this server's own pages only, and never for a script."""
    return Cookie(
        name,
        value=value,
        max_age=lasts_s,
        path=path,
        httponly=True,
        secure=name.startswith("__"),
        samesite="strict",
    )
