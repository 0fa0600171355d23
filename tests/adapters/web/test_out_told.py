"""Who is out reads on the phone what is so, never that a table is still to come."""

from stolik.app.texts import text
from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, serving_node


def said(day: Day, entrant: int) -> str:
    """What a phone shows instead of a table; empty: there is one."""
    told = day.players[entrant].http.get(day.here + "/me", headers={"Accept-Language": "pl"}).json()
    return told["error"]["message"] if "error" in told else told.get("out", "")


def test_why_somebody_has_no_table(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "szkoly2015", 16, confirmations=0)
        day.let_in(*range(1, 17))
        assert said(day, 1) == text("hall.no_table", "pl")
        tables = day.round()
        day.ask(do="withdraw", entrant=1, game="not_begun", reason="choroba")
        day.ask(do="no_show", entrant=2, reason="nie ma")
        day.ask(do="disqualify", entrant=3, leaving="not_begun", reason="rażąco")
        assert said(day, 1) == text("hall.withdrew", "pl")
        assert said(day, 2) == text("hall.did_not_come", "pl")
        assert said(day, 3) == text("hall.excluded", "pl")
        assert said(day, 4) == ""
        other = next(n for seats in tables if 1 in seats for n in seats if n > 3)
        marks = {
            one["entrant"]: one["mark"]
            for one in day.players[other].get(day.here + "/me")["seats"]
            if "mark" in one
        }
        assert marks[1] == "wycofanie"


def test_who_is_cut_off_and_who_is_at_the_end(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "eliminacje", 13, confirmations=0)
        day.let_in(*range(1, 14))
        for number in (1, 2):
            for table, seats in enumerate(day.round(), start=1):
                day.play_in_hall(number, table, seats)
        day.cut()
        (outside, *_) = set(range(1, 14)) - set(_field(day))
        assert said(day, outside) == text("hall.not_advanced", "pl", stage=_stage(day))


def _field(day: Day) -> list[int]:
    day.settle()
    return [n for table in day.ask(do="draw")["tables"] for n in table["seats"]]


def _stage(day: Day) -> str:
    overview = day.ask(do="overview")
    return overview["stages"][overview["stage"] - 1]["title"]
