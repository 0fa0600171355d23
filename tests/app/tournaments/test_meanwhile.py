"""What somebody else has changed meanwhile is told in the words of people, in both languages."""

from typing import Any

import pytest

from stolik.app.texts import say
from stolik.app.tournaments.details import Prize
from stolik.app.tournaments.meanwhile import demand_as_it_was
from stolik.refusal import Refused
from stolik.tournament.timeplan import DayItem, DayPart

PAUSE = DayItem(2, 30, DayPart.BREAK)


@pytest.mark.parametrize(
    ("before", "now", "pl", "en"),
    [
        ("", "SP 9", "SP 9", "SP 9"),
        ("SP 9", "", "–", "–"),
        ("Ola Mak", None, "–", "–"),
        (60, 50, "50", "50"),
        (True, False, "nie", "no"),
        (False, True, "tak", "yes"),
        ((), ("Gmina", "Biblioteka"), "Gmina, Biblioteka", "Gmina, Biblioteka"),
        (("Gmina",), (), "–", "–"),
        ((), (Prize(1, "puchar", "60 zł"), Prize(2, "medal")), "puchar 60 zł, medal", ""),
        ((), (PAUSE, DayItem(0, 5, DayPart.OTHER, "Foto")), "Przerwa, Foto", "Break, Foto"),
    ],
)
def test_what_stands_in_a_field_by_now_is_said_in_words(before: Any, now: Any, pl: str, en: str):
    with pytest.raises(Refused) as refused:
        demand_as_it_was({"field": before}, {"field": now}, {"field": "other"})
    (violation,) = refused.value.violations
    assert f"Jest teraz: {pl}. Przeczytaj" in say(violation, "pl")
    assert f"It is now: {en or pl}. Read" in say(violation, "en")
