"""Keys of screens that are put together from a code of the server: each code has its sentence.

Where a screen says `as TextKey` no type checks it, and a code without words is shown as it is.
"""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from stolik.app.tables.setup import Watching
from stolik.app.texts import LANGUAGES
from stolik.app.tournaments.card import TournamentCard
from stolik.app.tournaments.details import Details
from stolik.fair import codes as fair
from stolik.rummikub import events
from stolik.rummikub.codes import Refusal
from stolik.rummikub.events import TimeOutRuling
from stolik.seats import AccessChange
from stolik.tournament.state import EntryStatus
from stolik.wojtek.state import Decision

SOURCE = Path(__file__).parent.parent / "src" / "stolik"
SCREENS = Path(__file__).parent.parent / "frontend" / "src"
CAST = re.compile(r"`([^`]*)`\s*as TextKey")


def of_a_move() -> Iterator[str]:
    """Every reason why a move is refused: those named where `move_violations` looks."""
    for file in ("legality.py", "melds.py", "jokers.py"):
        for node in ast.walk(ast.parse((SOURCE / "rummikub" / file).read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "Refusal":
                yield Refusal[node.attr].replace(".", "_")


def of_a_trail() -> Iterator[str]:
    """What makes a record of draws doubtful."""
    others = (fair.Refusal.COMMIT_WRONG, fair.Refusal.DRAW_NUMBER)
    for code in fair.Refusal:
        if code.name.startswith("TRAIL_") or code in others:
            yield code.removeprefix("fair.")


def kinds() -> Iterator[str]:
    """Events with a line of their own; the others have several, by what they tell."""
    own = {"TileDrawn", "TimeRanOut", "AccessChanged"}
    yield from sorted({kind.__name__ for kind in get_args(events.Event)} - own)


def of_a_card() -> Iterator[str]:
    """What of a tournament can be set otherwise later; the first head judge is told by name."""
    fixed = {"id", "format", "profile", "head_judge", "details"}
    yield from (one.name for one in fields(TournamentCard) if one.name not in fixed)
    yield from (f"details.{one.name}" for one in fields(Details))


# Each cast: file, the text that is cast, and the codes that can stand in it.
TOLD: dict[tuple[str, str], tuple[str, ...]] = {
    ("rummikub/action.ts", 'table.why_${found.code.replace(".", "_")}'): tuple(of_a_move()),
    ("rummikub/story.ts", "log.${frame.kind}"): tuple(kinds()),
    ("rummikub/story.ts", "time_out.${first.data.ruling as string}"): tuple(TimeOutRuling),
    ("rummikub/story.ts", "log.reason_${given}"): ("challenge", "hall"),
    ("rummikub/story.ts", "${found}_own"): (),  # of a list in the file
    ("wojtek/story.ts", "wojtek.decided_${d.decision}"): tuple(Decision),
    ("tiles/names.ts", "tile.${tile[0]}"): tuple("kbor"),
    ("table/access.ts", "log.AccessChanged_watching_${data.watching as string}"): tuple(Watching),
    (
        "table/access.ts",
        'log.AccessChanged_${what}${own && OWN.has(what) ? "_own" : ""}',
    ): tuple(change for change in AccessChange if change is not AccessChange.WATCHING),
    ("tournament/Draws.svelte", 'draws.doubt.${code.replace("fair.", "")}'): tuple(of_a_trail()),
    ("tournament/Draws.svelte", 'draws.note.${code.replace("draws.", "")}'): tuple(
        phrase.removeprefix("draws.") for phrase in fair.Phrase
    ),
    ("tournament/Draws.svelte", "draws.word.${one}"): ("name", "club", "team", "class"),
    ("organise/history.ts", 'draws.word.${word.replace("age_", "")}'): (
        *("name", "club", "team", "class"),
    ),
    ("organise/history.ts", "setting.${one}"): tuple(of_a_card()),
    ("organise/history.ts", "entries.${value}"): tuple(EntryStatus),
    ("organise/history.ts", "draws.how.${value}"): (
        *("lot", "planned", "slips", "by_hand", "scheme", "rank", "groups"),
    ),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("cast", TOLD, ids=lambda cast: f"{cast[0]}-{cast[1].split('$')[0]}")
def test_every_code_a_screen_can_meet_has_its_sentence(cast: tuple[str, str], lang: str):
    known = {
        key
        for file in (SCREENS / "texts" / lang).glob("*.json")
        for key in json.loads(file.read_text("utf-8"))
    }
    before = cast[1].split("${")[0]
    missing = [before + code for code in TOLD[cast] if before + code not in known]
    assert missing == [], f"{cast[0]} says these: write them into frontend/src/texts/{lang}"


def test_no_other_key_is_put_together_unchecked():
    found = {
        (path.relative_to(SCREENS).as_posix(), text)
        for path in sorted(SCREENS.rglob("*"))
        if path.suffix in (".ts", ".svelte")
        for text in CAST.findall(path.read_text("utf-8"))
    }
    todo = "give the code a type in the browser, or its codes a row in TOLD of this file"
    assert found - set(TOLD) == set(), todo
    assert set(TOLD) - found == set(), "these rows of TOLD are of no cast any more"
