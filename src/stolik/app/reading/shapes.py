"""One reader of untrusted values, by the types of our own dataclasses.

How a type is read is worked out once: a table that is opened again has hundreds of events. Whoever
reads a file, a log or a request asks here and puts the faults into words of its own.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum, StrEnum, auto
from fractions import Fraction
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from stolik.app.reading.exact import read_exact
from stolik.refusal import Range

LARGEST = 10**9

T = TypeVar("T")
Read = Callable[[Any], Any]


class Wrong(Enum):
    """What can be wrong with a value."""

    UNKNOWN = auto()  # a field nobody asked for
    MISSING = auto()
    KIND = auto()  # a number where a text should stand
    CHOICE = auto()  # a word that is none of those known
    RANGE = auto()  # a number too small, a list too long


@dataclass(frozen=True, slots=True)
class ShapeFault:
    """One fault and its place: names of fields, numbers of items from 0."""

    wrong: Wrong
    place: tuple[str | int, ...] = ()
    wanted: Any = None  # the type, the choices or the `Range`


class Unreadable(Exception):  # noqa: N818 - becomes a refusal in the reader's own words
    """A value that is not what its place wants, with all its faults."""

    def __init__(self, *faults: ShapeFault) -> None:
        self.faults = faults

    def below(self, step: str | int) -> tuple[ShapeFault, ...]:
        """The faults as seen from one place further up."""
        return tuple(ShapeFault(one.wrong, (step, *one.place), one.wanted) for one in self.faults)


class Shapes:
    """Reads values of any type that a dataclass of ours has."""

    def __init__(
        self,
        names: Mapping[Any, Iterable[str]] | None = None,
        *,
        largest: int = LARGEST,
        key_of: Callable[[str], str] = str,
        ranges: bool = False,
    ) -> None:
        """`names`: of which words a type of its own (a tile, a colour) consists. `ranges`: whether

        what a field may be at most is asked too; a log was asked when it was written.
        """
        self._names = {kind: frozenset(known) for kind, known in (names or {}).items()}
        self._largest = largest
        self._key_of = key_of
        self._ranges = ranges
        self._known: dict[Any, Read] = {}

    def read(self, kind: type[T], raw: object) -> T:
        """The value; raises `Unreadable` with every fault there is."""
        value: T = self._reading(kind)(raw)
        return value

    def _reading(self, hint: Any) -> Read:
        if hint not in self._known:
            self._known[hint] = self._made(hint)
        return self._known[hint]

    def _made(self, hint: Any) -> Read:
        if hint in self._names:
            return _word(self._names[hint])
        hint = getattr(hint, "__supertype__", hint)
        origin = get_origin(hint)
        if origin is Annotated:
            return self._within(*get_args(hint)[:2])
        if origin in (Union, UnionType):
            return self._union(hint)
        if origin is tuple:
            return self._tuple(hint)
        if origin is Mapping:
            return _table
        return self._dataclass(hint) if is_dataclass(hint) else _simple(hint, self._largest)

    def _dataclass(self, kind: Any) -> Read:
        hints = get_type_hints(kind, include_extras=self._ranges)
        known = {self._key_of(f.name): (f.name, self._reading(hints[f.name])) for f in fields(kind)}
        # Fields that came later have a default: what was written before them reads as it did.
        needed = {self._key_of(f.name) for f in fields(kind) if f.default is MISSING}

        def read(raw: Any) -> Any:
            if not isinstance(raw, dict):
                raise Unreadable(ShapeFault(Wrong.KIND, wanted=dict))
            faults = [] if needed <= raw.keys() <= known.keys() else _strange(raw, needed, known)
            values = {}
            for key, (name, reading) in known.items():
                if key in raw:
                    try:
                        values[name] = reading(raw[key])
                    except Unreadable as found:
                        faults += found.below(name)
            if faults:
                raise Unreadable(*faults)
            return kind(**values)

        return read

    def _within(self, kind: Any, bounds: Range) -> Read:
        """A number, or how many of a list."""
        reading = self._reading(kind)

        def read(raw: Any) -> Any:
            value = reading(raw)
            if not bounds.low <= (value if type(value) is int else len(value)) <= bounds.high:
                raise Unreadable(ShapeFault(Wrong.RANGE, wanted=bounds))
            return value

        def number(raw: Any) -> Any:
            if type(raw) is not int:
                raise Unreadable(ShapeFault(Wrong.KIND, wanted=bounds))
            if not bounds.low <= raw <= bounds.high:
                raise Unreadable(ShapeFault(Wrong.RANGE, wanted=bounds))
            return raw

        return number if kind is int else read

    def _union(self, hint: Any) -> Read:
        """Something or nothing; or an exact number, which is text where it is a fraction."""
        arms = [arm for arm in get_args(hint) if arm is not NoneType]
        may_be_none = len(arms) < len(get_args(hint))
        text, other = (Fraction, int) if len(arms) > 1 else (arms[0], arms[0])
        read_text, read_other = self._reading(text), self._reading(other)

        def read(raw: Any) -> Any:
            if raw is None and may_be_none:
                return None
            return read_text(raw) if isinstance(raw, str) else read_other(raw)

        return read

    def _tuple(self, hint: Any) -> Read:
        kinds = get_args(hint)
        if kinds[-1] is not Ellipsis:
            return _fixed(hint, [self._reading(kind) for kind in kinds])
        if kinds[0] in self._names:
            return _words(hint, self._names[kinds[0]])
        return _many(hint, self._reading(kinds[0]))


def _strange(raw: Any, needed: Iterable[str], known: Mapping[str, Any]) -> list[ShapeFault]:
    unknown = [ShapeFault(Wrong.UNKNOWN, (str(key),)) for key in raw if key not in known]
    missing = [
        ShapeFault(Wrong.MISSING, (key,)) for key in known if key in needed and key not in raw
    ]
    return unknown + missing


def _table(raw: Any) -> Any:
    return raw


def _listed(raw: Any, hint: Any) -> list[Any]:
    if not isinstance(raw, list):
        raise Unreadable(ShapeFault(Wrong.KIND, wanted=hint))
    return raw


def _fixed(hint: Any, readings: list[Read]) -> Read:
    def read(raw: Any) -> Any:
        if len(_listed(raw, hint)) != len(readings):
            raise Unreadable(ShapeFault(Wrong.KIND, wanted=hint))
        return tuple([one(item) for one, item in zip(readings, raw, strict=True)])

    return read


def _many(hint: Any, reading: Read) -> Read:
    def read(raw: Any) -> Any:
        try:
            return tuple([reading(item) for item in _listed(raw, hint)])
        except Unreadable:
            raise Unreadable(*_faults_of_items(hint, reading, raw)) from None

    return read


def _faults_of_items(hint: Any, reading: Read, raw: Any) -> Iterable[ShapeFault]:
    """Each item's own; a list of plain values is wrong as a whole."""
    if not isinstance(raw, list) or not is_dataclass(get_args(hint)[0]):
        return [ShapeFault(Wrong.KIND, wanted=hint)]
    faults: list[ShapeFault] = []
    for number, item in enumerate(raw):
        try:
            reading(item)
        except Unreadable as found:
            faults += found.below(number)
    return faults


