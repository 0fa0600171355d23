"""Lists as schools send them: sixty files made after real patterns, with what must come of each.

A case is read right (`people`: the surname first, as lists have it; `clubs`), asked about
(`doubts`: cells that must be named) or refused with a sentence that helps (`refused`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import xlsxwriter

from stolik.app.naming import surname_first

PEOPLE = [("Żaneta", "Źrebięcka", "SP 5"), ("Łukasz", "Śląski", "SP 5"), ("Ewa", "Ćma", "SP 12")]
LISTED = ["Źrebięcka Żaneta", "Śląski Łukasz", "Ćma Ewa"]


@dataclass(frozen=True)
class Case:
    """One file."""

    name: str
    content: bytes
    people: list[str] | None = None  # surname first; None: nothing is entered
    clubs: list[str] | None = None
    doubts: tuple[str, ...] = ()  # cells
    refused: str = ""
    classes: list[str] | None = None
    teams: list[str] | None = None


def csv(rows: list[list[Any]], sign: str = ";", encoding: str = "utf-8") -> bytes:
    lines = (sign.join("" if c is None else str(c) for c in row) for row in rows)
    return ("\r\n".join(lines) + "\r\n").encode(encoding)


def xlsx(
    *sheets: list[list[Any]], names: tuple[str, ...] = (), merged: tuple[tuple, ...] = ()
) -> bytes:
    file = BytesIO()
    with xlsxwriter.Workbook(file, {"strings_to_formulas": False}) as book:
        for i, rows in enumerate(sheets):
            sheet = book.add_worksheet(names[i] if names else f"Arkusz{i + 1}")
            for r, row in enumerate(rows):
                for c, value in enumerate(row):
                    if value is not None:
                        sheet.write(r, c, value)
            for top, left, bottom, right, words in merged if i == 0 else ():
                sheet.merge_range(top, left, bottom, right, words)
    return file.getvalue()


def together(head: str = "Imię i nazwisko", school: str = "Szkoła") -> list[list[Any]]:
    return [[head, school], *([f"{f} {s}", club] for f, s, club in PEOPLE)]


def apart(first: str = "Imię", last: str = "Nazwisko") -> list[list[Any]]:
    return [[first, last, "Szkoła"], *([f, s, club] for f, s, club in PEOPLE)]


def cases() -> Iterator[Case]:
    yield from _encodings()
    yield from _headings()
    yield from _layouts()
    yield from _doubtful()
    yield from _classes()
    yield from _written_once()
    yield from _told_apart()
    yield from _no_lists()


CLUBS = ["SP 5", "SP 5", "SP 12"]


def _encodings() -> Iterator[Case]:
    for encoding in ("utf-8", "utf-8-sig", "cp1250", "iso-8859-2", "utf-16"):
        for sign in (";", ",", "\t"):
            name = f"{encoding} {sign!r}"
            yield Case(name, csv(apart(), sign, encoding), LISTED, CLUBS)


def _headings() -> Iterator[Case]:
    for head in (
        *("Podaj imię i nazwisko", "Imię i nazwisko uczestnika", "IMIĘ I NAZWISKO:", "Zawodnik"),
        *("Imie i nazwisko ucznia/uczennicy", "Imię i nazwisko (drukowanymi)"),
    ):
        yield Case(head, csv(together(head)), LISTED, CLUBS)
    for school in ("Nazwa szkoły", "Szkoła (pełna nazwa)", "Placówka", "Klub / szkoła", "Klub"):
        yield Case(school, csv(together(school=school)), LISTED, CLUBS)
    for both in ("Szkoła i klasa", "Nazwa szkoły, klasa", "Klasa i szkoła", "School and class"):
        classed = [[name, f"{club}, 5a"] for name, club in together()[1:]]
        listed = csv([["Imię i nazwisko", both], *classed])
        yield Case(both, listed, LISTED, [f"{club}, 5a" for club in CLUBS])
    kind = "Kategoria (szkoła podstawowa, klasy 1-3)"
    yield Case(kind, csv(together(school=kind)), LISTED, [""] * 3)
    for first, last in (
        ("Imię ucznia", "Nazwisko ucznia"),
        ("IMIĘ", "NAZWISKO"),
        ("Imię:", "Nazwisko:"),
        ("First name", "Last name"),
    ):
        yield Case(f"{first}, {last}", csv(apart(first, last)), LISTED, CLUBS)
    turned = [["Nazwisko i imię", "Szkoła"], *([f"{s} {f}", c] for f, s, c in PEOPLE)]
    yield Case("surname first", csv(turned), LISTED, CLUBS)
    swapped = [["Nazwisko", "Imię", "Szkoła"], *([s, f, c] for f, s, c in PEOPLE)]
    yield Case("surname column first", csv(swapped), LISTED, CLUBS)


def _layouts() -> Iterator[Case]:
    form = [
        [
            "Sygnatura czasowa",
            "Adres e-mail",
            "Podaj imię i nazwisko",
            "Szkoła",
            "Telefon opiekuna",
        ],
        *(["2026-01-12 10:11:12", "a@b.pl", f"{f} {s}", c, "601602603"] for f, s, c in PEOPLE),
    ]
    yield Case("Google Forms", csv(form, ","), LISTED, CLUBS)
    guardian = [
        ["Imię i nazwisko opiekuna", "Imię i nazwisko ucznia", "Szkoła"],
        *(["Maria Inna", f"{f} {s}", c] for f, s, c in PEOPLE),
    ]
    yield Case("the guardian comes first", xlsx(guardian), LISTED, CLUBS)
    titled = [["Zgłoszenie na turniej szkół"], ["Dnia 12.01.2026"], [], *apart()]
    yield Case("a title above", xlsx(titled), LISTED, CLUBS)
    numbered = [["Lp.", "Imię", "Nazwisko", "Szkoła"], *([i, *p] for i, p in enumerate(PEOPLE, 1))]
    yield Case("numbered", xlsx(numbered), LISTED, CLUBS)
    gaps = [apart()[0], PEOPLE[0], [], PEOPLE[1], [None, None, None], PEOPLE[2]]
    yield Case("empty rows between", xlsx([list(row) for row in gaps]), LISTED, CLUBS)
    school = [[*row[:2]] for row in apart()]
    merged = xlsx(school, merged=((1, 2, 3, 2, "SP 5"), (0, 2, 0, 3, "Szkoła")))
    yield Case("one school over all rows", merged, LISTED, ["SP 5"] * 3)
    empty_first = xlsx([], apart(), names=("Instrukcja", "Zapisy"))
    yield Case("an empty first sheet", empty_first, LISTED, CLUBS)
    long = [["Imię", "Nazwisko"], ["Ewa", "Nowak Kowalska"], ["Jan Maria", "Rokita"]]
    yield Case("two words of a surname", csv(long), ["Nowak Kowalska Ewa", "Rokita Jan Maria"])
    hyphen = [["Imię i nazwisko"], ["Ewa Nowak-Kowalska"], ["Anna Maria Wesołowska"]]
    yield Case("a hyphen", csv(hyphen), ["Nowak-Kowalska Ewa", "Wesołowska Anna Maria"])
    plain = "1. Ewa Ćma\n2) Łukasz Śląski\n".encode()
    yield Case("pasted with numbers", plain, ["Ćma Ewa", "Śląski Łukasz"])
    yield Case("pasted", "Ewa Ćma\nŁukasz Śląski\n".encode(), ["Ćma Ewa", "Śląski Łukasz"])


def _doubtful() -> Iterator[Case]:
    total = [*together(), ["Razem: 3", None]]
    yield Case("a total", csv(total), LISTED, CLUBS, doubts=("A5",))
    summed = [*apart(), [None, "SUMA", 3]]
    yield Case("a sum", csv(summed), LISTED, CLUBS, doubts=("B5",))
    dated = [*together(), ["12.01.2026", None]]
    yield Case("a date", csv(dated), LISTED, CLUBS, doubts=("A5",))
    counted = [*together(), [3, None]]
    yield Case("a number", xlsx(counted), LISTED, CLUBS, doubts=("Arkusz1!A5",))
    again = [*together(), ["Imię i nazwisko", "Szkoła"], ["Jan Nowak", "SP 7"]]
    yield Case("headings again", csv(again), [*LISTED, "Nowak Jan"], [*CLUBS, "SP 7"], ("A5",))
    noted = [*together(), ["Opiekun: Maria Inna tel. 601602603", None]]
    yield Case("a guardian below", csv(noted), LISTED, CLUBS, doubts=("A5",))
    two = [["Imię i nazwisko"], ["Ewa Ćma, Jan Nowak"], ["Łukasz Śląski"]]
    yield Case("two in a cell", csv(two), ["Nowak Ewa Ćma, Jan", "Śląski Łukasz"], None, ("A2",))
    yield from _two_in_a_cell()
    form = [["Imię i nazwisko"], ["Ewa Ćma 7a"], ["Łukasz Śląski (2012)"]]
    yield Case(
        "a class beside", csv(form), ["Ewa Ćma 7a", "Łukasz Śląski (2012)"], None, ("A2", "A3")
    )
    lone = [["Imię i nazwisko"], ["Ewa"], ["Łukasz Śląski"]]
    yield Case("one word", csv(lone), ["Ewa", "Śląski Łukasz"], None, ("A2",))
    loud = [["Imię i nazwisko"], ["ŚLĄSKI Łukasz"]]
    yield Case("a surname in capitals first", csv(loud), ["ŚLĄSKI Łukasz"], None, ("A2",))
    yield from _surname_first()
    yield from _titles()
    yield from _contacts()
    three = [["Nazwisko i imię"], ["Nowak Kowalska Ewa"]]
    yield Case("three words, surname first", csv(three), ["Nowak Kowalska Ewa"], None, ("A2",))
    bare = [list(person) for person in PEOPLE]
    yield Case("no headings", csv(bare), LISTED, CLUBS, doubts=("B1",))
    sheets = xlsx(apart(), apart(), names=("SP 5", "SP 12"))
    yield Case("two sheets", sheets, LISTED, CLUBS, doubts=("",))
    broken = [["Imię i nazwisko"], ["Ĺukasz ĹšlÄ…ski"]]
    yield Case("letters read wrong once", csv(broken), ["ĹšlÄ…ski Ĺukasz"], None, ("A2",))
    classes = [["Nazwisko", "Imię", "Nazwisko", "Imię"], ["Ćma", "Ewa", "Śląski", "Łukasz"]]
    yield Case("two lists side by side", xlsx(classes), ["Ćma Ewa"], None, ("Arkusz1!C1",))
    pairs = [["Imię i nazwisko pierwszego ucznia", "Imię i nazwisko drugiego ucznia"]]
    pairs += [["Ewa Ćma", "Łukasz Śląski"], ["Jan Nowak", None]]
    yield Case("two in a row", csv(pairs), ["Ćma Ewa", "Nowak Jan"], None, ("B1",))
    spare = [["Imię i nazwisko"], ["Ewa Ćma – rezerwowa"], ["Jan =A2"], ["Jan 😀 Nowak"]]
    yield Case(
        "a word, a formula, a smile",
        csv(spare),
        ["rezerwowa Ewa Ćma –", "Jan =A2", "Nowak Jan 😀"],
        None,
        ("A2", "A3", "A4"),
    )
    bullets = "Drużyna I:\n•\tEwa Ćma\n- Łukasz Śląski\n".encode()
    yield Case("bullets", bullets, ["Ćma Ewa", "Śląski Łukasz"], None, ("A1",))
    turned = [["Imię i nazwisko", "Szkoła"], ["Ewa Ćma", "SP 5"], ["Ćma Ewa", "sp 5"]]
    turned += [["Ćma Ewa", "SP 12"]]
    yield Case("turned round", csv(turned), ["Ćma Ewa", "Ewa Ćma", "Ewa Ćma"], None, ("A3",))
    signed = [*together(), ["Sztum, dnia 3.11.2026 r."], [None, "Podpis dyrektora"]]
    yield Case("place and signature", csv(signed), LISTED, CLUBS, doubts=("A5", "B6"))
    for foot in (
        *("Mrągowo, 12.11.2026 r.", "Mrągowo, dn. 12.11.2026r.", "Mrągowo 12 listopada 2026 r."),
        *("12.11.2026 r.", "Sporządziła: Anna Nowicka", "Sporządził Jan Nowak", "Opiekun: A. Inna"),
        *("Trenerka: Anna Nowicka", "Przygotowała: Anna Nowicka", "Zatwierdził: Jan Nowak"),
    ):
        yield Case(f"foot: {foot}", xlsx([*together(), [foot]]), LISTED, CLUBS, ("Arkusz1!A5",))
    born = [*together(), ["Jan Nowak, 12.11.2012 r.", "SP 5"]]
    told = [*LISTED, surname_first("Jan Nowak, 12.11.2012 r.")]
    yield Case("a birthday beside", csv(born), told, None, ("A5",))
    asked = [["Imię i nazwisko"], ["?ukasz ?l?ski"]]
    yield Case("letters lost", csv(asked), ["?l?ski ?ukasz"], None, ("A2",))


def _two_in_a_cell() -> Iterator[Case]:
    """Under "Nazwisko i imię" a comma parts one name, or two people."""
    head, one = ["Lp.", "Nazwisko i imię", "Klasa"], [2, "Śląski Łukasz", "5a"]
    both = [1, "Nowak Jan, Nowak Anna", "5a"]
    told = [surname_first(both[1]), "Śląski Łukasz"]
    for encoding in ("utf-8", "cp1250", "iso-8859-2"):
        listed = csv([head, both, one, [3, "Ćma Ewa", "5a"]], encoding=encoding)
        yield Case(f"two, first, {encoding}", listed, [*told, "Ćma Ewa"], None, ("B2",))
    last = csv([head, one, [3, "Ćma Ewa", "5a"], [4, "Ćma Jan", "5a"], both])
    yield Case("two, last", last, [told[1], "Ćma Ewa", "Ćma Jan", told[0]], None, ("B5",))
    sisters = csv([["Nazwisko i imię"], ["Nowak Anna, Ewa"], ["Śląski Łukasz"]])
    yield Case("sisters", sisters, ["Nowak Anna Ewa", "Śląski Łukasz"], None, ("A2",))
    right = csv([["Nazwisko i imię"], ["Nowak, Jan Maria"], ["Śląski, Łukasz"]])
    yield Case("a comma in a name", right, ["Nowak Jan Maria", "Śląski Łukasz"])


def _surname_first() -> Iterator[Case]:
    pasted = "1. ŚLĄSKI Łukasz (kl. 5a)\n2. ĆMA-NOWAK Ewa (kl. 5b)\n".encode()
    beside, classes = ["ŚLĄSKI Łukasz", "ĆMA-NOWAK Ewa"], ["5a", "5b"]
    yield Case("capitals and a class", pasted, beside, None, ("A1", "A1"), classes=classes)
    two = "ŚLĄSKI Łukasz Jan\nNOWAK ĆMA Ewa\n".encode()
    yield Case("two words in capitals", two, ["ŚLĄSKI Łukasz Jan", "NOWAK ĆMA Ewa"], None, ("A1",))
    ends = "Sadowska Ewa\nŚląski Łukasz\nMalinowska Żaneta\n".encode()
    listed = ["Sadowska Ewa", "Śląski Łukasz", "Malinowska Żaneta"]
    yield Case("surnames by their endings", ends, listed, None, ("A1",))
    mixed = [["Imię i nazwisko"], ["ŚLĄSKI Łukasz"], ["Ewa Ćma"], ["Jan Nowak"]]
    told = ["Łukasz ŚLĄSKI", "Ćma Ewa", "Nowak Jan"]
    yield Case("one of them in capitals", csv(mixed), told, None, ("A2",))


def _classes() -> Iterator[Case]:
    """Classes as journals and forms write them, titles, and who has resigned."""
    listed, a, b = ["Źrebięcka Żaneta", "Śląski Łukasz"], "Żaneta Źrebięcka", "Łukasz Śląski"
    journal = [["Lp.", "Nazwisko", "Imię", "Oddział", "PESEL"]]
    journal += [[1, "Źrebięcka", "Żaneta", "5a", "1"], [2, "Śląski", "Łukasz", "5b", "2"]]
    yield Case("a journal's export", csv(journal), listed, classes=["5a", "5b"])
    between = xlsx([["Klasa 5a"], [a], [], ["Klasa 6"], [b]])
    cells = ("Arkusz1!A1", "Arkusz1!A4")
    yield Case("classes over names", between, listed, doubts=cells, classes=["5a", "6"])
    pasted = f"5a\n{a}\n\nVI b\n{b}\n".encode()
    yield Case("classes alone", pasted, listed, doubts=("A1", "A4"), classes=["5a", "VI b"])
    nested = f"SP 5\nkl. 5a\n{a}\nSP 12\n{b}\n".encode()
    asked = ("A1", "A2", "A4")
    yield Case(
        "a class ends with its school", nested, listed, ["SP 5", "SP 12"], asked, "", ["5a", ""]
    )
    head, rows = ["Lp.", "Nazwisko", "Imię"], [[1, *a.split()[::-1]], [1, *b.split()[::-1]]]
    numbered = [head, ["Klasa 4a"], rows[0], ["Klasa 4b"], rows[1]]
    told = {"people": listed, "classes": ["4a", "4b"]}
    yield Case("classes among numbers", csv(numbered), doubts=("A2", "A4"), **told)
    merged = xlsx(
        [head, [], rows[0], [], rows[1]],
        merged=((1, 0, 1, 2, "Klasa 4a"), (3, 0, 3, 2, "kl. 4b")),
    )
    cells = ("Arkusz1!A2", "Arkusz1!A4")
    yield Case("classes merged over the columns", merged, doubts=cells, **told)
    bare = [["", *head[1:]], ["4a"], rows[0], ["4b", "", ""], rows[1], ["Razem: 2"]]
    yield Case("classes beside a column of names", csv(bare), doubts=("A2", "A4"), **told)
    schooled = csv([head, ["SP nr 5 w Piszu"], rows[0], ["Nowak Jan"], rows[1]])
    clubs = ["SP nr 5 w Piszu"] * 2
    yield Case("a school among numbers", schooled, listed, clubs, ("A2", "A4"))
    titled = csv([["Imię i nazwisko"], [f"mgr {a}"], [f"dr inż. {b}"]])
    told = ["Źrebięcka mgr Żaneta", "Śląski dr inż. Łukasz"]
    yield Case("titles before names", titled, told, doubts=("A2", "A3"))
    gone = csv([["Imię i nazwisko", "Uwagi"], [a, "gra z nr 3"], [b, "Rezygnacja"]])
    yield Case("who has resigned", gone, listed, doubts=("B3",))
    row = f"{a}, {b}, Ewa Ćma, Jan Nowak\n".encode()
    yield Case("all on a line", row, ["Źrebięcka Żaneta"], None, ("A1",))
    utf16 = csv(apart(), ";", "utf-16")
    yield Case("two bytes a letter", utf16, LISTED, CLUBS)
    fifth = [
        ["SP 5"],
        ["ul. Długa 7"],
        ["tel. 22 123 45 67"],
        ["Turniej"],
        *apart()[:1],
        *apart()[1:],
    ]
    yield Case("headings in the fifth row", xlsx(fifth), LISTED, CLUBS)
    lined = "Lp.\tImię i nazwisko\tKlasa\n" + f"1.\t{a}\t5a\n2.\t{b}\t5b\n"
    yield Case("a table pasted", lined.encode(), listed, classes=["5a", "5b"])
    a_class = [["Imię i nazwisko"], [a]], [["Imię i nazwisko"], [b]]
    sheets, asked = xlsx(*a_class, names=("5a", "5b")), ("", "5a!A2")
    yield Case("a class a sheet", sheets, listed[:1], None, asked, classes=["5a"])
    counted = csv([["Imię i nazwisko"], [a], [b], ["Razem chłopców: 1"], ["Ogółem"]])
    yield Case("two totals", counted, listed, None, ("A4", "A5"))


def _titles() -> Iterator[Case]:
    """What stands over or under the names and is nobody."""
    people = "Ewa Ćma\nŁukasz Śląski\nŻaneta Źrebięcka\n"
    listed = ["Ćma Ewa", "Śląski Łukasz", "Źrebięcka Żaneta"]
    for title in (
        *("SP Dobczyce", "Turniej Rummikub", "Klub Planszówka", "Zgłoszenie drużyny SP Dobczyce"),
        *("II LO Kraków", "ZS nr 3", "Liceum Ogólnokształcące", "Mistrzostwa Powiatu 2026"),
        *("Niepubliczna Szkoła Podstawowa", "Reprezentacja gminy", "Zespół Szkół", "MDK Sztum"),
        *("Dobczyce SP 3", "Winter Cup", "Primary School 5", "Osoby chętne"),
    ):
        yield Case(f"over: {title}", f"{title}\n{people}".encode(), listed, None, ("A1",))
        below = xlsx([*([name] for name in people.splitlines()), [title]])
        yield Case(f"under: {title}", below, listed, None, ("Arkusz1!A4",))
    schools = "SP nr 3 w Mrągowie\nEwa Ćma\nŁukasz Śląski\nSzkoła: ZS Pisz\nŻaneta Źrebięcka\n"
    clubs = ["SP nr 3 w Mrągowie", "SP nr 3 w Mrągowie", "ZS Pisz"]
    yield Case("schools between names", schools.encode(), listed, clubs, ("A1", "A4"))
    headed = [["Imię i nazwisko", "Klub"], ["II LO Kraków:"], ["Ewa Ćma"], ["Łukasz Śląski", "KS"]]
    told = ["Ćma Ewa", "Śląski Łukasz"]
    yield Case("a school over some", csv(headed), told, ["II LO Kraków", "KS"], ("A2",))
    for title in ("Turniej szkół", "Uczniowie:", "Szkoła:", "Zgłoszenie SP 3", "Osoby z SP 3"):
        over = f"{title}\n{people}".encode()
        yield Case(f"no school over: {title}", over, listed, [""] * 3, ("A1",))
    for title in ("Małe orły", "MAŁE ORŁY", "Orły Z Naszej Gminy"):
        asked = Case(
            f"of another shape: {title}", f"{title}\n{people}".encode(), None, None, ("A1",)
        )
        yield replace(asked, people=[surname_first(title), *listed])
    numbered = "Małe Orły\n1. Ewa Ćma\n2. Łukasz Śląski\n3. Żaneta Źrebięcka\n".encode()
    yield Case("over numbers", numbered, ["Orły Małe", *listed], None, ("A1",))
    lone = xlsx([["Małe Orły"], *([f"{f} {s}", club] for f, s, club in PEOPLE)])
    doubts = ("Arkusz1!A1", "Arkusz1!A1")
    yield Case("over columns", lone, ["Orły Małe", *LISTED], ["", *CLUBS], doubts)
    schools = csv([[club, f"{f} {s}"] for f, s, club in PEOPLE])
    yield Case("a column of schools first", schools, LISTED, CLUBS, ("B1",))
    beside = [["Imię i nazwisko"], ["Ewa Ćma SP 5"], ["Jan Nowak"], ["Anna Maria Wesołowska"]]
    told = ["Ewa Ćma SP 5", "Nowak Jan", "Wesołowska Anna Maria"]
    yield Case("a school beside", csv(beside), told, None, ("A2",))


def _contacts() -> Iterator[Case]:
    """Telephones and addresses are nobody's club, and no part of a name."""
    bare = [[f"{f} {s}", f"600 100 20{i}", c] for i, (f, s, c) in enumerate(PEOPLE)]
    yield Case("telephones beside names", csv(bare), LISTED, CLUBS, ("A1",))
    one = [["Ewa Ćma", "600100202", "SP 12"]]
    yield Case("one telephone", csv(one), ["Ćma Ewa"], ["SP 12"], ("A1",))
    headed = [["Imię i nazwisko", "Klub", "Szkoła"]]
    headed += [[f"{f} {s}", f"m{i}@example.pl", c] for i, (f, s, c) in enumerate(PEOPLE)]
    yield Case("addresses under a club", csv(headed), LISTED, CLUBS)
    strewn = [*together()[:3], ["Ewa Ćma", "+48 600-100-200"]]
    yield Case("a telephone for a school", csv(strewn), LISTED, ["SP 5", "SP 5", ""], ("B4",))
    for beside in (
        *(" <ewa.cma@example.pl> tel. 600-100-200", ", tel. 600 100 200", " (ewa@example.pl)"),
        *(" - 600100200", " kom.: +48 600 100 200", "; mail: ewa@example.pl"),
    ):
        named = [*([f"{f} {s}"] for f, s, _ in PEOPLE[:2]), [f"Ewa Ćma{beside}"]]
        yield Case(f"beside a name: {beside}", xlsx(named), LISTED, None, ("Arkusz1!A3",))


