"""People over HTTP: consent, one's own data, and being forgotten; T28 with a whole server."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path

import pytest

from stolik.adapters import store_sqlite
from stolik.app.people.registrations import Registration, ask_to_play, let_play, turn_away
from stolik.app.ports import EventStore
from stolik.app.tournaments.card import TournamentCard
from stolik.app.tournaments.details import Details, Prize
from stolik.app.tournaments.office import Office
from stolik.refusal import Refused
from stolik.tournament.timeplan import DayItem
from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, Running, serving_node
from tests.reliability.report import figure


def test_consent_own_data_and_being_forgotten(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "eliminacje", 13)
        day.round()
        day.let_in(1, 2)
        public, organiser, player = server.client(), day.organiser, day.players[1]
        someone = f"{day.here}/people/1"

        def shown() -> str:
            rows = public.post(day.here, {"do": "standings"})["rows"]
            return next(row["name"] for row in rows if row["entrant"] == 1)

        assert shown() == "#1"
        player.put(someone, {"consent": True}, refused="access.not_allowed")
        organiser.put(someone, {"consent": True})
        assert shown() == "Zawodnik 1"

        mine = player.get(f"{day.here}/me/data")
        given = mine["person"]
        assert (given["name"], given["consent"]) == ("Zawodnik 1", True)
        assert (given["consent_by"], given["consent_text"]) == ("paper", "1")
        assert given["consent_at"] > 0
        assert len(mine["seats"]) == 1
        assert mine == organiser.get(someone)
        player.get(f"{day.here}/people/2", refused="access.not_allowed")
        public.get(f"{day.here}/me/data", refused="access.login_needed")

        organiser.delete(someone)
        assert shown() == "#1"
        assert organiser.get(someone)["person"] is None
        organiser.delete(someone, refused="office.person_unknown")
        player.get(f"{day.here}/me/data", refused="access.login_needed")  # the login has ended


def test_who_registers_agrees_and_the_agreement_is_kept_with_its_text(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        public, organiser = server.client(), day.organiser
        organiser.put(day.here, {"registration": True})
        form = f"{day.here}/registrations"
        agrees = {"consent": True, "consent_text": "1"}
        public.post(form, {"name": "A", **agrees, "consent_text": "0"}, "office.consent_text")
        public.post(form, {"name": "Zawodnik Dorosły", **agrees})
        public.post(form, {"name": "Zawodnik Mały", **agrees, "guardian": True})
        public.post(form, {"name": "Zawodnik Cichy", "guardian": True})
        waiting = organiser.get(form)
        assert sorted(one["consent_by"] for one in waiting) == ["", "guardian", "self"]
        kept = {}
        for one in waiting:
            number = organiser.post(f"{form}/{one['id']}/accept")["entrant"]
            kept[one["name"]] = organiser.get(f"{day.here}/people/{number}")["person"]
            assert one["name"] == kept[one["name"]]["name"]
        by = {name: (one["consent"], one["consent_by"]) for name, one in kept.items()}
        assert by == {
            "Zawodnik Dorosły": (True, "self"),
            "Zawodnik Mały": (True, "guardian"),
            "Zawodnik Cichy": (False, ""),
        }
        assert {one["consent_text"] for one in kept.values() if one["consent"]} == {"1"}
        shown = public.http.get(f"{day.here}/public").text
        assert [name in shown for name in sorted(kept)] == [False, True, True]
        organiser.put(f"{day.here}/people/5", {"consent": False})
        gone = organiser.get(f"{day.here}/people/5")["person"]
        assert (gone["consent"], gone["consent_by"], gone["consent_at"]) == (False, "", 0)
        fresh = f"{day.here}/public?edition=1000000"
        assert gone["name"] not in public.http.get(fresh).text


def test_details_that_name_a_person_are_told_when_it_is_forgotten(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        day.ask(do="enter", name="Zofia Sadzona")
        prizes = [{"place": 1, "what": "Puchar im. Zofii Sadzonej", "value": "od Sadzonej"}]
        title = "Pożegnanie Zofii Sadzonej"
        item = {"after_round": 1, "minutes": 5, "title": title}
        day.organiser.put(day.here, {"name": "Memoriał Sadzonej", "day": [item]})
        day.ask(do="describe", details={"partners": ["Piekarnia Zofia Sadzona"], "prizes": prizes})
        told = day.organiser.delete(f"{day.here}/people/5")
        given = ["Puchar im. Zofii Sadzonej", "od Sadzonej"]
        assert told["details"] == ["Piekarnia Zofia Sadzona", *given, "Memoriał Sadzonej", title]
        assert told["done"]


_CODES = {"id", "format", "profile", "start", "head_judge", "details.date", "details.logo"}


def test_every_text_of_the_settings_is_a_word_or_a_code():
    """Whoever adds a text to the settings says whether somebody may be named in it."""
    prize, item = Prize(1, "prizes.what", "prizes.value"), DayItem(1, 5, title="day.title")
    texts = {f.name: f"details.{f.name}" for f in fields(Details) if f.type is str}
    details = Details(**texts, partners=("details.partners",), prizes=(prize,))
    said = {f.name: f.name for f in fields(TournamentCard) if f.type is str}
    card = TournamentCard(**said, details=details, day=(item,))
    listed = {"prizes.what", "prizes.value", "day.title", "details.partners"}
    assert set(card.words) == {*said.values(), *texts.values(), *listed} - _CODES
    shapes = {TournamentCard: {"day", "details"}, Details: {"partners", "prizes"}}
    for shape, structured in shapes.items():
        plain = (str, int, bool)
        assert {f.name for f in fields(shape) if f.type not in plain} == structured
    assert {f.name for f in fields(Prize) if f.type is str} == {"what", "value"}
    assert {f.name for f in fields(DayItem) if f.type is str} == {"title"}


def _words(server: Running) -> list[str]:
    return [json.loads(body)["text"] for body in server.run(server.store.all("text")).values()]


def test_every_name_somebody_had_is_looked_for(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        for n in (6, 7, 8):
            day.ask(do="enter", name=f"Zawodnik {n}")
        day.ask(do="enter", name="Zofia Sadzona")
        day.ask(do="draw")
        day.ask(do="draw", reason="Sadzona siedzi z siostrą")
        day.ask(do="amend", entrant=8, name="Zofia Wierzbowa", reason="po ślubie")
        pass_ = {"role": "spectator", "label": "opiekunka Sadzonej"}
        day.organiser.post(f"{day.here}/passes", {"passes": [pass_]})
        told = day.organiser.delete(f"{day.here}/people/8?namesakes=erase")
        assert told["done"]
        assert not [one for one in _words(server) if "Sadzon" in one]
        assert "Sadzon" not in str(day.organiser.get(f"{day.here}/history"))
        assert "Sadzon" not in str(server.run(server.store.all("person")))
        assert "Sadzon" not in str(server.run(server.store.all("pass")))


def test_who_was_substituted_is_forgotten_by_the_number_and_who_plays_stays(
    open_store: OpenStore,
):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        for n in (6, 7, 8):
            day.ask(do="enter", name=f"Zawodnik {n}")
        day.ask(do="enter", name="Zofia Sadzona", club="Klub 5")
        someone = f"{day.here}/people/8"
        day.organiser.delete(f"{someone}?before=true", refused="office.person_unknown")
        day.ask(do="draw")
        day.ask(do="draw", reason="Sadzona siedzi z siostrą")
        day.ask(do="substitute", entrant=8, name="Ewa Wierzbowa", reason="złamana ręka")
        day.ask(do="draw", reason="Wierzbowa przyszła z siostrą")
        assert "Sadzon" not in str(day.organiser.get(someone)), "another's data"
        told = day.organiser.delete(f"{someone}?before=true")
        assert (told["words"], told["done"]) == (3, True)
        assert "Sadzon" not in str(server.run(server.store.all("person")))
        assert _words(server) == ["Wierzbowa przyszła z siostrą"]
        assert day.organiser.get(someone)["person"]["name"] == "Ewa Wierzbowa"
        day.ask(do="substitute", entrant=8, name="Iga Nowa", reason="katar")
        assert day.organiser.delete(someone)["words"] == 2
        assert _words(server) == []


SCHOOL, FORM = "Szkoła Morelowa", "klasa 3b"


@contextmanager
def _substituted(open_store: OpenStore, **newcomer: str) -> Iterator[Day]:
    """Number 5 was a child of that school and class until somebody else came instead."""
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        day.ask(do="enter", name="Zofia Sadzona", club="Szkoła inna", age_class=FORM)
        day.ask(do="enter", name="Zawodnik 6")
        day.ask(do="amend", entrant=5, club=SCHOOL, reason="tak jest na liście")
        day.ask(do="draw")
        told = {"entrant": 5, "name": "Ewa Wierzbowa", "reason": "złamana ręka"}
        day.ask(do="substitute", **told, **newcomer)
        yield day


def _has(day: Day) -> tuple[str, str]:
    (one,) = [one for one in day.ask(do="people")["people"] if one["entrant"] == 5]
    return one["club"], one["age_class"]


def _everywhere(day: Day) -> str:
    told = [day.organiser.get(f"{day.here}/{room}") for room in ("history", "people/5", "draws")]
    file = day.organiser.http.post(f"{day.here}/file/out").text
    return str([*told, file, _words(day.server)])


BEFORE = "people/5?before=true&namesakes="


def test_who_comes_instead_takes_no_club_and_class_along(open_store: OpenStore):
    with _substituted(open_store) as day:
        assert _has(day) == ("", "")
        assert "złamana ręka" in _everywhere(day)
        told = day.organiser.delete(f"{day.here}/{BEFORE}erase")
        assert (told["done"], told["unsure"]) == (True, [])
        told = _everywhere(day)
        for word in (SCHOOL, "Szkoła inna", FORM, "tak jest na liście", "złamana ręka"):
            assert word not in told


def test_club_and_class_go_once_who_came_instead_has_others(open_store: OpenStore):
    with _substituted(open_store, club=SCHOOL, age_class=FORM) as day:
        assert _has(day) == (SCHOOL, FORM)
        own = {"club": "Szkoła nowa", "age_class": "klasa 4a", "reason": "inna szkoła"}
        day.ask(do="amend", entrant=5, **own)
        told = day.organiser.delete(f"{day.here}/{BEFORE}ask")
        assert (told["done"], told["unsure"]) == (True, [])
        assert _has(day) == ("Szkoła nowa", "klasa 4a")
        assert sorted(_words(day.server)) == ["Szkoła nowa", "inna szkoła", "klasa 4a"]


@pytest.mark.parametrize("age_class", [FORM, "klasa 4a"])
def test_the_same_club_of_who_came_instead_is_asked_about(open_store: OpenStore, age_class: str):
    with _substituted(open_store, club=SCHOOL, age_class=age_class) as day:
        same = sorted({SCHOOL, age_class} & {SCHOOL, FORM})
        told = day.organiser.delete(f"{day.here}/{BEFORE}ask")
        assert (told["done"], told["unsure"]) == (False, same)
        told = day.organiser.delete(f"{day.here}/{BEFORE}keep")
        assert (told["done"], told["unsure"]) == (True, same)
        assert _has(day) == (SCHOOL, age_class)
        assert sorted(_words(day.server)) == sorted((SCHOOL, age_class))


def test_the_same_club_goes_too_if_the_organiser_says_so(open_store: OpenStore):
    with _substituted(open_store, club=SCHOOL, age_class="klasa 4a") as day:
        told = day.organiser.delete(f"{day.here}/{BEFORE}erase")
        assert (told["done"], told["unsure"]) == (True, [])
        assert SCHOOL not in _everywhere(day)
        assert _words(day.server) == ["klasa 4a"]


def test_labels_of_passes_that_may_name_a_person_are_told(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        for name in ("Zofia Sadzona", "Ewa Sadzona"):
            day.ask(do="enter", name=name)
        pass_ = {"role": "spectator", "label": "mama Sadzonej"}
        day.organiser.post(f"{day.here}/passes", {"passes": [pass_]})
        assert day.organiser.delete(f"{day.here}/people/5")["details"] == ["mama Sadzonej"]


def test_who_is_forgotten_takes_nobody_else_s_pass_along(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        day.ask(do="enter", name="Zofia Sadzona")
        wanted = [
            {"role": "referee", "label": "Anna Sadzona"},
            {"role": "player", "entrant": 2, "label": "siostra Sadzonej"},
            {"role": "player", "entrant": 5},
        ]
        day.organiser.post(f"{day.here}/passes", {"passes": wanted})
        day.organiser.delete(f"{day.here}/people/5?namesakes=erase")
        left = day.organiser.get(f"{day.here}/passes")
        found = sorted((one["role"], one["entrant"] or 0, one["label"]) for one in left)
        assert found == [("player", 2, ""), ("referee", 0, "")]


def test_words_about_a_person_go_with_the_name(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        for n in (5, 6):
            day.ask(do="enter", name=f"Zawodnik {n}", club=f"Klub {n}", age_class="2011")
        day.ask(do="withdraw", entrant=5, reason="choroba", game="without")
        told = day.organiser.delete(f"{day.here}/people/5")
        nowhere = {"unsure": [], "details": [], "waiting_in": [], "entered_in": []}
        assert told == {"words": 3, "in_log": 0, "done": True, **nowhere}
        kept = server.run(server.store.all("text"))
        assert [json.loads(body)["text"] for body in kept.values()].count("choroba") == 0
        shown = day.ask(do="people")["people"]
        assert [(one["club"], one["age_class"]) for one in shown[4:]] == [
            ("", ""),
            ("Klub 6", "2011"),
        ]
        assert "choroba" not in str(day.organiser.get(f"{day.here}/history"))


def test_no_byte_of_a_forgotten_name_is_left_and_the_chain_holds(tmp_path: Path):
    name = "Zawodnik Niepamiętany"
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
        day = Day(server, "eliminacje", 13)
        number = day.ask(do="enter", name=name)["entrant"]
        day.let_in(number)
        assert name.encode() in everything(tmp_path)  # the search itself works
        day.organiser.delete(f"{day.here}/people/{number}")
        left = name.encode() in everything(tmp_path)

    async def check() -> object:
        store = await store_sqlite.open_store(tmp_path)
        faults = await store.check()
        await store.close()
        return faults

    assert asyncio.run(check()) == ()
    figure("T28", "names left after a whole server forgot somebody", int(left), tier="quick")
    assert not left
    assert name.encode() not in everything(tmp_path)


def everything(directory: Path) -> bytes:
    return b"".join(path.read_bytes() for path in directory.rglob("*") if path.is_file())


def test_regulations_and_photographs_are_agreed_to_one_by_one_and_all_at_once(
    open_store: OpenStore,
):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        organiser, here = day.organiser, day.here
        assert organiser.get(f"{here}/consents") == {
            "regulations": [1, 2, 3, 4],
            "photo": [1, 2, 3, 4],
            "name": [1, 2, 3, 4],
        }
        organiser.put(f"{here}/people/1", {"consent": True, "to": "photo", "guardian": True})
        signed = {"to": ["regulations", "photo"], "entrants": [2, 3], "guardian": True}
        organiser.post(f"{here}/consents", signed)
        missing = organiser.get(f"{here}/consents")
        assert (missing["regulations"], missing["photo"]) == ([1, 4], [4])
        kept = organiser.get(f"{here}/people/2")["person"]["also"][1]
        assert kept["to"] == "photo"
        assert (kept["by"], kept["text"], kept["at"] > 0) == ("paper_guardian", "1", True)
        organiser.put(f"{here}/people/2", {"consent": True})  # to be named: the others stay
        organiser.put(f"{here}/people/2", {"consent": False, "to": "photo"})
        missing = organiser.get(f"{here}/consents")
        assert (missing["photo"], 2 in missing["name"], 2 in missing["regulations"]) == (
            [2, 4],
            False,
            False,
        )
        organiser.post(f"{here}/consents", {**signed, "entrants": [99]}, "office.person_unknown")
        day.ask(do="substitute", entrant=3, name="Zawodnik 30", reason="choroba")
        assert 3 in organiser.get(f"{here}/consents")["regulations"]  # another person has to sign
        acts = organiser.get(f"{here}/history/access")
        assert acts[-2]["consents"] == ["regulations", "photo"]
        organiser.put(here, {"registration": True})
        form = {"name": "Zawodnik 5", "also": ["regulations"], "consent_text": "1"}
        unread = {**form, "consent_text": ""}
        server.client().post(f"{here}/registrations", unread, "office.consent_text")
        server.client().post(f"{here}/registrations", {**form, "guardian": True})
        (waits,) = organiser.get(f"{here}/registrations")
        assert waits["also"] == ["regulations"]
        organiser.post(f"{here}/registrations/{waits['id']}/accept")
        (given,) = organiser.get(f"{here}/people/5")["person"]["also"]
        assert (given["to"], given["by"]) == ("regulations", "guardian")


def test_a_form_is_let_in_or_turned_away_never_both(open_store: OpenStore):
    """Whoever comes second is told so; of both at once there is one answer."""
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        here, organiser = day.here, day.organiser
        organiser.put(here, {"registration": True})
        organiser.delete(f"{here}/registrations/{'e' * 32}", "office.registration_unknown")
        office = server.run(server.node.live.offices.office(here.rpartition("/")[2]))
        store = server.node.live.rooms.house.store
        for n in range(6):
            form = f"{n:032x}"
            server.run(ask_to_play(office, store, form, Registration(f"Zawodnik {n + 5}")))
            before = len(office.state.entrants)
            told = server.run(_at_once(office, store, form))
            assert sorted(told) == [False, True]
            assert len(office.state.entrants) - before == told[0]
        assert organiser.get(f"{here}/registrations") == []


async def _at_once(office: Office, store: EventStore, form: str) -> list[bool]:
    """Whether it was let in, and whether it was turned away."""
    doing = (let_play(office, store, form, "organiser o"), turn_away(office, store, form))
    told = await asyncio.gather(*doing, return_exceptions=True)
    return [not isinstance(one, Refused) for one in told]
