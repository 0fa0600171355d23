"""Lists of entrants from files and the clipboard."""

import json
from io import BytesIO

import pytest
import xlsxwriter

from stolik.adapters.sheets.reader import read_file
from stolik.app.naming import TIE
from stolik.app.sheets.exports import ExportSource, as_csv, rows_of
from stolik.app.sheets.reading.edits import edits_of
from stolik.app.sheets.reading.entering import take_entrants
from stolik.app.sheets.reading.entrants import read_entrants
from stolik.refusal import Refused
from tests.tournament.hall import Hall


def taken(hall: Hall, content: bytes, *, apply: bool = True, twice: bool = False):
    found = read_entrants(read_file(content))
    return take_entrants(hall.session.desk, found, apply=apply, twice=twice, sure=True, lang="pl")


def hall(shape: str = "zimowy") -> Hall:
    return Hall().create(shape)


def names(told: dict) -> list[str]:
    return [one["name"] for one in told["entrants"]]


def xlsx(rows: list[list]) -> bytes:
    file = BytesIO()
    with xlsxwriter.Workbook(file, {"strings_to_formulas": False}) as book:
        book.add_worksheet("Pusty")
        sheet = book.add_worksheet("Zapisy")
        for r, row in enumerate(rows):
            for c, value in enumerate(row):
                sheet.write(r, c, value)
    return file.getvalue()


