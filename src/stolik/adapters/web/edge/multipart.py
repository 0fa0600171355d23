"""A body of several parts (`multipart/form-data`): a file, and beside it what is said about it."""

from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.app.reading.codes import Refusal
from stolik.refusal import Violation, refuse


async def file_with(request: HttpRequest, file: str, beside: str) -> tuple[bytes, bytes]:
    """The file and what stands beside it; a body without parts is the file, with nothing beside."""
    if request.content_type[0] != RequestEncodingType.MULTI_PART:
        return await request.body(), b""
    try:
        form = await request.form()
    except (UnicodeDecodeError, LookupError):  # words in no letters we know
        refuse(Violation(Refusal.NOT_JSON, facts={"where": beside}))
    if file not in form:
        refuse(Violation(Refusal.MISSING_FIELD, facts={"field": file}))
    return await _content(form[file]), await _content(form.get(beside, ""))


async def _content(part: UploadFile | str) -> bytes:
    return part.encode() if isinstance(part, str) else await part.read()
