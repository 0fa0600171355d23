"""Boards from files: ours loads and is sound, a wrong one is refused with all that is wrong."""

import tomllib
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from stolik.app.games.wojtek.board_picture import picture_of
from stolik.app.library import BOARDS, board, board_from
from stolik.app.texts import LANGUAGES, say
from stolik.refusal import Refused, Violation
from stolik.wojtek.board import Board

OWN = 'based_on = "trasa"\nid = "own"\ntitle = "Własna"\n'
ROUTE = (
    "Buzułuk Tockoje Tatiszczewo Kermine Guzar Jangi-Jul Krasnowodsk Pahlewi Kazwin Teheran "
    "Hamadan Kermanszah Chanakin Kizil-Ribat Bagdad Kirkuk Mosul Damaszek Jerozolima Gaza Barbara "
    "Kair Ismailia Aleksandria Tarent Bari San_Basilio Isernia Venafro Monte_Cassino Piedimonte "
    "Rzym Campobasso Pescara Loreto Ankona Senigallia Pesaro Rimini Predappio Forlì Faenza Imola "
    "Bolonia Neapol Liverpool Glasgow Winfield Berwick"
)


def raw() -> dict[str, Any]:
    """The contents of our board file."""
    return tomllib.loads((files("stolik.data") / "boards" / "trasa.toml").read_text("utf-8"))


def refusal(contents: dict[str, Any]) -> tuple[Violation, ...]:
    with pytest.raises(Refused) as refused:
        board_from(contents)
    return refused.value.violations


@pytest.mark.parametrize("name", BOARDS)
def test_our_board_loads_and_nobody_has_signed_it(name: str):
    assert board(name).id == name
    assert not board(name).is_verified


def test_the_route_has_its_places_in_order():
    track = board("trasa")
    names = [track.field_at[p].name for p in sorted(track.field_at)]
    assert names == [name.replace("_", " ") for name in ROUTE.split()]
    assert track.goal.name == "Edynburg"
    assert list(track.city_at.values()) == [
        *("Buzułuk", "Teheran", "Aleksandria", "Monte Cassino", "Bolonia")
    ]
    assert [start.name for start in track.starts] == [
        *("Obwód Archangielski", "Republika Komi", "Obwód Swierdłowski", "Kraj Krasnojarski"),
        *("Kraj Ałtajski", "Kazachstan", "Uzbekistan"),
    ]


def test_each_colour_comes_seven_times_and_never_beside_itself():
    track = board("trasa")
    colours = [track.colour_at[p] for p in sorted(track.colour_at)]
    assert set(Counter(colours).values()) == {7}
    assert all(one != other for one, other in pairwise(colours))


def _drop(name: str) -> Callable[[dict[str, Any]], Any]:
    return lambda r: r[name].pop()


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (_drop("colours"), "board.colours"),
        (lambda r: r["colours"][0].update(id="o"), "board.colours"),
        (lambda r: r["colours"][0].update(id="rr"), "board.colours"),
        (lambda r: r["colours"][0].update(id="*"), "board.colours"),
        (lambda r: r["colours"][0].update(shape="square"), "board.contradiction"),
        (lambda r: r["colours"][0].update(hex='"/><script/>'), "board.contradiction"),
        (lambda r: r["fields"][3].update(colour="z"), "board.colour_unknown"),
        (lambda r: r["goal"].update(colours=["z"]), "board.colour_unknown"),
        (_drop("starts"), "board.starts"),
        (lambda r: r["starts"][0].update(colour="g"), "board.starts"),
        (lambda r: r["fields"].pop(5), "board.positions"),
        (lambda r: r["fields"][5].update(position=7), "board.positions"),
        (lambda r: [f.update(colour="o") for f in r["fields"] if f["colour"] == "r"],
         "board.colour_missing"),
        (lambda r: r["fields"][5].update(name="Teheran"), "board.names"),
        (lambda r: r["fields"][5].update(name=" "), "board.names"),
        (lambda r: r["kinds"][0].update(id="shell"), "board.kinds"),
        (lambda r: r["kinds"][0].update(id="miód"), "board.kinds"),
        (lambda r: r["cards"].update(portraits=["goulash"]), "board.kinds"),
        (lambda r: r["fields"][0].update(kind="goulash"), "board.kinds"),
        (lambda r: r["fields"][1].update(kind="honey"), "board.kinds"),
        (lambda r: r["cards"].update(travel_copies=4, rainbows=1), "board.deck"),
        (lambda r: r["cards"].update(copies=1, portraits=[]), "board.deck"),
        (lambda r: r["seating"].update(seats_min=5, seats_max=4), "board.contradiction"),
        (lambda r: r["seating"].update(bears=["a", "b", "a", "c", "d"]), "board.contradiction"),
        (lambda r: r["cards"].update(exchange_least=4, exchange_most=3), "board.contradiction"),
        (lambda r: r["goal"].update(colours=["r", "r"]), "board.contradiction"),
        (lambda r: r["ranking"].update(points_of_two=[3, 5]), "board.contradiction"),
        (lambda r: r.update(fields=[]), "field.range"),
        (lambda r: r["fields"][5].update(x=-1), "field.range"),
        (lambda r: r["fields"][5].update(extra=1), "field.unknown"),
        (lambda r: r["fields"][5].pop("colour"), "field.missing"),
        (lambda r: r["start"].update(layout="zigzag"), "field.choice"),
        (lambda r: r["judge"].update(confirms_cities=1), "field.type"),
        (lambda r: r.update(based_on="mp2023"), "profile.base"),
    ],
)  # fmt: skip
def test_a_wrong_board_is_refused(spoil: Callable[[dict[str, Any]], Any], code: str):
    contents = raw()
    spoil(contents)
    found = refusal(contents)
    assert code in [violation.code for violation in found]
    for lang in LANGUAGES:
        assert all("?" not in say(violation, lang) for violation in found)