POLISH = """Lp.;Imię;Nazwisko;Szkoła;Kategoria wiekowa;Stolik;Telefon
1;Zawodnik;Żółty;SP 5;2015;3;601
2;Zawodnik;Ósmy;;;;
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1250", "utf-16"])
@pytest.mark.parametrize("sign", [";", ",", "\t"])
def test_polish_headings_in_every_encoding(encoding: str, sign: str):
    event = hall()
    told = taken(event, POLISH.replace(";", sign).encode(encoding))
    assert names(told) == ["Zawodnik Żółty", "Zawodnik Ósmy"]
    assert told["entrants"][0] | {"entrant": 1} == {
        "cell": "C2",
        "row": 2,
        "name": "Zawodnik Żółty",
        "club": "SP 5",
        "age_class": "2015",
        "table": 3,
        "entrant": 1,
        "waiting": False,
    }
    assert told["unknown_columns"] == ["Telefon"]
    assert event.state.entrants[1].fixed_table == 3
    assert event.session.desk.people[1] == "Zawodnik Żółty"


def test_an_xlsx_with_a_title_above_its_english_headings():
    rows = [["Winter cup"], [], ["No", "Full name", "Club", "Team"], [1, "Zawodnik 1", "K", "T1"]]
    told = taken(hall(), xlsx(rows))
    assert [(e["cell"], e["name"], e["club"], e["team"]) for e in told["entrants"]] == [
        ("Zapisy!B4", "Zawodnik 1", "K", "T1")
    ]


def test_a_plain_list_pasted():
    assert names(taken(hall(), b"1. Zawodnik 1\n2) Zawodnik 2\n\n  Zawodnik 3  \n")) == [
        *("Zawodnik 1", "Zawodnik 2", "Zawodnik 3"),
    ]


def test_columns_pasted_without_headings():
    told = taken(hall(), b"1\tZawodnik 1\tSP 5\n2\tZawodnik 2\tSP 6\n")
    assert [(e["name"], e["club"]) for e in told["entrants"]] == [
        ("Zawodnik 1", "SP 5"),
        ("Zawodnik 2", "SP 6"),
    ]


def test_what_a_column_holds_is_said_where_the_guess_is_wrong():
    pasted = read_file(b"SP 5\t2015\tZawodnik 1\nSP 6\t2016\tZawodnik 2\n")
    guessed = read_entrants(pasted)
    assert [str(one.code) for one in guessed.doubts][:1] == ["sheet.doubt_no_headings"]
    assert [(one.heading, one.sample) for one in guessed.seen][:2] == [
        ("A", ("SP 5", "SP 6")),
        ("B", ("2015", "2016")),
    ]
    said = read_entrants(pasted, "", ["school", "age_class", "name"])
    assert [(one.name, one.club, one.age_class) for one in said.listed] == [
        ("Zawodnik 1", "SP 5", "2015"),
        ("Zawodnik 2", "SP 6", "2016"),
    ]
    assert not said.doubts
    headed = read_file(b"co;kto\nSP 5;Zawodnik 1\n")
    assert [one.part for one in read_entrants(headed, "", ["club", "name"]).seen] == [
        "club",
        "name",
    ]


def test_one_choice_turns_every_name_of_a_single_column():
    pasted = read_file(b"SADOWSKA Amelia\nNOWAK Ewa\n")
    guessed = read_entrants(pasted)
    assert [one.part for one in guessed.seen] == ["name_reversed"]
    assert [one.name for one in guessed.listed] == ["Amelia SADOWSKA", "Ewa NOWAK"]
    said = read_entrants(pasted, "", ["name"])
    assert [one.name for one in said.listed] == ["SADOWSKA Amelia", "NOWAK Ewa"]
    assert said.doubts == ()
    plain = read_file(b"Zawodnik Ewa\nZawodnik Jan\n")
    turned = read_entrants(plain, "", ["name_reversed"])
    assert [one.name for one in turned.listed] == ["Ewa Zawodnik", "Jan Zawodnik"]


@pytest.mark.parametrize(
    ("parts", "code"),
    [(["club", "team"], "sheet.no_names"), (["name", "x"], "sheet.column_unknown")],
)
def test_columns_that_make_no_list_are_refused(parts: list[str], code: str):
    with pytest.raises(Refused) as refused:
        read_entrants(read_file(b"SP 5\tZawodnik 1\n"), "", parts)
    assert str(refused.value.violations[0].code) == code


def test_who_is_known_is_left_out_and_named():
    event = hall()
    event.do("enter", name="Zawodnik 1", club="SP 5")
    content = b"nazwisko;klub\nZAWODNIK  1;sp 5\nZawodnik 1;SP 6\nZawodnik 2;\nZawodnik 2;\n"
    told = taken(event, content, apply=False)
    assert [(e["cell"], e["same_as"]) for e in told["left_out"]] == [("A2", "#1"), ("A5", "A4")]
    assert [(e["name"], e.get("same_name")) for e in told["entrants"]] == [
        ("Zawodnik 1", 1),
        ("Zawodnik 2", None),
    ]
    assert len(event.state.entrants) == 1
    assert len(names(taken(event, content, twice=True))) == 4


@pytest.mark.parametrize(
    ("content", "code", "cell"),
    [
        ("imię i nazwisko;klub\n;SP 5\n", "sheet.name_missing", "A2"),
        (f"imię i nazwisko\n{'x' * 201}\n", "sheet.name_long", "A2"),
        ("nazwisko;stolik\nZawodnik 1;pierwszy\n", "sheet.table_number", "B2"),
        ("nazwisko;stolik\nZawodnik 1;999999\n", "sheet.entrant_refused", "A2"),
    ],
)
def test_a_wrong_row_is_named_and_nobody_is_entered(content: str, code: str, cell: str):
    event = hall("wojtek")
    told = taken(event, content.encode(), apply=False)
    assert [(f["code"], f["cell"]) for f in told["faults"]] == [(code, cell)]
    with pytest.raises(Refused, match=code):
        taken(event, content.encode())
    assert event.state.entrants == {}


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "sheet.empty"),
        (b" \n\n", "sheet.empty"),
        (b"telefon;adres\n", "sheet.no_names"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 600, "sheet.old_or_locked"),
        (b"PK\x03\x04" + b"x" * 600, "sheet.broken"),
        (b"\x81\x83\xff", "sheet.encoding"),
        (b"a\0b", "sheet.kind"),
        (b";" * 1001, "sheet.too_wide"),
        (b"a\n" * 20_001, "sheet.too_many_rows"),
        (b"a" * 8_000_001, "sheet.too_large"),
    ],
)
def test_a_file_that_is_no_list_is_refused_in_words(content: bytes, code: str):
    event = hall()
    with pytest.raises(Refused, match=code):
        taken(event, content)


@pytest.mark.parametrize("lang", ["", "pl", "en"])
def test_our_own_export_of_entrants_comes_back(lang: str):
    event, other = hall(), hall()
    for n, name in enumerate(("Zawodnik 1", "=1+1", "'@x", "-Zawodnik 5"), start=1):
        event.do("enter", name=name, club=f"+K{n}", team="")
    rows = rows_of("entrants", ExportSource(event.session.desk, ()))
    taken(other, as_csv(rows, "entrants", lang))
    assert other.session.desk.people == event.session.desk.people
    assert other.state.entrants == event.state.entrants


@pytest.mark.parametrize(
    "name",
    ["Zawodnik\u00a0Ósmy", "Zawodnik Ósmy\u00a0Nowy", "77", "Suma Zawodników", "Zawodnik 17", "+"],
)
def test_our_own_export_brings_every_name_back_as_it_was_kept(name: str):
    first, second = hall(), hall()
    first.do("enter", name=name, club="SP 5")
    kept = dict(first.session.desk.people)
    told = taken(second, as_csv(rows_of("entrants", ExportSource(first.session.desk, ()))))
    assert told["doubts"] == []
    assert dict(second.session.desk.people) == kept


def test_a_teacher_in_a_tournament_without_teams_is_a_column_left_out():
    event = hall()
    told = taken(event, "Nazwisko;Imię;Opiekun\nÓsmy;Zawodnik;Opiekun 1\n".encode())
    assert names(told) == ["Zawodnik Ósmy"]
    assert told["unknown_columns"] == ["Opiekun"]
    assert "guardian" not in told["columns"]
    assert event.state.guardians == {}


def test_headings_are_in_the_language_and_rows_of_numbers_have_no_apostrophe():
    event = Hall().create("eliminacje", 12).to_the_end()
    rows = rows_of("standings", ExportSource(event.session.desk, (), "pl"))
    table = as_csv(rows, "standings", "pl").decode("utf-8-sig")
    heads = table.splitlines()[0]
    assert "imię i nazwisko" in heads
    assert "wcześniej: duże punkty" in heads
    assert "_" not in heads
    assert "'" not in table
    assert "−" in table


MISREAD = """Imię i nazwisko;Szkoła;Stolik
Gracz Pierwszy;SP 5;
Gracz Drugi 601 602 603;SP 5;
;SP 5;
Gracz Czwarty;SP 5;przy oknie
Razem: 4
Gracz Pierwszy;SP 5;
""".encode()


def edited(event: Hall, *edits: dict, content: bytes = MISREAD, **how: bool):
    found = read_entrants(read_file(content), edits=edits_of(json.dumps({"rows": edits}).encode()))
    how = {"apply": False, "twice": False, "sure": True, **how}
    return take_entrants(event.session.desk, found, **how, lang="pl")


def test_a_row_is_left_out_or_written_anew_and_its_doubts_go_with_it():
    event = hall()
    told = edited(event)
    assert [(one["row"], one["name"]) for one in told["entrants"]] == [
        (2, "Gracz Pierwszy"),
        (3, "Gracz Drugi"),
    ]
    assert [one["row"] for one in told["faulty"]] == [4, 5]
    assert [(one["row"], one["name"]) for one in told["nobody"]] == [(6, "Razem: 4")]
    assert [one["row"] for one in told["left_out"]] == [7]
    again = edited(
        event,
        {"row": 3, "leave_out": True},
        {"row": 4, "name": " Gracz\tTrzeci", "club": "SP 6"},
        {"row": 5, "leave_out": True},
        {"row": 6, "name": "Gracz Razem"},
        {"row": 7, "name": "Gracz Pierwszy", "club": "SP 5", "twice": True},
        apply=True,
        sure=False,
    )
    assert [(one["name"], one.get("club", "")) for one in again["entrants"]] == [
        ("Gracz Pierwszy", "SP 5"),
        ("Gracz Trzeci", "SP 6"),
        ("Gracz Razem", ""),
        ("Gracz Pierwszy", "SP 5"),
    ]
    assert [one["row"] for one in again["crossed"]] == [3, 5]
    assert (again["faults"], again["doubts"]) == ([], [])
    assert len(event.session.desk.state.entrants) == 4


def test_what_is_written_anew_is_looked_at_like_the_list():
    told = edited(hall(), {"row": 2, "name": "Gracz i Druga"}, {"row": 3, "name": ""})
    assert ("sheet.doubt_two", "A2") in [(one["code"], one["cell"]) for one in told["doubts"]]
    assert (3, "sheet.name_missing") in [(one["row"], one["code"]) for one in told["faults"]]


def test_leaving_everybody_out_is_no_refusal():
    told = edited(hall(), *({"row": row, "leave_out": True} for row in range(2, 8)))
    assert (told["entrants"], told["faulty"]) == ([], [])
    assert len(told["crossed"]) == 6


@pytest.mark.parametrize("said", ["[", '{"rows":[{"row":"2"}]}', '{"rows":[{"row":2,"naem":"x"}]}'])
def test_edits_that_are_none_are_refused(said: str):
    with pytest.raises(Refused):
        edits_of(said.encode())


def test_a_row_stays_edited_when_columns_are_said():
    content = b"SP 5;Gracz Pierwszy\nSP 5;Gracz Drugi\n"
    edits = edits_of(b'{"rows":[{"row":2,"name":"Gracz Inny"},{"row":1,"leave_out":true}]}')
    found = read_entrants(read_file(content), "", ["club", "name"], edits=edits)
    assert [one.name for one in found.listed] == ["Gracz Inny"]


def test_a_consent_refused_in_a_form_is_asked_about_and_never_taken_for_given():
    form = (
        "Sygnatura czasowa,Imię i nazwisko uczestnika,Wyrażam zgodę na publikację wizerunku\n"
        "2026-11-02 10:11:12,Gracz Pierwszy,Tak\n"
        "2026-11-02 10:12:12,Gracz Drugi,Nie\n"
        '2026-11-02 10:13:12,Gracz Trzeci,"Nie, nie wyrażam zgody"\n'
    )
    told = edited(hall(), content=form.encode())
    asked = [(d["code"], d["cell"]) for d in told["doubts"]]
    assert asked == [("sheet.doubt_consent", "C3"), ("sheet.doubt_consent", "C4")]
    assert "„Wyrażam zgodę na publikację wizerunku”" in told["doubts"][0]["message"]
    left = edited(hall(), {"row": 3, "leave_out": True}, content=form.encode())
    assert [d["cell"] for d in left["doubts"]] == ["C4"]


LETTER = """Dzień dobry,
zgłaszam uczniów na turniej:
Gracz Pierwszy
Gracz Drugi

