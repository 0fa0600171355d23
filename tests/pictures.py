"""Pictures to hang up: small PNGs made here."""

import io

from PIL import Image, PngImagePlugin


def png(width: int = 60, height: int = 24, *, said: str = "", mode: str = "RGB") -> bytes:
    """A plain picture; `said`: words in its file beside it."""
    words, made = PngImagePlugin.PngInfo(), io.BytesIO()
    if said:
        words.add_text("Author", said)
    Image.new(mode, (width, height), 120).save(made, "PNG", pnginfo=words)
    return made.getvalue()
