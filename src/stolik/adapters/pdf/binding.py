"""Parts of one paper bound into one file, object by object.

Of a part nothing is kept but where its objects begin: a writer of whole documents would hold ten
thousand badges until the last of them.
"""

from collections.abc import Iterable
from io import BytesIO

from pypdf import PdfReader
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    IndirectObject,
    NameObject,
    NullObject,
    NumberObject,
    PdfObject,
)

_CATALOG, _PAGES, _INFO = 1, 2, 3
# What would lead from a page to all of its part; each part has an outline for readers of its own.
_UPWARDS = ("/Parent", "/StructParents", "/StructParent")


def bound(parts: Iterable[bytes]) -> bytes:
    """One file of all the pages, in their order."""
    binding = _Binding()
    for part in parts:
        binding.add(PdfReader(BytesIO(part)))
    return binding.finished()


class _Binding:
    def __init__(self) -> None:
        self._out = BytesIO()
        self._out.write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        self._starts = {_CATALOG: 0, _PAGES: 0, _INFO: 0}
        self._pages = ArrayObject()
        self._title = DictionaryObject()

    def add(self, part: PdfReader) -> None:
        """The pages of a part, and all that they are drawn with."""
        given: dict[int, int] = {}  # the numbers of its objects, there and here
        info = part.trailer["/Info"].get_object()
        self._title = info if isinstance(info, DictionaryObject) else self._title
        for page in part.pages:
            self._moved(page, given)
            page[NameObject("/Parent")] = IndirectObject(_PAGES, 0, None)
            number = self._new()
            self._pages.append(IndirectObject(number, 0, None))
            self._write(number, page)

    def _moved(self, found: PdfObject | None, given: dict[int, int]) -> PdfObject:
        """The same with the numbers it has here; what it names is written, if it was not yet."""
        match found:
            case IndirectObject():
                if found.idnum not in given:
                    given[found.idnum] = self._new()
                    self._write(given[found.idnum], self._moved(found.get_object(), given))
                return IndirectObject(given[found.idnum], 0, None)
            case DictionaryObject():
                for name in _UPWARDS:
                    found.pop(name, None)
                for name in found:
                    found[NameObject(name)] = self._moved(found.raw_get(name), given)
                return found
            case ArrayObject():
                return ArrayObject(self._moved(one, given) for one in found)
            case _:
                return NullObject() if found is None else found

    def finished(self) -> bytes:
        """The file, with the list of where everything is."""
        count = NumberObject(len(self._pages))
        leaf = {NameObject("/Type"): NameObject("/Pages"), NameObject("/Count"): count}
        self._write(_PAGES, DictionaryObject({**leaf, NameObject("/Kids"): self._pages}))
        self._write(_INFO, self._title)
        root = {NameObject("/Type"): NameObject("/Catalog")}
        pages = {NameObject("/Pages"): IndirectObject(_PAGES, 0, None)}
        self._write(_CATALOG, DictionaryObject({**root, **pages}))
        at, size = self._out.tell(), len(self._starts) + 1
        self._out.write(f"xref\n0 {size}\n0000000000 65535 f \n".encode())
        for number in range(1, size):
            self._out.write(f"{self._starts[number]:010} 00000 n \n".encode())
        ends = f"trailer\n<< /Size {size} /Root {_CATALOG} 0 R /Info {_INFO} 0 R >>\n"
        self._out.write(f"{ends}startxref\n{at}\n%%EOF\n".encode())
        return self._out.getvalue()

    def _new(self) -> int:
        number = len(self._starts) + 1
        self._starts[number] = 0
        return number

    def _write(self, number: int, what: PdfObject) -> None:
        self._starts[number] = self._out.tell()
        self._out.write(f"{number} 0 obj\n".encode())
        what.write_to_stream(self._out)
        self._out.write(b"\nendobj\n")
