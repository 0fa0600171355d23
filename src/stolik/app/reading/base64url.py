"""Bytes as browsers and push services write them: base64url without its padding."""

from base64 import urlsafe_b64decode, urlsafe_b64encode


def written(raw: bytes) -> str:
    """The bytes as text."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def read(text: str) -> bytes:
    """The text as bytes; raises `ValueError` if it is none."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
