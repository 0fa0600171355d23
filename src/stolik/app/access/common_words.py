"""What people take for a password, without ornaments: the first things anybody would try."""

from functools import cache
from importlib.resources import files


@cache
def common_words() -> tuple[str, ...]:
    """Polish and English words, in small letters without accents."""
    return tuple((files("stolik.data") / "passwords" / "common.txt").read_text("ascii").split())