def _written_once() -> Iterator[Case]:
    """Merged cells lost on the way: a school or a team only in the first row of a group."""
    head, four = "Imię i nazwisko", ["Kowal Ala", "Dąb Jan", "Mak Ewa", "Rak Ula"]
    names = ["Ala Kowal", "Jan Dąb", "Ewa Mak", "Ula Rak"]
    led = [["Drużyna", head, "Opiekun"], ["Misie", names[0], "Maria Nowak"], ["", names[1], ""]]
    led += [["Smoki", names[2], "Jan Bąk"], ["", names[3], ""]]
    teams = ["Misie", "Misie", "Smoki", "Smoki"]
    yield Case("teams written once", csv(led), four, None, ("A3",), teams=teams)
    yield Case("the same in a workbook", xlsx(led), four, None, ("Arkusz1!A3",), teams=teams)
    for part in ("Szkoła", "Klub"):
        left = csv([[part, head], *zip(["SP 5", "", "", ""], names, strict=True)])
        yield Case(f"{part} written once", left, four, ["SP 5"] * 4, ("A3",))
        right = csv([[head, part], *zip(names, ["SP 5", "", "SP 12", ""], strict=True)])
        yield Case(f"{part} behind", right, four, ["SP 5"] * 2 + ["SP 12"] * 2, ("B3",))
    parted = [
        ["Klasa", "Imię", "Nazwisko"],
        *([c, *n.split()] for c, n in zip(["5a", "", "5b", ""], names, strict=True)),
    ]
    yield Case(
        "a class written once", csv(parted), four, None, ("A3",), "", ["5a", "5a", "5b", "5b"]
    )
    strewn = ["SP 5", "SP 5", "", "SP 12"]
    yield Case(
        "a blank cell", csv([["Szkoła", head], *zip(strewn, names, strict=True)]), four, strewn
    )
    more = ["SP 1", "", "SP 2", "SP 3"]
    yield Case(
        "one blank of many", csv([["Szkoła", head], *zip(more, names, strict=True)]), four, more
    )


