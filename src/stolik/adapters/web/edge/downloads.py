"""Answers that are files, called so that people find them again."""

from urllib.parse import quote

from litestar import Response

from stolik.app.file_names import ascii_name


def as_file(content: bytes, media: str, name: str, *, shown: bool = False) -> Response[bytes]:
    """A file to keep, or with `shown` one that the browser opens; no copy stays on the way."""
    how = "inline" if shown else "attachment"
    named = f"{how}; filename=\"{ascii_name(name)}\"; filename*=UTF-8''{quote(name, safe='')}"
    headers = {"content-disposition": named, "cache-control": "no-store"}
    return Response(content, media_type=media, headers=headers)
