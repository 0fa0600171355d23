"""Two tabs of the desk at one game: what one has corrected the other does not take back unseen."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stolik.adapters import store_sqlite
from tests.adapters.web.day import Day
from tests.adapters.web.node import Browser, Running, serving_node


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as found:
        yield found


def test_a_correction_of_what_was_corrected_meanwhile_is_refused(server: Running):
    day = Day(server, "zimowy", 8, confirmations=0)
    (seats, *_) = day.round()
    day.ask(**sheet(seats, 0, 10, 20, 35))
    other = server.client()
    other.http.cookies = day.organiser.http.cookies
    seen = told(other, day)["version"]
    again = {"do": "correct", "reason": "pomyłka", "over": seen}
    mine = {**sheet(seats, 0, 10, 22, 35), **again}
    day.ask(**{**sheet(seats, 0, 10, 20, 40), **again})
    for preview in (True, False):  # asked before it is saved, and told so then
        other.post(day.here, {**mine, "preview": preview}, "result.changed_meanwhile")
    assert points(told(other, day)) == ["70", "-10", "-20", "-40"]
    # Seen now; and who does not say what was seen goes on as before.
    other.post(day.here, {**mine, "over": told(other, day)["version"]})
    del mine["over"]
    other.post(day.here, {**mine, "reason": "jeszcze raz"})
    assert points(told(other, day)) == ["67", "-10", "-22", "-35"]


def test_a_result_that_came_while_one_was_typed_is_not_written_over(server: Running):
    day = Day(server, "zimowy", 8, confirmations=0)
    (seats, *_) = day.round()
    day.ask(**sheet(seats, 0, 10, 20, 35))
    late = {**sheet(seats, 0, 10, 20, 3), "do": "correct", "reason": "pomyłka", "over": 0}
    day.ask("result.changed_meanwhile", **late)


def test_a_cut_that_would_take_others_than_were_shown_is_refused(server: Running):
    day = Day(server, "eliminacje", 20, confirmations=0)
    while day.ask(do="overview")["next"]["next"] != "cut":
        played(day, day.round())
    day.settle()
    shown = day.organiser.get(day.here + "/public")
    here = f"{day.here}?seen={shown['seq']}"
    first = shown["overview"]["next"]["advances"][0]
    day.ask(do="withdraw", entrant=first, reason="choroba")
    day.organiser.post(here, {"do": "cut"}, "office.changed_meanwhile")
    day.settle()
    now = day.organiser.get(day.here + "/public")
    assert first not in now["overview"]["next"]["advances"]
    # What changes nothing of it is nobody's obstacle.
    day.ask(do="keep_apart", entrants=now["overview"]["next"]["advances"][:2])
    day.organiser.post(f"{day.here}?seen={now['seq']}", {"do": "cut"})


def test_tables_that_were_changed_are_published_only_once_seen(server: Running):
    day = Day(server, "zimowy", 8, confirmations=0)
    day.ask(do="draw")
    seen = day.organiser.get(day.here + "/public")["seq"]
    one, other = (table["seats"][0] for table in day.ask(do="draft")["tables"])
    day.ask(do="swap", one=one, other=other, reason="rodzeństwo")
    day.organiser.post(f"{day.here}?seen={seen}", {"do": "publish"}, "office.changed_meanwhile")
    day.organiser.post(f"{day.here}?seen={seen + 1}", {"do": "publish"})


def shown(day: Day) -> str:
    """Where an answer goes whose question was opened now."""
    return f"{day.here}?seen={day.organiser.get(day.here + '/public')['seq']}"


def test_the_same_penalty_is_not_given_by_two_open_questions(server: Running):
    day = Day(server, "zimowy", 8, confirmations=0)
    day.round()
    fifty = {"do": "penalty", "entrant": 1, "small_points": -50}
    open_question = shown(day)
    day.ask(**fifty, reason="spóźnienie")
    mine = {**fifty, "reason": "późno"}
    day.organiser.post(open_question, mine, "office.changed_meanwhile")
    assert len(day.ask(do="penalties")["penalties"]) == 1
    day.ask(**{**fifty, "entrant": 2}, reason="spóźnienie")
    again = shown(day)
    day.ask(**{**fifty, "entrant": 3}, reason="spóźnienie")  # of somebody else
    day.organiser.post(again, {**mine, "entrant": 1})


def test_nobody_is_removed_under_a_name_the_question_did_not_say(server: Running):
    day = Day(server, "zimowy", 8, confirmations=0)
    open_question = shown(day)
    day.ask(do="amend", entrant=8, name="Zawodnik Prawdziwy")
    gone = {"do": "remove", "entrant": 8, "reason": "pomyłka"}
    day.organiser.post(open_question, gone, "office.changed_meanwhile")
    day.ask(do="amend", entrant=7, club="SP 9")
    ask_again = shown(day)
    day.ask(do="amend", entrant=8, club="SP 9")  # no part of the question
    day.organiser.post(ask_again, gone)


def test_two_who_sit_elsewhere_by_now_do_not_change_places(server: Running):
    day = Day(server, "zimowy", 8, confirmations=0)
    day.ask(do="draw")
    open_question = shown(day)
    (one, _, *_), (other, third, *_) = (table["seats"] for table in day.ask(do="draft")["tables"])
    day.ask(do="swap", one=one, other=third, reason="rodzeństwo")
    mine = {"do": "swap", "one": one, "other": other, "reason": "ta sama szkoła"}
    day.organiser.post(open_question, mine, "office.changed_meanwhile")
    day.organiser.post(shown(day), mine)
    open_question = shown(day)
    day.ask(do="draw", reason="od nowa")
    day.organiser.post(open_question, mine, "office.changed_meanwhile")


def test_a_table_of_ones_own_is_not_taken_back_unseen(server: Running):
    day = Day(server, "zimowy", 8, confirmations=0)
    open_form = shown(day)
    day.ask(do="fix_table", entrant=1, table=2)
    mine = {"do": "fix_table", "entrant": 1, "table": None}
    day.organiser.post(open_form, mine, "office.changed_meanwhile")
    day.organiser.post(open_form, {**mine, "entrant": 2, "table": 1})
    day.organiser.post(shown(day), mine)


def played(day: Day, tables: list[list[int]]) -> None:
    number = day.ask(do="overview")["rounds"][-1]["round"]
    for table, seats in enumerate(tables, start=1):
        for game in range(1, 4):
            day.ask(**day.sheet(number, table, game, seats))


def sheet(seats: list[int], *sums: int) -> dict[str, Any]:
    rows = [{"entrant": n, "rack_sum": rack} for n, rack in zip(seats, sums, strict=True)]
    return {"do": "result", "round": 1, "table": 1, "game": 1, "seats": rows}


def told(browser: Browser, day: Day) -> dict[str, Any]:
    found = browser.post(day.here, {"do": "round", "round": 1})
    game: dict[str, Any] = found["tables"][0]["games"][0]
    return game


def points(game: dict[str, Any]) -> list[str]:
    return [line["small_points"] for line in game["lines"]]


def test_two_settings_changed_at_the_same_moment_both_stay(server: Running):
    day = Day(server, "zimowy", 8, confirmations=0)
    office = server.run(server.node.live.offices.office(day.here.rpartition("/")[2]))

    async def both() -> None:
        await asyncio.gather(
            office.describe(lambda card: replace(card, name="Puchar")),
            office.describe(lambda card: replace(card, public=True)),
        )

    server.run(both())
    assert (office.card.name, office.card.public) == ("Puchar", True)


def person(day: Day, number: int) -> dict[str, Any]:
    return next(one for one in day.ask(do="people")["people"] if one["entrant"] == number)


def test_two_forms_of_one_entrant_both_stand(server: Running):
    day = Day(server, "zimowy", 8, confirmations=0)
    day.ask(do="amend", entrant=1, club="SP 9", was={"club": ""})
    day.ask(do="amend", entrant=1, age_class="szkoła", was={"age_class": ""})
    assert (person(day, 1)["club"], person(day, 1)["age_class"]) == ("SP 9", "szkoła")
    day.ask("office.field_meanwhile", do="amend", entrant=1, club="SP 5", was={"club": ""})
    day.ask(do="amend", entrant=1, club="SP 9", was={"club": ""})  # the same, said by both
    day.ask(do="amend", entrant=1, club="SP 5", was={"club": "SP 9"})  # read
    old = {"name": "Zawodnik 1"}
    day.ask(do="amend", entrant=1, name="Ewa Nowak", was=old)
    day.ask("office.field_meanwhile", do="amend", entrant=1, name="Ewa Lis", was=old)


def test_two_forms_of_the_settings_both_stand(server: Running):
    day = Day(server, "zimowy", 8, confirmations=0)
    put = day.organiser.put
    put(day.here, {"start": "09:00", "was": {"start": "10:00"}})
    told = put(day.here, {"name": "Puchar", "was": {"name": "Turniej"}})
    assert (told["start"], told["name"]) == ("09:00", "Puchar")
    late = {"start": "11:00", "round_minutes": 50, "was": {"start": "10:00", "round_minutes": 60}}
    put(day.here, late, "office.field_meanwhile")
    prize = {"place": 1, "what": "puchar", "value": ""}
    none: dict[str, Any] = {"prizes": []}
    put(day.here, {"details": {"prizes": [prize]}, "was": {"details": none}})
    put(day.here, {"details": {"place": "Sala"}, "was": {"details": {"place": ""}}})
    other = {"details": {"prizes": [{**prize, "what": "medal"}]}, "was": {"details": none}}
    put(day.here, other, "office.field_meanwhile")
    details = day.organiser.get(day.here)["details"]
    assert (details["place"], details["prizes"][0]["what"]) == ("Sala", "puchar")


def test_an_adult_another_has_just_named_still_leads(server: Running):
    day = Day(server, "wojtek", 0, confirmations=0)
    day.ask(do="enter", name="Zawodnik 1", team="SP 9")
    open_form = shown(day)
    day.ask(do="guardian", team="SP 9", name="Ewa Lis")
    mine = {"do": "guardian", "team": "SP 9", "name": "Ola Mak"}
    day.organiser.post(open_form, mine, "office.changed_meanwhile")
