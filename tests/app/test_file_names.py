"""Files people take home are called after the event and what they are."""

import re

import pytest

from stolik.app.file_names import Phrase, ascii_name, file_called, file_name
from stolik.app.sheets.exports import EXPORTS


def test_a_file_says_which_event_and_what_in_the_users_language():
    called = file_called(Phrase.STANDINGS, "Turniej Łódź 2026", "csv", "pl")
    assert called == "Turniej Łódź 2026 – klasyfikacja.csv"
    assert file_called(Phrase.STANDINGS, "Łódź Open", "csv", "en") == "Łódź Open – standings.csv"


@pytest.mark.parametrize(
    "event", ['a/b\\c:d*e?f"g<h>i|j', "x\ny", "../../etc", "...", "", "ż" * 200]
)
def test_every_system_takes_the_name(event: str):
    called = file_name(event, "Karty wyników", "pdf")
    assert not re.search(r'[\\/:*?"<>|\x00-\x1f]', called)
    assert len(called) < 120
    assert called.endswith(" – Karty wyników.pdf")
    assert called.split(" – ")[0].strip(" .") == called.split(" – ")[0]
    assert ascii_name(called).isascii()


def test_every_export_has_its_word():
    assert {f"file_name.{name}" for name in EXPORTS} <= {str(phrase) for phrase in Phrase}
