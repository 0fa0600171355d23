"""One list each: what the desk offers is what there is."""

import pytest

from stolik.app.paper.documents import DOCUMENTS
from tools import screens


def test_every_document_can_be_printed_from_the_desk():
    offered = set(screens.papers_offered())
    todo = "GROUPS of organise/Papers.svelte, and its words in both papers.json"
    assert sorted(offered ^ set(DOCUMENTS)) == [], todo


def test_the_desk_has_rooms():
    assert {"entries", "round", "settings"} <= set(screens.desk_rooms())


@pytest.mark.parametrize(
    ("screen", "name"), [("organise/Desk.svelte", "HALLS"), ("Desk.svelte", "ROOMS")]
)
def test_a_list_that_moved_away_is_missed(screen: str, name: str):
    with pytest.raises(LookupError, match="say where it stands now"):
        screens._listed(screen, name)
