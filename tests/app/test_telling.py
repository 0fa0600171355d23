"""A refusal is told as far as anybody reads it."""

from stolik.app.reading.codes import Refusal
from stolik.app.telling import as_labelled, refusal_told
from stolik.refusal import Refused, Violation


def told(faults: int) -> dict[str, object]:
    wrong = (Violation(Refusal.MISSING_FIELD, facts={"field": f"f{n}"}) for n in range(faults))
    return refusal_told(as_labelled(Refused(wrong), "pl"), "pl")


def test_thousands_of_faults_are_counted_not_listed():
    few, many = told(106), told(4019)
    assert len(many["violations"]) == len(few["violations"]) == 106  # type: ignore[arg-type]
    assert "f105" in str(few["message"])
    assert str(many["message"]).endswith("wymieniono: 3913. Popraw te i spróbuj ponownie.")
