"""What the web app offers, read from its sources: rooms of the desk, documents to print."""

import re
from pathlib import Path

_FRONTEND = Path(__file__).parent.parent / "frontend" / "src"


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
