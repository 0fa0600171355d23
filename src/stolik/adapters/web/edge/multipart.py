"""A body of several parts (`multipart/form-data`): a file, and beside it what is said about it."""

from typing import NamedTuple

from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.app.reading.codes import Refusal
from stolik.refusal import Violation, refuse


class Sent(NamedTuple):
    """A file, what is said beside it, and of which kind its sender says it is; "": he does not."""

    content: bytes
    beside: bytes
    kind: str


async def file_with(request: HttpRequest, file: str, beside: str) -> Sent:
    """The file and what stands beside it; a body without parts is the file, with nothing beside."""
    kind = request.content_type[0]
    if kind != RequestEncodingType.MULTI_PART:
        return Sent(await request.body(), b"", kind)
    try:
        form = await request.form()
    except (UnicodeDecodeError, LookupError):  # words in no letters we know
        refuse(Violation(Refusal.NOT_JSON, facts={"where": beside}))
    if file not in form:
        refuse(Violation(Refusal.MISSING_FIELD, facts={"field": file}))
    part = form[file]
    kind = part.content_type if isinstance(part, UploadFile) else ""
    return Sent(await _content(part), await _content(form.get(beside, "")), kind)


async def _content(part: UploadFile | str) -> bytes:
    return part.encode() if isinstance(part, str) else await part.read()
