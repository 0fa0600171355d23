"""Which passwords an organiser may have."""

import asyncio
import re
from collections.abc import Awaitable
from typing import Any
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.app.access import accounts, invitations, logins, password_rules
from stolik.app.access.invitations import Filled
from stolik.app.access.password_rules import LONGEST_PASSWORD, weakness
from stolik.app.access.records import Account, keep
from stolik.app.access.roles import ANONYMOUS
from stolik.refusal import Refused
from tests.app.access.test_people import HALL, make_access
from tests.fakes import MemoryStore

ABOUT = ("Organizatorka Zofia", "Puchar Kaszub 2026")


def code_of(password: str) -> str:
    found = weakness(password, ABOUT)
    return found.code.rpartition(".")[2] if found else ""


REFUSED = [
    ("short", "password_length"),
    ("x" * 201, "password_length"),
    ("xxxxxxxxxxxx", "password_pattern"),
    ("abababababab", "password_pattern"),
    ("kotekkotek", "password_pattern"),
    ("gzymbgzymb", "password_pattern"),
    ("kwzkwwzzkwkz", "password_pattern"),
    ("1234567890", "password_pattern"),
    ("qwertyuiop", "password_pattern"),
    ("zaq12wsxcde3", "password_pattern"),
    ("0987654321a", "password_pattern"),
    ("48392018475", "password_pattern"),  # digits alone: a telephone, a date
    ("QWERTY123456", "password_pattern"),
    ("password12", "password_common"),
    ("P@ssw0rd2026", "password_common"),
    ("Hasło12345", "password_common"),
    ("haslo4839201", "password_common"),
    ("Polska1918!", "password_common"),
    ("kochamcie1", "password_common"),
    ("Wojtek2026!!", "password_common"),
    ("stolik-rummikub", "password_common"),
    ("misiaczek99", "password_common"),
    ("turniej2026", "password_common"),
    ("Kaszub2026!", "password_about"),
    ("organizatorka1", "password_about"),
    ("puchar.kaszub.2026", "password_about"),
    ("gz-1987-kaszub", "password_about"),
]


@pytest.mark.parametrize(("password", "code"), REFUSED)
def test_what_everybody_would_try_is_refused(password: str, code: str):
    assert code_of(password) == code


@pytest.mark.parametrize(
    ("rule", "instead"),
    [
        ("SHORTEST_PASSWORD", 1),
        ("LONGEST_PASSWORD", 10**6),
        ("_is_pattern", lambda _: False),
        ("_without_rows", lambda text: text),
        ("_repeated", lambda text: text),
        ("_LEAST_SIGNS", 0),
        ("common_words", tuple),
        ("_words", lambda _: ()),
        ("_LEET", {}),
        ("_folded", str.casefold),
        ("_YEAR", re.compile("$^")),
    ],
)
def test_the_mutants_that_look_at_less_are_caught(
    rule: str, instead: Any, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(password_rules, rule, instead)
    assert [(password, code) for password, code in REFUSED if code_of(password) != code]


WEAK = "Polska1918!"


def test_no_way_to_a_password_goes_round_the_rules():
    assert asyncio.run(weak_ways()) == {"set up": "common", "new": "common", "invited": "common"}


def test_the_mutant_that_asks_no_rule_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(accounts, "weakness", lambda *_: None)
    assert set(asyncio.run(weak_ways()).values()) == {""}


async def weak_ways() -> dict[str, str]:
    """What becomes of a weak password on every way an account gets one."""
    access = make_access(MemoryStore())
    found: dict[str, str] = {}

    async def tried(way: str, doing: Awaitable[object]) -> None:
        try:
            await doing
        except Refused as refused:
            found[way] = refused.violations[0].code.rpartition("password_")[2]
        else:
            found[way] = ""

    link = await invitations.set_up_link(access)
    assert link
    await tried("set up", invitations.follow(access, link, ANONYMOUS, Filled("Pierwszy", WEAK)))
    own = "a password of the hall"
    if found["set up"]:
        await invitations.follow(access, link, ANONYMOUS, Filled("Pierwszy", own))
    known = WEAK if not found["set up"] else own
    secret, _ = await accounts.log_in(access, "Pierwszy", known, HALL)
    login = await logins.login_of(access, secret.token)
    await tried("new", accounts.change_password(access, login, known, WEAK, HALL))
    link = await invitations.co_organiser_link(access, "here")
    await tried("invited", invitations.follow(access, link, ANONYMOUS, Filled("Drugi", WEAK)))
    return found


@pytest.mark.parametrize(
    "password",
    [
        "a password of the hall",
        "żółw leci na drabinę",
        "mama kotek szkola warszawa",  # common words, but four of them
        "kTz9-qLm4-Wx",
        "parapet gruszka 7 wiadro",
        "zażółć gęślą",
        "x7" * 4 + "Qmfw" * 30,
        "长城很长也很老啊真的是的",
    ],
)
def test_something_of_ones_own_will_do(password: str):
    assert code_of(password) == ""


@given(st.text(max_size=300), st.lists(st.text(max_size=50), max_size=3))
def test_any_text_gets_an_answer(password: str, about: list[str]):
    weakness(password, about)


def test_a_password_of_128_signs_will_do_and_counts_to_its_end():
    async def story() -> None:
        access = make_access(MemoryStore())
        token = await invitations.set_up_link(access)
        assert token
        long = "".join(chr(ord("a") + (n * n + n // 7) % 26) for n in range(LONGEST_PASSWORD))
        await invitations.follow(access, token, ANONYMOUS, Filled("Organizator", long))
        with pytest.raises(Refused):
            await accounts.log_in(access, "Organizator", long + "x", HALL)
        await accounts.log_in(access, "Organizator", long, HALL)

    asyncio.run(story())


def test_the_same_word_on_another_keyboard_is_the_same_word():
    async def story() -> None:
        access = make_access(MemoryStore())
        token = await invitations.set_up_link(access)
        assert token
        word = "zażółć gęślą ﬁrmę"
        await invitations.follow(access, token, ANONYMOUS, Filled("Organizator", word))
        for form in ("NFC", "NFD", "NFKC", "NFKD"):
            await accounts.log_in(access, "Organizator", normalize(form, word), HALL)

    asyncio.run(story())


def test_a_password_kept_before_still_opens():
    """They were kept as typed, a ligature as a ligature; the new form takes it apart."""

    async def story() -> None:
        access = make_access(MemoryStore())
        word = "stara ﬁrma i parapet"
        old = Account("1", "Organizator", f"hash of {word}", "epoch", 0)
        await access.store.put([keep(old)])
        await accounts.log_in(access, "Organizator", word, HALL)
        with pytest.raises(Refused):
            await accounts.log_in(access, "Organizator", word + "!", HALL)

    asyncio.run(story())
