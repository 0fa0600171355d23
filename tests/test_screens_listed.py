"""One list each: what the desk offers is what there is."""

import pytest

from stolik.app.paper.documents import DOCUMENTS
from tools import screens


def test_every_document_can_be_printed_from_the_desk():
    assert sorted(screens.papers_offered()) == sorted(DOCUMENTS)


def test_the_desk_has_rooms():
    assert {"entries", "round", "settings"} <= set(screens.desk_rooms())


def test_a_list_that_moved_away_is_missed():
    with pytest.raises(LookupError):
        screens._listed("Desk.svelte", "HALLS")
