"""What is on each paper, word by word. `STOLIK_GOLDEN=1` writes the files anew: look at them."""

import os
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from stolik.app.library import FORMATS
from stolik.app.naming import TIE, joined, surname_first
from stolik.app.paper.addresses import reachable_page
from stolik.app.paper.documents import DOCUMENTS, everything, paper
from stolik.app.paper.postcard import postcard
from stolik.app.paper.results import form_csv, form_facts
from stolik.app.paper.source import PaperSource, polish_order
from stolik.app.paper.wishes import Wish
from stolik.app.texts import text
from stolik.app.tournaments.details import Details
from stolik.app.tournaments.telling.ranking import podium, titles
from stolik.refusal import Refused
from stolik.rummikub.verdict import VerdictRule
from stolik.tournament.commands import CorrectResult
from stolik.tournament.standings import standings
from stolik.tournament.state import (
    CorrectionCause,
    GameNumber,
    Line,
    RoundNumber,
    Seats,
    TableNumber,
)
from tests.app.paper.events import WISH, begun, over, source, troubled
from tests.app.paper.reading import as_text
from tests.golden.comparing import must_read
from tests.tournament.hall import Hall

GOLDEN = Path(__file__).parent / "golden"
LATE = ("protocol", "diplomas", "form", "standings", "results", "crosstable")


def held(name: str, text: str) -> None:
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("STOLIK_GOLDEN"):
        file.write_text(text, "utf-8")
    must_read(text, file, "STOLIK_GOLDEN=1 .venv/bin/pytest tests/app/paper")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_words_of_each_paper(document: str):
    shape = "grandprix" if document == "numbers" else "eliminacje"
    hall = over(shape, 12) if document in LATE else begun(shape, 13)
    held(document, as_text(paper(document, source(hall), WISH)))


@pytest.mark.parametrize("document", ["scores", "rules", "referee", "consent"])
def test_the_same_in_english(document: str):
    held(f"{document}.en", as_text(paper(document, source(begun("zimowy", 7), "en"), WISH)))


@pytest.mark.parametrize("document", ["scores", "rules", "referee", "results", "crosstable"])
def test_the_other_game(document: str):
    hall = over("wojtek", 8) if document in LATE else begun("wojtek", 8)
    held(f"{document}.wojtek", as_text(paper(document, source(hall), WISH)))


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_no_paper_of_the_other_game_has_words_of_tiles(lang: str):
    """Its points are one kind, its tools are cards and bears (document 004)."""
    tiles = re.compile(
        r"\b(duż[eay]|mał[eay]|big|small|kost\w+|tiles?|[−-][12]00)\b", re.IGNORECASE
    )
    for hall in (begun("wojtek", 15), over("wojtek", 15)):
        for name, each in everything(source(hall, lang), WISH):
            found = tiles.findall(as_text(each))
            assert not found, (name, found)


@pytest.mark.parametrize("shape", FORMATS)
def test_every_format_prints_its_set(shape: str):
    for hall in (begun(shape, 16), over(shape, 16)):
        made = dict(everything(source(hall), WISH))
        late = {"protocol", "diplomas", "form"} if hall.state.finished else set()
        assert set(DOCUMENTS) - set(made) <= {"scheme", "numbers", "protocol", "diplomas", "form"}
        assert late <= set(made)
        for each in made.values():
            words = as_text(each)
            for asked in ("eliminacyjnego?", "?round=", "?slip="):
                words = words.replace(asked, "")
            assert "?" not in words.replace("Jak przeprowadzić turniej eliminacyjny?", "")


def test_names_are_printed_whole():
    long = "Zawodniczka " + "Bardzodługonazwiskowa-" * 6 + "Druga"
    hall = Hall(lang="pl").create("zimowy", 7)
    hall.do("amend", entrant=3, name=long, reason="x")
    hall.to_the_end()
    made = dict(everything(source(hall), WISH))
    for name in ("tables", "badges", "standings", "crosstable", "results", "startlist", "protocol"):
        words = as_text(made[name])
        assert long in words or surname_first(long) in words, name


