"""What the web app offers, read from its sources: screens, rooms of the desk, documents."""

import re
from collections.abc import Iterator
from pathlib import Path

from stolik.adapters.web.routes.pages import SCREENS

_FRONTEND = Path(__file__).parent.parent / "frontend" / "src"

_EVENT = "/tournament/{tournament:str}"
# Screens on which something is done before there is a picture of them; all others are just opened.
WALKED = frozenset(
    {
        "/",
        "/judge",
        "/judge/{tool:str}",
        "/organise",
        "/table/{table:str}",
        "/table/{table:str}/replay",
        f"{_EVENT}/hall",
        f"{_EVENT}/organise",
        f"{_EVENT}/organise/{{section:str}}",
        f"{_EVENT}/referee",
        f"{_EVENT}/tables/{{number:int}}/clock",
    }
)


def screens_of_a_visitor(tournament: str) -> Iterator[tuple[str, str]]:
    """Names and addresses of the screens that anybody can open, with this tournament's address."""
    for screen in SCREENS:
        if screen not in WALKED:
            path = screen.replace(_EVENT, tournament).replace("{game:str}", "wojtek")
            yield "public" if screen == _EVENT else path.rpartition("/")[2], path


def routes() -> tuple[str, ...]:
    """The addresses to which the web app has a screen, as patterns."""
    source = (_FRONTEND / "lib" / "routes.ts").read_text("utf-8")
    found = re.findall(r"/(\^\S*\$)/,", source)
    return tuple(one.replace(r"\/", "/").replace("(?<", "(?P<") for one in found)


def desk_rooms() -> tuple[str, ...]:
    """The rooms of an organiser's desk, as they stand in its menu."""
    return tuple(re.findall(r"(\w+):", _listed("organise/Desk.svelte", "ROOMS")))


def papers_offered() -> tuple[str, ...]:
    """The documents an organiser can print from the page of papers."""
    return tuple(re.findall(r'"(\w+)"', _listed("organise/Papers.svelte", "GROUPS")))


def judge_tools() -> tuple[str, ...]:
    """A referee's pocket tools that have an address of their own."""
    return tuple(re.findall(r'"(\w+)"', _listed("referee/Judge.svelte", "TOOLS")))


def _listed(screen: str, name: str) -> str:
    file = _FRONTEND / screen
    source = file.read_text("utf-8") if file.exists() else ""
    found = re.search(rf"const {name} = (\{{.*?\}}|\[.*?\])", source, re.S)
    if found is None:
        raise LookupError(f"{screen} has no list {name} any more: say where it stands now")
    return found[1]