Z poważaniem
Osoba Podpisana
tel. 601 602 603
""".encode()


def test_a_letter_is_read_without_its_greeting_and_signature():
    told = edited(hall(), content=LETTER)
    assert names(told) == ["Gracz Pierwszy", "Gracz Drugi"]
    assert [one["row"] for one in told["nobody"]] == [1, 2, 6, 7, 8]
    assert len(told["doubts"]) == 5
    back = edited(hall(), {"row": 7, "name": "Osoba Podpisana"}, content=LETTER)
    assert names(back)[-1] == "Osoba Podpisana"


def test_a_comma_parts_a_surname_from_a_first_name_where_the_heading_says_so():
    told = edited(hall(), content='Nazwisko, imię;Klasa\n"Pierwszy, Gracz Jan";4a\n'.encode())
    assert (names(told), told["doubts"]) == (["Gracz Jan Pierwszy"], [])


def test_half_a_name_and_who_signed_the_list_are_asked_about():
    rows = [["Nr", "Imię", "Nazwisko"], [1, "Gracz", "Pierwszy"], [2, "Gracz", None]]
    told = edited(hall(), content=xlsx([*rows, ["Sporządziła:", "M. Osoba", None]]))
    assert names(told) == ["Gracz Pierwszy", "Gracz"]
    asked = [(one["code"], one["cell"]) for one in told["doubts"]]
    assert ("sheet.doubt_one_word", "Zapisy!B3") in asked
    assert ("sheet.doubt_no_person", "Zapisy!A4") in asked
    half = edited(hall(), content=xlsx([*rows, [3, "Gracz Jan", None]]))
    assert ("sheet.doubt_one_word", "Zapisy!B4") in [(d["code"], d["cell"]) for d in half["doubts"]]


def test_a_school_in_a_title_is_that_of_everybody_below():
    rows = [["Szkoła Podstawowa nr 12"], ["Imię", "Nazwisko"], ["Gracz", "Pierwszy"]]
    told = edited(hall(), content=xlsx(rows))
    assert [one["club"] for one in told["entrants"]] == ["Szkoła Podstawowa nr 12"]
    assert [(d["code"], d["cell"]) for d in told["doubts"]] == [("sheet.doubt_school", "Zapisy!A1")]
    assert told["nobody"] == []


def read(book: dict):
    found = read_entrants(book)
    people = [(one.name.replace(TIE, " "), one.club, one.age_class) for one in found.listed]
    return people, [(str(one.code), one.facts["cell"]) for one in found.doubts]


def test_lines_below_a_list_of_names_apart_are_nobody_and_its_school_is_theirs():
    people, doubts = read(
        {
            "Z": [
                ["Szkoła:", "Zespół Szkół nr 2 w Żarowie", None],
                ["Lp.", "Imię", "Nazwisko"],
                [1, "Zawodnik", "Pierwszy"],
                [None, "Razem", None],
                [None, "Żarów, dnia 12.10.2026", None],
                [None, "Opiekun:", "Opiekun 1"],
            ]
        }
    )
    assert people == [("Zawodnik Pierwszy", "Zespół Szkół nr 2 w Żarowie", "")]
    assert doubts == [
        ("sheet.doubt_school", "Z!A1"),
        *(("sheet.doubt_no_person", f"Z!B{row}") for row in (4, 5, 6)),
    ]


def test_who_has_a_first_name_alone_is_asked_about_at_its_cell():
    people, doubts = read({"Z": [["Imię", "Nazwisko"], ["Zenon", None], ["Ewa", "Druga"]]})
    assert [name for name, *_ in people] == ["Zenon", "Ewa Druga"]
    assert ("sheet.doubt_one_word", "Z!A2") in doubts


@pytest.mark.parametrize(
    ("book", "classes", "asked"),
    [
        (
            {"klasa 4a": [["Imię i nazwisko"], ["Jan Ósmy"], ["Ewa Druga"]]},
            ["4a", "4a"],
            "klasa 4a!A2",
        ),
        ({"": [["Jan Ósmy, kl. 5a"], ["Ewa D., kl. 6 b"]]}, ["5a", "6 b"], "A1"),
        ({"": [["Jan Ósmy"], ["Ewa Druga (kl. VI)"]]}, ["", "VI"], "A2"),
        ({"": [["Jan Ósmy", "kl. 5a"], ["Ewa D.", "kl. 6 b"]]}, ["kl. 5a", "kl. 6 b"], "A1"),
    ],
)
def test_a_class_by_the_sheet_or_behind_a_name_is_a_category_and_no_club(book, classes, asked):
    people, doubts = read(book)
    assert [(club, age) for _, club, age in people] == [("", age) for age in classes]
    assert all("kl" not in name for name, *_ in people)
    assert doubts[0][1] == asked


def test_a_team_that_a_list_makes_too_large_is_asked_about():
    event = hall("wojtek")
    size = event.session.desk.state.format.team_size
    rows = "".join(
        f"Uczeń {word},Drużyna 1\n" for word in ["Ala", "Ela", "Iga", "Ola", "Ula", "Ewa"][:size]
    )
    full = f"imię i nazwisko,drużyna\n{rows}".encode()
    found = read_entrants(read_file(full))
    told = take_entrants(event.session.desk, found, apply=True, twice=False, lang="pl")
    assert [one["code"] for one in told["doubts"]] == []
    more = read_entrants(read_file("imię i nazwisko,drużyna\nUczeń Nowy,Drużyna  1\n".encode()))
    with pytest.raises(Refused) as refused:
        take_entrants(event.session.desk, more, apply=True, twice=False, lang="pl")
    (doubt,) = refused.value.violations
    assert doubt.code == "sheet.doubt_full_team"
    assert doubt.facts["count"] == size + 1
    take_entrants(event.session.desk, more, apply=True, twice=False, sure=True, lang="pl")
    assert len(event.session.desk.state.entrants) == size + 1