def test_standings_on_paper_tell_penalties_and_who_gave_up_a_place():
    hall = Hall(lang="pl").create("szkoly2015", 16)
    while hall.do("check")["next"] != "cut":
        hall.step(Random(1))
    hall.do("penalty", entrant=2, big_points=-5, reason="głośne rozmowy")
    assert "Kary: −5 dużych punktów." in as_text(paper("standings", source(hall), WISH))
    hall.to_the_end()
    hall.do("resign", entrant=hall.do("standings")["rows"][0]["entrant"], reason="inny wyjazd")
    words = as_text(paper("standings", source(hall), WISH))
    assert "Rezygnacja z kwalifikacji." in words


def refused(document: str, hall: Hall, wish: Wish = WISH) -> str:
    with pytest.raises(Refused) as caught:
        paper(document, source(hall), wish)
    return caught.value.violations[0].code


def test_what_cannot_be_printed_yet_says_why():
    empty = Hall()
    empty.do("create", format="zimowy", seed="17")
    assert refused("nothing", empty) == "paper.unknown"
    assert refused("slips", empty) == "paper.no_entrants"
    assert refused("scores", empty) == "paper.no_round"
    assert refused("protocol", begun("eliminacje", 13)) == "paper.not_finished"
    assert refused("seating", begun("eliminacje", 13), Wish(round=2)) == "paper.no_round"
    assert refused("scheme", empty) == "paper.no_scheme"


def test_there_are_no_sheets_for_a_round_after_the_last():
    assert refused("scores", over("eliminacje", 12), Wish(blank=True)) == "paper.no_next_round"
    last = Hall().create("eliminacje", 12)
    chance = Random(3)
    while len(last.state.rounds) < 4 or last.do("check")["next"] != "play":
        last.step(chance)
    assert refused("scores", last, Wish(blank=True)) == "paper.no_next_round"


def test_papers_made_otherwise_are_called_otherwise():
    """Their titles are the names of their files."""
    hall = over("eliminacje", 12)
    wishes = [Wish(design=design) for design in ("frame", "band", "plain")] + [Wish(places=3)]
    assert [paper("diplomas", source(hall), wish).title for wish in wishes] == [
        *("Dyplomy", "Dyplomy, ze wstęgą", "Dyplomy, bez ramki", "Dyplomy, do miejsca 3"),
    ]
    for document in ("seating", "tables", "results", "scores", "standings"):
        titles = {paper(document, source(hall), Wish(round=n)).title for n in (1, 2, 3, 4)}
        assert len(titles) == 4, titles


def test_the_column_of_surnames_decides_what_a_surname_is():
    hall = Hall().create("zimowy")
    for name in (joined("Ewa", "Zawodnik 7"), "Adam Nowak", "Zawodnik 12"):
        hall.do("enter", name=name)
    listed = source(hall).listed_names().values()
    assert [name.replace(TIE, " ") for name in listed] == [
        *("Zawodnik 7 Ewa", "Nowak Adam", "Zawodnik 12"),
    ]


@pytest.mark.parametrize("places", [-1, 0, 9, 1_000_000])
def test_diplomas_are_for_places_that_there_are(places: int):
    hall = over("zimowy", 8)
    assert refused("diplomas", hall, Wish(places=places)) == "paper.no_place"
    for there in (1, 8):
        made = paper("diplomas", source(hall), Wish(places=there))
        assert len(made.body) == there


def test_a_scheme_has_no_names_while_a_round_before_it_is_to_be_played():
    """All results that can be there are: still the second round will turn the ranking over."""
    hall = Hall().create("eliminacje", 16)
    hall.do("draw")
    hall.do("publish")
    hall.play_round(Random(5))
    assert "Zawodnik" not in as_text(paper("scheme", source(hall), WISH))


