"""What `stolik doctor` looks at; each check gives one finding and changes nothing."""

import errno
import os
import platform
import shutil
import socket
import tempfile
import time
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path

from stolik import __version__
from stolik.adapters.cli.server.addresses import lan_addresses
from stolik.adapters.cli.server.outgoing import planned_smtp
from stolik.adapters.cli.server.parts import Smtp, Storage
from stolik.adapters.cli.server.phrases import Phrase
from stolik.app.texts import say
from stolik.refusal import Refused

_LEAST_FREE_MB = 500
_SYNCS = 20
# No disk keeps data safe this fast: one that says so answers before it has done it.
_FASTEST_SYNC_MS = 0.02
_MOST_SHOWN = 5

# Everybody waits so long for each answer when there is a mirror.
_SLOW_SYNC_MS = 100

CheckData = Callable[[Storage], tuple[str, ...]]
CheckMirror = Callable[[Storage, Path], None]
CheckSmtp = Callable[[Smtp], str]


class Level(Enum):
    """How much a finding matters."""

    GOOD = auto()
    LOOK = auto()  # works, but somebody should know
    MUST = auto()  # something must be done first


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's letter."""

    level: Level
    phrase: Phrase
    facts: Mapping[str, object] = field(default_factory=dict)


def findings(storage: Storage, port: int, check_data: CheckData, lang: str) -> Iterator[Finding]:
    """Everything, in the order in which it would stop the server."""
    yield version_finding()
    yield port_finding(port)
    yield space_finding(storage.data)
    yield from writing_findings(storage.data)
    yield clock_finding()
    yield data_finding(storage, check_data, lang)
    yield browser_finding()
    yield phones_finding(port)


def version_finding() -> Finding:
    """What runs here, for whoever asks for help."""
    system = f"{platform.system()} {platform.machine()}"
    facts = {"version": __version__, "python": platform.python_version(), "system": system}
    return Finding(Level.GOOD, Phrase.VERSION, facts)


def port_finding(port: int) -> Finding:
    """Whether the server could listen."""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except PermissionError:
        return Finding(Level.MUST, Phrase.PORT_FORBIDDEN, {"port": port})
    except OSError as error:
        if error.errno != errno.EADDRINUSE and os.name != "nt":
            return Finding(Level.MUST, Phrase.PORT_FORBIDDEN, {"port": port})
        return Finding(Level.MUST, Phrase.PORT_TAKEN, {"port": port, "other": port + 1})
    return Finding(Level.GOOD, Phrase.PORT_FREE, {"port": port})


def space_finding(directory: Path) -> Finding:
    """Whether the disk has room for a long day."""
    free_mb = shutil.disk_usage(_existing(directory)).free // 1_000_000
    facts = {"mb": free_mb, "least": _LEAST_FREE_MB, "path": directory}
    if free_mb < _LEAST_FREE_MB:
        return Finding(Level.MUST, Phrase.SPACE_LITTLE, facts)
    return Finding(Level.GOOD, Phrase.SPACE, facts)


