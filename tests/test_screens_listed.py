"""One list each: what the desk offers is what there is."""

import re
from pathlib import Path

import pytest

from stolik.adapters.web.routes.pages import SCREENS
from stolik.app.paper.documents import DOCUMENTS, paper
from stolik.refusal import Refused
from tests.app.paper.events import WISH
from tests.app.paper.events import source as source_of
from tests.tournament.hall import Hall
from tools import screens

ROOT = Path(__file__).parent.parent


def test_every_document_can_be_printed_from_the_desk():
    offered = set(screens.papers_offered())
    todo = "GROUPS of organise/Papers.svelte, and its words in both papers.json"
    assert sorted(offered ^ set(DOCUMENTS)) == [], todo


# The lists of organise/papers.ts, by the reason why a paper of theirs is not printed yet.
WAITS = {
    "OF_PEOPLE": "paper.no_entrants",
    "OF_A_ROUND": "paper.no_round",
    "AT_THE_END": "paper.not_finished",
}
NO_LIST = {"paper.no_scheme"}  # `schemeWaits` of organise/papers.ts says why
NO_ROUND_ASKED = {"crosstable"}  # waits for a round and tells of all of them


def test_the_desk_knows_what_each_document_waits_for():
    source = (ROOT / "frontend/src/organise/papers.ts").read_text("utf-8")
    listed = {name: _names(source, name) for name in WAITS}
    listed["OF_A_ROUND"] |= NO_ROUND_ASKED
    refused = {name: _refusal(name) for name in DOCUMENTS}
    for name, reason in WAITS.items():
        wanted = {one for one, code in refused.items() if code == reason}
        assert listed[name] == wanted, f"{name} of organise/papers.ts: who is refused {reason}"
    known = {None, *WAITS.values(), *NO_LIST}
    strange = {one: code for one, code in refused.items() if code not in known}
    assert strange == {}, "organise/papers.ts has no list of papers that wait for this"


def _names(source: str, name: str) -> set[str]:
    (found,) = re.findall(rf"^const {name} = \[(.*?)\];", source, re.MULTILINE | re.DOTALL)
    return set(re.findall(r'"(\w+)"', found))


def _refusal(document: str) -> str | None:
    """Why it cannot be printed while nobody is entered; in a format that draws numbers."""
    try:
        paper(document, source_of(Hall().create("grandprix")), WISH)
    except Refused as refused:
        return refused.violations[0].code
    return None


def test_every_document_is_described():
    table = (
        (ROOT / "docs" / "paper.md").read_text("utf-8").split("| document |")[1].split("\n\n")[0]
    )
    missing = [name for name in DOCUMENTS if f"`{name}`" not in table]
    assert not missing, "each has its row in the table of docs/paper.md"


def test_the_desk_has_rooms():
    assert {"entries", "round", "settings"} <= set(screens.desk_rooms())


@pytest.mark.parametrize(
    ("screen", "name"), [("organise/Desk.svelte", "HALLS"), ("Desk.svelte", "ROOMS")]
)
def test_a_list_that_moved_away_is_missed(screen: str, name: str):
    with pytest.raises(LookupError, match="say where it stands now"):
        screens._listed(screen, name)


def test_every_screen_is_walked_to_or_opened_for_its_picture():
    opened = dict(screens.screens_of_a_visitor("/tournament/0f"))
    assert len(opened) + len(screens.WALKED) == len(SCREENS)
    unknown = [path for path in opened.values() if "{" in path]
    assert not unknown, "tools/screenshots.py walks there, and WALKED of tools/screens.py says so"
    assert opened["public"] == "/tournament/0f"


def test_server_and_web_app_know_the_same_screens():
    filled = [re.sub(r"\{\w+:int\}", "1", one) for one in SCREENS]
    filled = [re.sub(r"\{(section|tool|game):str\}", "room", one) for one in filled]
    paths = [re.sub(r"\{\w+:str\}", "0f", one) for one in filled]
    unshown = [one for one in paths if not any(re.match(route, one) for route in screens.routes())]
    assert not unshown, "each of SCREENS has its line in frontend/src/lib/routes.ts"
    unsent = [one for one in screens.routes() if not any(re.match(one, path) for path in paths)]
    assert not unsent, "each of routes.ts stands in SCREENS of adapters/web/routes/pages.py"
