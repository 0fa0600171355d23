"""Exact numbers as people write them on a score sheet: `27`, `63 1/3`, `-12 1/2`."""

import re
from fractions import Fraction

_NUMBER = re.compile(r"(-?)(?:(\d{1,12})|(?:(\d{1,12}) )?(\d{1,12})/(\d{1,12}))", re.ASCII)


def write_exact(number: Fraction) -> str:
    """The number in words of whole and fraction, nothing rounded."""
    sign = "-" if number < 0 else ""
    whole, rest = divmod(abs(number.numerator), number.denominator)
    if not rest:
        return f"{sign}{whole}"
    fraction = f"{rest}/{number.denominator}"
    return f"{sign}{whole} {fraction}" if whole else f"{sign}{fraction}"


def read_exact(text: str) -> Fraction | None:
    """What `write_exact` wrote, letter by letter; None for anything else."""
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    sign, integer, whole, over, under = match.groups()
    if integer is not None:
        number = Fraction(int(integer))
    elif int(under) == 0:
        return None
    else:
        number = int(whole or 0) + Fraction(int(over), int(under))
    number = -number if sign else number
    return number if write_exact(number) == text else None