def test_slips_are_as_many_as_seats_and_one_of_each_table_starts():
    slips = paper("slips", source(begun("eliminacje", 13)), WISH).body
    assert len(slips) == 13
    assert [slip.sign for slip in slips if slip.note] == ["1A", "2A", "3A", "4A"]


def test_slips_with_numbers_have_those_of_who_plays():
    hall = Hall()
    hall.do("create", format="grandprix", seed="17")
    for n in range(1, 9):
        hall.do("enter", name=f"Zawodnik {n}")
    hall.do("withdraw", entrant=3, game="not_begun", reason="choroba")
    made = paper("numbers", source(hall), WISH).body
    assert [slip.sign for slip in made] == ["1", "2", "4", "5", "6", "7", "8"]


def test_who_left_before_a_round_is_no_part_of_its_seating():
    hall = begun.__wrapped__("eliminacje", 13)  # one of its own: somebody leaves it
    left = hall.state.rounds[0].tables[0].seats[0]
    hall.do("withdraw", entrant=left, game="not_begun", reason="choroba")
    here = Wish(round=1)
    by_table = paper("tables", source(hall), here).body[0].blocks[0].rows
    assert [(row[1], row[4]) for row in by_table[:3]] == [
        ("A", "nie gra"),
        ("B", "rozpoczyna"),
        ("C", ""),
    ]
    by_name = paper("seating", source(hall), here).body[0].blocks[0].rows
    assert str(left) not in {row[1] for row in by_name}
    assert len(by_name) == 12


def test_who_left_before_the_end_is_in_nobody_s_way():
    """Titles, diplomas, form and the file of a heat name the same people in the same places."""
    hall, chance = begun.__wrapped__("szkoly2015", 16), Random(1)
    while hall.do("overview")["next"]["next"] != "finish":
        hall.step(chance)
    left = standings(hall.state)[0].entrant
    hall.do("withdraw", entrant=left, game="not_begun", reason="choroba")
    hall.do("finish")
    here = source(hall)
    told = [(row.place, row.name) for row in titles(here.desk, "pl").titles]
    assert len(told) >= 3
    assert [place for place, _ in told] == list(range(1, len(told) + 1))
    assert f"Zawodnik {left}" not in dict(told).values()
    steps = [(one.place, one.name) for one in podium(here.desk, "pl")]
    assert steps == told
    shown = postcard(here).body[0].winners
    assert [(int(place), name) for place, name, _ in shown] == told[:3]
    made = paper("diplomas", here, WISH).body
    assert [(one.lines[0].split()[2], one.name) for one in made] == [
        (f"{place}.", name) for place, name in told
    ]
    places = form_facts(here)["places"]
    assert [(one["place"], one["name"]) for one in places][:3] == told[:3]
    (row,) = (r for r in hall.do("standings")["rows"] if r["entrant"] == left)
    assert row["remark"] == "Withdrew from the tournament."


def test_there_are_no_slips_with_numbers_where_nobody_draws_one():
    with pytest.raises(Refused, match=r"paper\.no_numbers"):
        paper("numbers", source(begun("eliminacje", 13)), WISH)
    assert "numbers" not in dict(everything(source(begun("zimowy", 8)), WISH))
    chosen = Hall()
    chosen.do("create", format="zimowy", seed="17", draw="planned")
    chosen.do("enter", name="Zawodnik 1")
    assert paper("numbers", source(chosen), WISH).body


def test_a_blank_sheet_has_seats_and_no_names():
    made = paper("scores", source(begun("eliminacje", 13)), Wish(blank=True)).body
    assert [len(sheet.rows) for sheet in made.sheets] == [4, 3, 3, 3]
    assert {row.name for sheet in made.sheets for row in sheet.rows} == {""}
    assert {sheet.code for sheet in made.sheets} == {""}


def test_every_pairing_sheet_carries_head_and_commitments():
    for document in ("scores", "seating", "tables"):
        words = as_text(paper(document, source(begun("eliminacje", 13)), WISH))
        assert "0f" * 32 in words
        assert "ab" * 32 in words
        assert "cd" * 32 in words


