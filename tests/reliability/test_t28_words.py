"""T28: what was written about somebody goes with the name, wherever it was written."""

import asyncio
from dataclasses import replace
from pathlib import Path
from time import time

import pytest

from stolik.adapters import store_sqlite
from stolik.app.people import forgetting
from stolik.app.people.name_words import NameWords
from stolik.app.people.retention import forget_what_is_due
from stolik.app.streams import beside
from stolik.app.streams.beside import Beside, Written
from tests.adapters.web.day import Day
from tests.adapters.web.node import Running, serving_node
from tests.reliability.report import figure
from tests.reliability.words import HE, Planted, copied, left_of, opened, shape_of, shown_to


def erased(tmp_path: Path) -> tuple[int, list[str]]:
    """How many words were planted about two people, and those that outlived their erasing."""
    with serving_node(opened(tmp_path)) as server:
        plot = Planted(server)
        copied(server, tmp_path, anew=False)
        words = plot.about_him
        assert left_of(words, tmp_path) == words  # the search itself works
        day = plot.day
        office = server.run(server.node.live.offices.office(here_of(day.here)))
        before = shown_to(day.organiser, day.here), day.organiser.get(day.here)["head"]
        shape = shape_of(office.state)
        for number in (plot.number, plot.imported):
            told = day.organiser.delete(f"{day.here}/people/{number}")
            assert told["in_log"] == 0
        copied(server, tmp_path, anew=True)
        assert before == (shown_to(day.organiser, day.here), day.organiser.get(day.here)["head"])
        assert not set(words) & set(said_about(day.organiser.get(f"{day.here}/history")))
        assert shape_of(office.state) == shape
        left = left_of(words, tmp_path)
        assert left_of(plot.others, tmp_path) == plot.others  # nobody asked to erase these
        state = office.state
    with serving_node(opened(tmp_path)) as again:
        same = again.run(again.node.live.offices.office(here_of(day.here))).state
        assert same == state
        day.again(again)
        assert shown_to(day.organiser, day.here) == before[0]
    return len(words), left or left_of(words, tmp_path)


def retained(tmp_path: Path) -> tuple[int, list[str]]:
    """How many words were planted at all, and those that outlived the time they are kept for."""
    with serving_node(opened(tmp_path)) as server:
        plot = Planted(server)
        copied(server, tmp_path, anew=False)
        words = [*plot.about_him, *plot.others]
        assert left_of(words, tmp_path) == words
        assert (look(server, days=0), look(server, days=31)) == (0, 1)
        copied(server, tmp_path, anew=True)
        return len(words), left_of(words, tmp_path)


def look(server: Running, days: int) -> int:
    access = replace(server.node.access, now=lambda: int(time()) + days * 24 * 3600)
    return len(server.run(forget_what_is_due(server.node.live.offices, access)))


def said_about(history: list[dict[str, object]]) -> list[str]:
    return [word for entry in history for word in str(entry).split("'")]


def here_of(path: str) -> str:
    return path.rpartition("/")[2]


def test_no_word_about_a_forgotten_person_is_left_and_the_standings_stay(tmp_path: Path):
    planted, left = erased(tmp_path)
    figure("T28", "words planted about people who were forgotten", planted, tier="quick")
    figure("T28", "words about them left in any file", len(left), tier="quick")
    assert planted >= 25
    assert left == []
    assert asyncio.run(faults(tmp_path / "data")) == ()


def test_no_word_is_left_when_the_time_is_over(tmp_path: Path):
    planted, left = retained(tmp_path)
    figure("T28", "words left when their time was over", len(left), tier="quick")
    assert planted >= 25
    assert left == []
    assert asyncio.run(faults(tmp_path / "data")) == ()


def test_the_mutant_that_writes_words_into_the_log_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Beside, "hidden", lambda _, __, bodies: Written(tuple(bodies), ()))
    assert len(retained(tmp_path)[1]) > 20


def test_the_mutant_that_forgets_only_the_tournaments_own_words_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(forgetting, "_STREAMS", ("tournament",))
    monkeypatch.setattr(forgetting, "TABLE", "nothing")
    assert retained(tmp_path)[1]


def test_the_mutant_for_which_an_erased_reason_was_never_given_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(beside, "ERASED", "")  # a cancelled penalty counts again
    with pytest.raises(AssertionError):
        erased(tmp_path)


@pytest.mark.full
def test_the_mutant_that_breaks_up_a_team_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    numbers = iter(range(1, 1000))
    monkeypatch.setattr(Beside, "_group", lambda *_: next(numbers))
    with pytest.raises(AssertionError):
        erased(tmp_path)


async def faults(directory: Path) -> object:
    store = await store_sqlite.open_store(directory)
    try:
        return await store.check()
    finally:
        await store.close()


def by_surname(
    tmp_path: Path, namesake: str, namesakes: str = "keep"
) -> tuple[list[str], list[str]]:
    """What is left of a remark that holds a surname only, and what the organiser is told of."""
    remark = "Krzyczał na Sadzonego przy stoliku"
    with serving_node(opened(tmp_path)) as server:
        day = Day(server, "zimowy", 4)
        him = day.ask(do="enter", name=HE)["entrant"]
        day.ask(do="enter", name=namesake)
        day.ask(do="withdraw", entrant=1, reason=remark, game="without")
        assert left_of([remark], tmp_path) == [remark]
        told = day.organiser.delete(f"{day.here}/people/{him}?namesakes={namesakes}")
        names = [one["name"] for one in day.ask(do="people")["people"]]
        assert (HE in names) is not told["done"]
        return left_of([remark], tmp_path), told["unsure"]


def test_a_remark_that_holds_only_the_surname_goes_too(tmp_path: Path):
    assert by_surname(tmp_path, "Zawodnik Inny") == ([], [])


def test_of_namesakes_the_organiser_is_told(tmp_path: Path):
    left, unsure = by_surname(tmp_path, "Zofia Sadzona")
    assert left == unsure == ["Krzyczał na Sadzonego przy stoliku"]


def test_asked_about_namesakes_the_server_erases_nothing_yet(tmp_path: Path):
    left, unsure = by_surname(tmp_path, "Zofia Sadzona", "ask")
    assert left == unsure == ["Krzyczał na Sadzonego przy stoliku"]


def test_the_organiser_may_have_such_a_remark_erased(tmp_path: Path):
    assert by_surname(tmp_path, "Zofia Sadzona", "erase") == ([], [])


@pytest.mark.parametrize(("namesakes", "stay"), [("keep", 1), ("erase", 0)])
def test_a_form_that_still_waits_under_the_name_is_asked_about_too(
    tmp_path: Path, namesakes: str, stay: int
):
    with serving_node(opened(tmp_path)) as server:
        day = Day(server, "zimowy", 4)
        him = day.ask(do="enter", name=HE)["entrant"]
        day.organiser.put(day.here, {"registration": True})
        server.client().post(f"{day.here}/registrations", {"name": HE.upper()})
        there = f"{day.here}/people/{him}"
        assert day.organiser.delete(f"{there}?namesakes=ask")["unsure"] == [HE.upper()]
        told = day.organiser.delete(f"{there}?namesakes={namesakes}")
        assert len(told["unsure"]) == stay
        assert len(day.organiser.get(f"{day.here}/registrations")) == stay
        assert len(left_of([HE.upper()], tmp_path)) == stay


def test_the_mutant_that_looks_for_whole_names_only_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(NameWords, "means", lambda *_: False)
    assert by_surname(tmp_path, "Zawodnik Inny")[0]