def writing_findings(directory: Path) -> Iterator[Finding]:
    """Whether files can be written there and the disk says when they are safe."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        sync_ms = _sync_ms(directory)
    except OSError as error:
        facts = {"path": directory, "reason": error.strerror or type(error).__name__}
        yield Finding(Level.MUST, Phrase.WRITES_NOT, facts)
        return
    facts = {"path": directory, "ms": f"{sync_ms:.2f}"}
    yield Finding(Level.GOOD, Phrase.WRITES, facts)
    if sync_ms < _FASTEST_SYNC_MS:
        yield Finding(Level.LOOK, Phrase.FSYNC_FAST, facts)


def _sync_ms(directory: Path) -> float:
    """Milliseconds a small write takes until it is safe, the middle one of several."""
    times = []
    with tempfile.TemporaryFile(dir=directory) as file:
        for _ in range(_SYNCS):
            began = time.perf_counter()
            file.write(b"stolik\n" * 64)
            file.flush()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - began)
    return sorted(times)[_SYNCS // 2] * 1000


def clock_finding() -> Finding:
    """Whether the wall clock is set and both clocks run alike."""
    installed = Path(__file__).stat().st_mtime
    if time.time() < installed - 24 * 3600:
        return Finding(Level.MUST, Phrase.CLOCK_PAST, {"now": _now()})
    wall, steady = time.time(), time.monotonic()
    time.sleep(0.1)
    apart = abs((time.time() - wall) - (time.monotonic() - steady))
    if apart > 0.05:
        return Finding(Level.LOOK, Phrase.CLOCK_UNEVEN, {"ms": round(apart * 1000)})
    return Finding(Level.GOOD, Phrase.CLOCK, {"now": _now()})


def data_finding(storage: Storage, check_data: CheckData, lang: str) -> Finding:
    """Whether the data can be opened and every chain of events holds."""
    try:
        faults = check_data(storage)
    except Refused as refused:
        reason = " ".join(say(violation, lang) for violation in refused.violations)
        return Finding(Level.MUST, Phrase.DATA_REFUSED, {"reason": reason})
    if faults:
        shown = tuple(faults[:_MOST_SHOWN])
        return Finding(Level.MUST, Phrase.DATA_SPOILT, {"count": len(faults), "faults": shown})
    return Finding(Level.GOOD, Phrase.DATA_GOOD)


def copies_findings(storage: Storage, more: Sequence[Path]) -> Iterator[Finding]:
    """Where copies lie, of when the newest is, and whether one would outlive this disk.

    A PostgreSQL is backed up by who runs it.
    """
    if storage.database:
        return
    places = (storage.copies, *more)
    for place in places:
        yield _copies_in(place)
    if len({_existing(place).stat().st_dev for place in (storage.data, *places)}) == 1:
        yield Finding(Level.LOOK, Phrase.COPIES_SAME_DISK)


def _copies_in(place: Path) -> Finding:
    made = [file.stat().st_mtime for file in place.glob("*.db")]
    if not made:
        return Finding(Level.GOOD, Phrase.COPIES_NONE, {"path": place})
    facts = {"path": place, "count": len(made), "newest": _written(time.localtime(max(made)))}
    return Finding(Level.GOOD, Phrase.COPIES, facts)


def mirror_findings(
    storage: Storage, place: Path, check_mirror: CheckMirror, lang: str
) -> Iterator[Finding]:
    """Whether the mirror could be written there, how fast, and whether it would outlive us."""
    try:
        check_mirror(storage, place)
        sync_ms = _sync_ms(place)
    except Refused as refused:
        reason = " ".join(say(violation, lang) for violation in refused.violations)
        yield Finding(Level.MUST, Phrase.MIRROR_REFUSED, {"reason": reason})
        return
    except OSError as error:
        facts = {"path": place, "reason": error.strerror or type(error).__name__}
        yield Finding(Level.MUST, Phrase.WRITES_NOT, facts)
        return
    facts = {"path": place, "ms": f"{sync_ms:.2f}"}
    slow = sync_ms > _SLOW_SYNC_MS
    yield (
        Finding(Level.LOOK, Phrase.MIRROR_SLOW, facts)
        if slow
        else Finding(Level.GOOD, Phrase.MIRROR_GOOD, facts)
    )
    if place.stat().st_dev == _existing(storage.data).stat().st_dev:
        yield Finding(Level.LOOK, Phrase.MIRROR_SAME_DISK, {"path": place})


def mail_finding(file: Path, check_smtp: CheckSmtp, lang: str) -> Finding:
    """Whether the mail server lets us in; no letter is sent."""
    try:
        smtp = planned_smtp(file)
    except Refused as refused:
        reason = " ".join(say(violation, lang) for violation in refused.violations)
        return Finding(Level.MUST, Phrase.MAIL_NOT, {"reason": reason})
    assert smtp
    if reason := check_smtp(smtp):
        return Finding(Level.MUST, Phrase.MAIL_NOT, {"reason": reason})
    return Finding(Level.GOOD, Phrase.MAIL_GOOD, {"host": smtp.host})


def browser_finding() -> Finding:
    """Whether this machine can show the organiser's pages; another device can, too."""
    try:
        webbrowser.get()
    except webbrowser.Error:
        return Finding(Level.LOOK, Phrase.BROWSER_NONE)
    return Finding(Level.GOOD, Phrase.BROWSER)


def phones_finding(port: int) -> Finding:
    """Whether there is a network that phones could share with us."""
    addresses = tuple(f"http://{address}:{port}/" for address in lan_addresses())
    if not addresses:
        return Finding(Level.LOOK, Phrase.PHONES_CANNOT)
    return Finding(Level.GOOD, Phrase.PHONES_CAN, {"addresses": addresses, "port": port})


def _existing(path: Path) -> Path:
    """The nearest directory that is there."""
    return next(one for one in (path.absolute(), *path.absolute().parents) if one.exists())


def _now() -> str:
    return _written(time.localtime())


def _written(at: time.struct_time) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S %z", at)