def test_names_are_in_polish_order():
    names = ["Żak", "Zych", "Źrebak", "Łoś", "Lis", "Ćma", "Cis", "Dąb", "Ósmy", "Osa"]
    wanted = ["Cis", "Ćma", "Dąb", "Lis", "Łoś", "Osa", "Ósmy", "Zych", "Źrebak", "Żak"]
    assert sorted(names, key=polish_order) == wanted


def test_numbers_in_names_go_by_their_size():
    names = ["Zawodnik 10", "Zawodnik 2", "Zawodnik 1 B", "Zawodnik 007", "Zawodnik", "Zawodnik 1"]
    wanted = ["Zawodnik", "Zawodnik 1", "Zawodnik 1 B", "Zawodnik 2", "Zawodnik 007", "Zawodnik 10"]
    assert sorted(names, key=polish_order) == wanted


SCHOOL = "Zespół Szkolno-Przedszkolny nr 12 im. Marii Skłodowskiej-Curie w Bielsku"


@pytest.mark.parametrize("document", ["checkin", "startlist", "seating", "badges"])
def test_a_long_school_is_printed_whole(document: str):
    hall = Hall().create("zimowy", 7)
    hall.do("enter", name="Zawodnik 8", club=SCHOOL)
    hall.do("draw")
    hall.do("publish")
    assert len(SCHOOL) > 70
    assert SCHOOL in as_text(paper(document, source(hall), WISH))


def test_before_a_cut_the_standings_show_its_line():
    hall = Hall()
    hall.do("create", format="eliminacje", seed="17")
    for n in range(1, 14):
        hall.do("enter", name=f"Zawodnik {n}")
    hall.do("draw")
    hall.do("publish")
    hall.play_round(Random(1))
    words = as_text(paper("standings", source(hall), WISH)).splitlines()
    line = words.index("== Linia awansu: gra dalej 8")
    assert words[line - 1].startswith("  8 |")


def test_the_scheme_of_32_says_what_it_mends():
    words = as_text(paper("scheme", source(begun("eliminacje", 64)), WISH))
    assert "27 stoi w nim dwa razy (eliminacje L54)" in words
    assert "5, 12, 21, 28" in words
    assert "dwa razy" not in as_text(paper("scheme", source(begun("eliminacje", 13)), WISH))


def level() -> Hall:
    """Every round before the cut is played, and ended alike at every table."""
    hall = Hall().create("eliminacje", 16)
    while (step := hall.do("check")["next"]) in ("draw", "publish", "play"):
        if step != "play":
            hall.do(step)
            continue
        r = hall.state.rounds[-1]
        for table in r.tables:
            for game in range(1, r.games + 1):
                seats = [{"entrant": n, "rack_sum": 10 * i} for i, n in enumerate(table.seats)]
                where = {"round": r.number, "table": table.number, "game": game}
                hall.do("result", ending="went_out", seats=seats, sure=True, **where)
    return hall


def test_a_scheme_names_a_tie_and_nobody_else_until_it_is_broken():
    hall = level()
    words = as_text(paper("scheme", source(hall), WISH))
    assert "Nierozstrzygnięty remis: Zawodnik" in words
    assert "1. Zawodnik" not in words


def test_the_protocol_and_the_reason_tell_the_tiles_that_decided_a_cut():
    hall = level().to_the_end()
    ties = hall.state.settlements
    words = as_text(paper("protocol", source(hall), WISH))
    assert "Rozstrzygnięte remisy" in words
    (best, drawn), *_ = sorted(ties[0].drawn, key=lambda one: -one[1])
    assert f"Zawodnik {best}: {drawn}" in words
    rows = {row["entrant"]: row for row in hall.do("standings")["rows"]}
    told = rows[best]["reason"] + rows[best].get("remark", "")
    assert str(drawn) in told


