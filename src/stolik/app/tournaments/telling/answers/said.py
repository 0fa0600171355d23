"""What stands in many answers: numbers and reasons as people read them."""

from dataclasses import dataclass

Shown = str | list["Shown"]  # an exact number, or a row of them


@dataclass(frozen=True, slots=True)
class Said:
    """A remark or a reason in words."""

    code: str
    message: str
