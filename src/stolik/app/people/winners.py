"""Who won, for the result form (001 step 19): where to find them, kept only until it is sent.

Records and never events; nobody but the organiser reads them. They go with a button, with the
person, and with all names when their time is over.
"""

import json
from dataclasses import asdict, dataclass

from stolik.app.ports import EventStore, Put
from stolik.tournament.cut import still_here
from stolik.tournament.standings import Row, standings
from stolik.tournament.state import TournamentState

_PODIUM = 3
WINNER = "winner"
WRITTEN_TO = "written_to"  # a letter went to this winner


@dataclass(frozen=True, slots=True)
class WinnerDetails:
    """What a result form asks of somebody."""

    born: str = ""
    address: str = ""
    phone: str = ""
    mail: str = ""


def form_rows(state: TournamentState) -> list[Row]:
    """Who stands on the form: those who go on, or the first three places."""
    rows = still_here(state, standings(state))
    going = set(state.going) or {row.entrant for row in rows if row.place <= _PODIUM}
    return [row for row in rows if row.entrant in going]


async def winners_of(store: EventStore, tournament: str) -> dict[int, WinnerDetails]:
    """Everything that is kept for the form, by entrant."""
    found = await store.all(WINNER, f"{tournament}/")
    return {
        int(key.rpartition("/")[2]): WinnerDetails(**json.loads(body))
        for key, body in found.items()
    }


def write_winner(tournament: str, entrant: int, details: WinnerDetails) -> Put:
    """The record of one of them; empty details erase it."""
    is_empty = details == WinnerDetails()
    body = None if is_empty else json.dumps(asdict(details), ensure_ascii=False).encode()
    return Put(WINNER, f"{tournament}/{entrant}", body)


async def written_to(store: EventStore, tournament: str) -> frozenset[int]:
    """To whom of them a letter went."""
    found = await store.all(WRITTEN_TO, f"{tournament}/")
    return frozenset(int(key.rpartition("/")[2]) for key in found)


def write_to(tournament: str, entrant: int) -> Put:
    """Note that a letter went."""
    return Put(WRITTEN_TO, f"{tournament}/{entrant}", b"{}")


def write_again(tournament: str, entrant: int) -> Put:
    """Note that none went after all."""
    return Put(WRITTEN_TO, f"{tournament}/{entrant}", None)


async def without_winners(store: EventStore, tournament: str) -> list[Put]:
    """Erase them all: the form is sent."""
    return [Put(WINNER, key, None) for key in await store.all(WINNER, f"{tournament}/")]