def test_the_form_is_data_too():
    made = source(over("eliminacje", 12))
    facts = form_facts(made)
    assert [row["place"] for row in facts["places"]] == [1, 2, 3]
    assert facts["entrants"] == 12
    lines = form_csv(made).splitlines()
    assert len(lines) == 4
    assert lines[1].startswith(f"1;{facts['places'][0]['name']};")


@pytest.mark.parametrize("name", ["=1+1", "+48 600", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_nothing_in_the_form_is_a_formula(name: str):
    hall = over("eliminacje", 12)
    desk = hall.session.desk
    named = type(desk)(desk.state, desk.keep, dict.fromkeys(desk.people, name))
    rows = form_csv(PaperSource(named, name)).split("\r\n")[1:-1] if "\r" not in name else []
    assert all(row.split(";")[1].startswith(("'", "\"'")) for row in rows)
    assert "\n=" not in form_csv(PaperSource(named, name)).replace("\n'", "")


def test_where_tiles_decide_no_paper_names_a_starter_before_they_are_drawn():
    """szkoly2015 L67: slips, sheets, lists and the rules card agree with each other."""
    hall = begun("szkoly2015", 16)
    made = {name: as_text(paper) for name, paper in everything(source(hall), WISH)}
    for name in ("slips", "scores", "tables"):
        assert "▶" not in made[name].replace("▶ rozpoczyna", "▶"), name
        assert "ozpoczyna" not in made[name], name
    assert "kostki losowane przy stoliku" in made["scores"]
    assert "kostki losowane przy stoliku" in made["rules"]
    table = hall.state.rounds[-1].tables[0]
    tiles = [{"entrant": int(n), "drawn": [str(i)]} for i, n in enumerate(table.seats, start=1)]
    hall.do("seat_tiles", round=int(hall.state.rounds[-1].number), table=1, tiles=tiles)
    again = {name: as_text(paper) for name, paper in everything(source(hall), WISH)}
    assert again["tables"].count("rozpoczyna") == 1


def test_the_protocol_tells_penalties_with_their_points_and_who_left():
    text = as_text(paper("protocol", source(troubled("eliminacje", 16)), WISH))
    ledger = text[text.index("\nKary\n") :]
    assert "Runda I: Zawodnik 2, upomnienie (−5 dużych punktów) [głośne rozmowy]" in ledger
    assert "Zawodnik 3, wykluczenie" in ledger
    assert "(koniec turnieju dla tego uczestnika) [nie słucha]" in ledger
    assert "[pomyłka · cofnięta: to nie on]" in ledger
    left = ledger[ledger.index("\nKto nie grał do końca\n") :]
    for line in ("1. Zawodnik 1: nieobecność", "3. Zawodnik 3: wykluczenie", "5. Zawodnik 5: wyc"):
        assert line in left
    assert "choroba" not in text, "why somebody went is nobody's business on paper"
    assert "Kto nie grał" not in as_text(paper("protocol", source(over("eliminacje", 12)), WISH))


def test_the_protocol_tells_who_gave_up_a_place():
    hall = Hall().create("szkoly2015", 16).to_the_end()
    first = hall.state.going[0]
    hall.do("resign", entrant=first, reason="nie może")
    text = as_text(paper("protocol", source(hall), WISH))
    resigned = text[text.index("\nRezygnacje z wywalczonego miejsca\n") :]
    assert f"{first}. Zawodnik {first}" in resigned
    assert "nie może" not in text


def test_lists_go_by_the_surname_and_show_it_first():
    hall = Hall().create("zimowy")
    for name in ("Ewa Żak", "Jan Łoś", "Anna Maria Lis", "Ewa Nowak\u00a0Kowalska", "Zawodnik 5"):
        hall.do("enter", name=name)
    (page,) = paper("checkin", source(hall), WISH).body
    (grid,) = page.blocks
    assert [row[1].replace("\u00a0", " ") for row in grid.rows] == [
        *("Lis Anna Maria", "Łoś Jan", "Nowak Kowalska Ewa", "Zawodnik 5", "Żak Ewa"),
    ]


@pytest.mark.parametrize(
    ("page", "code"),
    [
        ("http://192.168.1.5:8000/tournament/1", ""),
        ("https://turniej.example.org/t/1", ""),
        ("http://[fd00::5]:8000/t", ""),
        ("/tournament/1", "paper.page_address"),
        ("turniej.example.org", "paper.page_address"),
        ("http://[x", "paper.page_address"),
        ("http://localhost:8000/t", "paper.page_loopback"),
        ("http://127.0.0.1/t", "paper.page_loopback"),
        ("http://127.8.8.8:1/t", "paper.page_loopback"),
        ("http://[::1]/t", "paper.page_loopback"),
        ("http://0.0.0.0:8000/t", "paper.page_loopback"),
    ],
)
def test_an_address_on_paper_is_one_that_phones_reach(page: str, code: str):
    if not code:
        assert reachable_page(page) == page
        return
    with pytest.raises(Refused) as caught:
        reachable_page(page)
    assert caught.value.violations[0].code == code


def test_a_poster_without_an_address_is_refused():
    hall = begun("eliminacje", 13)
    with pytest.raises(Refused, match=r"paper\.no_address"):
        paper("poster", replace(source(hall), page=""), WISH)


@pytest.mark.parametrize(("seed", "printed"), [("17", True), ("", False)])
def test_no_line_says_that_there_is_no_seed(seed: str, printed: bool):
    hall = Hall()
    hall.do("create", format="zimowy", seed=seed)
    for n in range(1, 9):
        hall.do("enter", name=f"Zawodnik {n}")
    words = as_text(paper("protocol", source(hall.to_the_end()), WISH))
    assert ("Ziarno losowań:" in words) is printed


@pytest.mark.parametrize("document", ["standings", "crosstable"])
def test_nobody_has_a_place_before_the_first_result(document: str):
    grid = paper(document, source(begun("zimowy", 8)), WISH).body[0].blocks[0]
    assert {row[0] for row in grid.rows} == {"–"}
    played = paper(document, source(over("zimowy", 8)), WISH).body[0].blocks[0]
    assert played.rows[0][0] == "1"


def test_standings_before_the_first_result_give_no_reasons_and_no_line():
    grid = paper("standings", source(begun("eliminacje", 13)), WISH).body[0].blocks[0]
    assert {row[-1] for row in grid.rows} == {""}
    assert (grid.marked, grid.bands) == ((), ())


def test_whoever_holds_it_stands_on_the_consent():
    assert "Administrator danych: Klub Gier" in as_text(
        paper("consent", source(begun("zimowy", 8)), WISH)
    )
    nobody = replace(source(begun("zimowy", 8)), details=Details())
    assert "Administrator danych (organizator," in as_text(paper("consent", nobody, WISH))


def test_a_long_name_is_whole_on_badge_and_list():
    hall = Hall().create("zimowy", 3)
    surname = "Konstantynopolitańczykowianeczka-Wszędobylskokiewicz"
    hall.do("enter", name=f"Aleksandra {surname}")
    hall.do("draw")
    hall.do("publish")
    badges = [badge.name for badge in paper("badges", source(hall), WISH).body]
    assert f"Aleksandra {surname}" in badges
    listed = paper("seating", source(hall), WISH).body[0].blocks[0].rows
    assert f"{surname} Aleksandra" in [row[0] for row in listed]


def test_tables_and_seats_are_large_on_the_wall():
    seating, tables = (
        paper(name, source(begun("zimowy", 8)), WISH).body[0].blocks[0]
        for name in ("seating", "tables")
    )
    large = [
        [column.title for column in grid.columns if column.large] for grid in (seating, tables)
    ]
    assert large == [["Stolik", "Miejsce"], ["Stolik", "Miejsce"]]


def test_the_rules_card_says_stages_the_cut_and_other_documents():
    told = as_text(paper("rules", source(begun("eliminacje", 40)), WISH))
    assert "- Runda I i II: 2 rundy po 3 gry." in told
    assert "- Runda III: 3 gry. Grają 24 najlepsze osoby (TOP24)." in told
    assert (
        "Zasady tego turnieju to eliminacje; gdzie one milczą, stoi inny dokument: mp2023" in told
    )


def fives() -> Hall:
    """Two teams of five with a guardian and a school; a penalty, a test, a corrected result."""
    hall = Hall()
    hall.do("create", format="wojtek", seed="17", team_size=5)
    for n in range(10):
        team = f"Drużyna {n // 5 + 1}"
        whose = {"team": team, "guardian": f"Opiekun {n // 5 + 1}", "club": f"SP {n // 5 + 1}"}
        hall.do("enter", name=f"Zawodnik {n + 1}", **whose)
    hall.do("test", entrant=1, points=2, reason="test wiedzy")
    drawn = hall.do("draw")["price"]
    # Two teams of five at two tables: three and two of each sit together, and cannot do otherwise.
    assert (len(drawn["teams_together"]), drawn["teams_least"]) == (8, True)
    hall.do("publish")
    hall.do("penalty", entrant=2, step="yellow_card", big_points=-1, reason="krzyki")
    (seats, _) = (table.seats for table in hall.state.rounds[0].tables)
    first = {"round": 1, "table": 1, "game": 1}
    placed = [{"entrant": n, "place": i} for i, n in enumerate(seats, start=1)]
    hall.do("result", **first, seats=placed)
    turned = [{"entrant": n, "place": i} for i, n in enumerate(reversed(seats), start=1)]
    hall.do("correct", **first, seats=turned, reason="zła kolejność")
    _corrected_online(hall, seats)
    return hall.to_the_end()


def _corrected_online(hall: Hall, seats: Seats) -> None:
    """The same game twice more, as an online table would: with a cause, and in the old word."""
    where = (RoundNumber(1), TableNumber(1), GameNumber(1))
    for order, reason, cause in (
        (seats, "", CorrectionCause.EXCLUSION),
        (tuple(reversed(seats)), "rewind", CorrectionCause.BY_HAND),
    ):
        lines = tuple(Line(n, i + 1, (5, 3, 2, 1, 0)[i], 0) for i, n in enumerate(order))
        told = CorrectResult(*where, lines, reason, online=True, cause=cause)
        hall.session.desk.do(told)


def test_papers_of_pupils_explain_every_point():
    hall = fives()
    printed = {
        name: as_text(paper(name, source(hall), WISH))
        for name in ("crosstable", "protocol", "diplomas")
    }
    heads, *rows = (
        [cell.strip() for cell in line.split("|")]
        for line in printed["crosstable"].splitlines()
        if line.startswith(("| ", "  "))
    )
    for row in rows:  # what stands in a row adds up to its last cell
        cells = [cell.split(": ")[-1].replace("−", "-") for cell in row[2:]]
        *parts, total = (int(cell) if cell not in "–" else 0 for cell in cells)
        assert sum(parts) == total, (heads, row)
    assert {"Kary", "Test wiedzy"} <= set(heads)
    protocol = printed["protocol"]
    corrected = [line for line in protocol.splitlines() if "wynik poprawiony" in line]
    told = "- Runda I, stolik 1, gra 1: wynik poprawiony. Zawodnik 1: "
    for line, places, why in zip(
        corrected,
        ("1. → 5.", "5. → 1.", "1. → 5."),
        ("zła kolejność", "wykluczenie z gry", "nowy wynik ze stolika online"),
        strict=True,
    ):
        assert line.startswith(told + places)
        assert line.endswith(f"[{why}]")
    assert "plansza niezweryfikowana" in protocol
    assert "Do punktów drużyn liczy się: Runda zasadnicza. Nie liczy się: Finał." in protocol
    reasons = [line for line in protocol.splitlines() if "drużyna wyżej" in line]
    assert reasons, "a team stands below a team"
    for n in (1, 2):
        (team,) = [d for d in printed["diplomas"].splitlines() if f"| Drużyna {n} |" in d]
        assert f"opiekun: Opiekun {n}" in team
        assert f"SP {n}" in team


def test_an_english_paper_writes_its_day_as_english_does():
    text = as_text(paper("crosstable", source(over("wojtek", 8), "en"), WISH))
    assert "20/11/2026" in text
    assert "20.11.2026" not in text


@pytest.mark.parametrize("document", ["standings", "crosstable"])
def test_who_did_not_come_has_no_place_and_it_is_said_why(document: str):
    """0 points and no place (L101): on the list below somebody present with −3."""
    hall = Hall().create("wojtek")
    for n in range(1, 6):
        hall.do("enter", name=f"Zawodnik {n}", team=f"Drużyna {n}")
    hall.do("draw")
    hall.do("publish")
    hall.do("penalty", entrant=2, step="red_card", big_points=-3, reason="krzyki")
    seats = [{"entrant": n, "place": n - 3} for n in (4, 5)]
    away = [{"entrant": n, "absent": True} for n in (1, 3)]
    out = [*away, {"entrant": 2, "excluded": True}]
    hall.do("result", round=1, table=1, game=1, seats=[*seats, *out])
    lines = as_text(paper(document, source(hall), WISH)).split("\nDrużyny\n")[0].splitlines()
    *_, last_present, one, other = (line for line in lines if "Zawodnik" in line)
    assert "Zawodnik 2" in last_present
    said = "Bez rozegranej gry: 0 punktów z gier i bez miejsca"
    for absent in (one, other):
        assert absent[1:].startswith(" – | ")
        assert (said in absent) == (document == "standings")


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ("eliminacje", "po wcześniejszym upomnieniu; decyduje sędzia. [eliminacje L36]"),
        ("zimowy", "po wcześniejszym upomnieniu; decyduje sędzia główny. [zimowy L164]"),
        ("szkoly2015", "nie reaguje na kolejne kary; decyduje sędzia. [szkoly2015 L150]"),
    ],
)
def test_the_card_says_that_exclusion_is_a_choice_and_whose(shape: str, said: str):
    words = as_text(paper("referee", source(begun(shape, 16)), WISH))
    assert "wykluczenie | możliwe wykluczenie z turnieju" in words
    assert said in words