def _told_apart() -> Iterator[Case]:
    """Two people by a slash; who only has no school; surnames that end as no surname does."""
    pair = [["Imię", "Nazwisko"], ["Ewa / Ala", "Kowal / Lis"], ["Jan", "Dąb"]]
    yield Case("two by a slash", csv(pair), ["Kowal / Lis Ewa / Ala", "Dąb Jan"], None, ("B2",))
    lacking = [*together(), ["Jakub Kot", ""]]
    yield Case("no school", csv(lacking), [*LISTED, "Kot Jakub"], [*CLUBS, ""], ("A5",))
    turned = ["Nowak Jan", "Kowal Ewa", "Wrona Iga", "Kot Jakub"]
    yield Case("known first names", csv([["Uczeń"], *([n] for n in turned)]), turned, None, ("A2",))
    plain = ["Marek Kot", "Jacek Wrona", "Tomek Mak"]
    told = ["Kot Marek", "Wrona Jacek", "Mak Tomek"]
    yield Case("first names like surnames", csv([["Uczeń"], *([n] for n in plain)]), told)


def _no_lists() -> Iterator[Case]:
    yield Case("a PDF", b"%PDF-1.7\n%\xe2\xe3" + b"x" * 99, refused="sheet.pdf")
    yield Case("a photograph", b"\xff\xd8\xff\xe0" + b"x" * 99, refused="sheet.picture")
    yield Case("a screenshot", b"\x89PNG\r\n\x1a\n" + b"x" * 99, refused="sheet.picture")
    yield Case("a phone's photograph", b"\0\0\0\x18ftypheic" + b"x" * 99, refused="sheet.picture")
    word = BytesIO()
    with ZipFile(word, "w") as parts:
        parts.writestr("[Content_Types].xml", "<x/>")
        parts.writestr("word/document.xml", "<x/>")
    yield Case("a Word document", word.getvalue(), refused="sheet.document")
    page = b"<html><table><tr><td>Ewa</td></tr></table></html>"
    yield Case("a page saved as .xls", page, refused="sheet.web_page")
    yield Case("XML saved as .xls", b'<?xml version="1.0"?><Workbook/>', refused="sheet.web_page")
    yield Case("rich text", b"{\\rtf1\\ansi Ewa}", refused="sheet.document")
    yield Case(
        "an old .xls",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 600,
        refused="sheet.old_or_locked",
    )
