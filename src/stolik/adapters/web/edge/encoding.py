"""Values of the cores as JSON bytes, fast."""

from fractions import Fraction
from typing import Any

import msgspec

from stolik.app.reading.exact import write_exact


def _exact(value: Any) -> Any:
    if isinstance(value, Fraction):
        return write_exact(value)
    raise TypeError(f"{type(value).__name__} is not sent to anybody")


_ENCODER = msgspec.json.Encoder(enc_hook=_exact)


def encode(value: Any) -> bytes:
    """Dataclasses, enumerations, tuples and exact numbers as JSON."""
    return _ENCODER.encode(value)