def _word(known: frozenset[str]) -> Read:
    def read(raw: Any) -> Any:
        if not isinstance(raw, str) or raw not in known:
            raise Unreadable(ShapeFault(Wrong.CHOICE, wanted=tuple(sorted(known))))
        return raw

    return read


def _words(hint: Any, known: frozenset[str]) -> Read:
    """Many words at once: most of a log of games is lists of tiles."""

    def read(raw: Any) -> Any:
        try:
            if known.issuperset(_listed(raw, hint)):
                return tuple(raw)
        except TypeError:  # a list among them
            pass
        raise Unreadable(ShapeFault(Wrong.CHOICE, wanted=tuple(sorted(known))))

    return read


def _simple(hint: Any, largest: int) -> Read:
    if hint is Fraction:
        return _exact
    if issubclass(hint, StrEnum):
        return _member(hint)

    def read(raw: Any) -> Any:
        if type(raw) is not hint or (isinstance(raw, int) and abs(raw) > largest):
            raise Unreadable(ShapeFault(Wrong.KIND, wanted=hint))
        return raw

    return read


def _member(kind: type[StrEnum]) -> Read:
    members = {member.value: member for member in kind}

    def read(raw: Any) -> Any:
        if not isinstance(raw, str) or raw not in members:
            raise Unreadable(ShapeFault(Wrong.CHOICE, wanted=tuple(members)))
        return members[raw]

    return read


def _exact(raw: Any) -> Fraction:
    exact = read_exact(raw) if isinstance(raw, str) else None
    if exact is None:
        raise Unreadable(ShapeFault(Wrong.KIND, wanted=Fraction))
    return exact