def test_where_the_rules_exclude_the_card_leaves_no_choice():
    words = as_text(paper("referee", source(begun("grandprix", 16)), WISH))
    assert "poza turniejem" in words
    assert "możliwe" not in words


@pytest.mark.parametrize("lang", ["pl", "en"])
@pytest.mark.parametrize("shape", ["grandprix", "eliminacje", "zimowy", "szkoly2015"])
def test_the_referees_card_has_every_verdict_the_judges_page_can_give(shape: str, lang: str):
    """A tile received for a time-out makes no −200 (decision 23), on paper as on the screen."""
    words = as_text(paper("referee", source(begun(shape, 16), lang), WISH))
    spared = text(f"verdict.rule.{VerdictRule.TIME_OUT_TILE}", lang)
    assert f"−100 | {spared}" in words


def test_any_violation_may_exclude_where_the_document_says_so():
    words = as_text(paper("referee", source(begun("szkoly2015", 16)), WISH))
    assert "Każde naruszenie zasad turnieju może skutkować wykluczeniem. [szkoly2015 L145]" in words
    assert "rażące" not in words


@pytest.mark.parametrize(
    ("shape", "counted"),
    [("szkoly2015", "pomniejszoną o własne"), ("zimowy", "sumę różnic")],
)
def test_a_score_sheet_says_for_which_ending_its_fines_are(shape: str, counted: str):
    sheet = as_text(paper("scores", source(begun(shape, 16)), WISH))
    lines = sheet.splitlines()
    fined = next(line for line in lines if "−100" in line)
    unfined = next(line for line in lines if "bez kar" in line)
    assert "Gdy ktoś wyłożył wszystkie kostki: zwycięzca 0; bez wyłożenia −100" in fined
    assert "także zwycięzca" in unfined
    assert counted in unfined