def test_everything_wrong_is_named_at_once():
    contents = raw()
    contents["fields"][3]["colour"] = "z"
    contents["fields"][5]["position"] = 7
    contents["starts"].pop()
    contents["cards"]["portraits"] = ["goulash"]
    codes = {violation.code for violation in refusal(contents)}
    wanted = {"board.colour_unknown", "board.positions", "board.starts", "board.kinds"}
    assert wanted <= codes


def test_every_field_of_the_wrong_type_is_named_at_once():
    contents = raw()
    contents["fields"][3]["x"] = "left"
    contents["fields"][9]["city"] = "yes"
    contents["clock"]["turn_time_s"] = -1
    fields = {violation.facts["field"] for violation in refusal(contents)}
    assert fields == {"fields.4.x", "fields.10.city", "clock.turn_time_s"}


def test_fields_may_stand_in_any_order_in_the_file():
    contents = raw()
    contents["fields"].reverse()
    assert board_from(contents).hash == board("trasa").hash


@pytest.mark.parametrize(
    "words",
    [
        {"title": "Inna"},
        {"document": "x.txt"},
        {"verified_by": "Zawodnik 17"},
        {"articles": {"city": "own L1"}},
    ],
)
def test_the_hash_does_not_change_with_words(words: dict[str, Any]):
    assert board_from({"based_on": "trasa", **words}).hash == board("trasa").hash


def test_a_signature_is_not_inherited():
    signed = {**raw(), "verified_by": "Zawodnik 17"}
    assert board_from(signed).is_verified
    assert not board_from({"based_on": "trasa", "start": {"card": "hand"}}).is_verified


def test_a_board_of_ones_own_is_read(tmp_path: Path):
    file = tmp_path / "own.toml"
    file.write_text(OWN + '[three_cards]\nexchange = "swap_with_own"\n', "utf-8")
    own = board(str(file))
    assert (own.id, own.three_cards.exchange) == ("own", "swap_with_own")
    assert own.fields == board("trasa").fields
    assert own.hash != board("trasa").hash


@pytest.mark.parametrize("name", ["", "Trasa", "trasa.toml.bak", "trasa\n"])
def test_an_unknown_board_is_refused_naming_the_known_ones(name: str):
    with pytest.raises(Refused) as refused:
        board(name)
    (said,) = refused.value.violations
    assert (said.code, said.facts["known"]) == ("board.unknown", BOARDS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_picture_shows_every_field_with_its_name_colour_and_shape(lang: str):
    track = board("trasa")
    svg = ElementTree.fromstring(picture_of(track, lang))
    fields = {int(g.get("data-position", "0")): g for g in svg.iter() if g.get("data-position")}
    assert set(fields) == set(track.field_at)
    for position, field in track.field_at.items():
        assert field.name in "".join(fields[position].itertext())
        assert fields[position].get("data-colour") == field.colour
    said = "".join(svg.itertext())
    assert all(start.name.split()[-1] in said for start in track.starts)
    assert ("plansza niezweryfikowana" if lang == "pl" else "board not verified") in said


def test_names_in_a_picture_are_text_and_never_markup():
    contents = raw()
    contents["fields"][1]["name"] = '<script>alert("x")</script>'
    contents["title"] = '"/><script/>'
    svg = ElementTree.fromstring(picture_of(board_from(contents), "pl"))
    assert not [node for node in svg.iter() if "script" in node.tag]


def test_a_picture_has_room_for_every_place():
    track: Board = board("trasa")
    svg = ElementTree.fromstring(picture_of(track, "pl"))
    _, _, width, height = (float(n) for n in svg.get("viewBox", "").split())
    assert all(0 < f.x < width and 0 < f.y < height for f in track.fields)


def test_the_picture_in_the_docs_is_todays():
    kept = Path(__file__).parents[2] / "docs" / "images" / "trasa.svg"
    assert kept.read_text("utf-8") == picture_of(board("trasa"), "pl")


def test_a_board_without_coordinates_is_the_same_game_drawn_in_rows():
    contents = raw()
    for place in (*contents["starts"], *contents["fields"], contents["goal"]):
        del place["x"], place["y"]
    bare = board_from(contents)
    spots = [(p.x, p.y) for p in (*bare.starts, *bare.fields, bare.goal)]
    assert len(set(spots)) == len(spots)
    assert all(0 < x < 2000 and 0 < y < 2000 for x, y in spots)
    near = [(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in pairwise(spots[7:])]
    assert all(50 < dx + dy < 200 for dx, dy in near)
    assert bare.sheets == ()
    assert bare.hash == board("trasa").hash


def test_a_place_without_coordinates_stands_between_its_neighbours():
    contents = raw()
    for place in (*contents["fields"][10:12], contents["starts"][2]):
        del place["x"], place["y"]
    found, ours = board_from(contents), board("trasa")
    before, after = ours.field_at[10], ours.field_at[13]
    for n in (11, 12):
        one = found.field_at[n]
        assert min(before.x, after.x) < one.x < max(before.x, after.x)
        assert min(before.y, after.y) < one.y < max(before.y, after.y)
    assert (found.starts[2].x, found.starts[2].y) != (0, 0)
    assert found.sheets == ours.sheets
