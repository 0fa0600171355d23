"""What the web app offers, read from its sources: rooms of the desk, documents to print."""

import re
from pathlib import Path

_ORGANISE = Path(__file__).parent.parent / "frontend" / "src" / "organise"


def desk_rooms() -> tuple[str, ...]:
    """The rooms of an organiser's desk, as they stand in its menu."""
    return tuple(re.findall(r"(\w+):", _listed("Desk.svelte", "ROOMS")))


def papers_offered() -> tuple[str, ...]:
    """The documents an organiser can print from the page of papers."""
    return tuple(re.findall(r'"(\w+)"', _listed("Papers.svelte", "GROUPS")))


def _listed(screen: str, name: str) -> str:
    found = re.search(rf"const {name} = \{{(.*?)\}}", (_ORGANISE / screen).read_text("utf-8"), re.S)
    if found is None:
        raise LookupError(f"{screen} has no list {name} any more: say where it stands now")
    return found[1]
