"""Windows: what it lacks is pretended here, and the setup is installed and used under wine."""

import os
import re
import shutil
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator
from ctypes import sizeof
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

import stolik
from stolik.adapters.cli.server import serve
from stolik.adapters.cli.server.parts import ServePlan, Storage
from stolik.adapters.cli.streams import settled_streams
from stolik.adapters.sheets import limited, limits, reader
from stolik.adapters.sheets.windows_job import JobLimits, job_limits
from stolik.refusal import Refused
from stolik.wiring.server import stopping_signals
from tests.needs import missing
from tests.reliability.nodes import free_port
from tools import build_windows, smoke

ROOT = Path(__file__).parent.parent


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")


def _country_stream() -> TextIOWrapper:
    return TextIOWrapper(BytesIO(), encoding="cp1252")


@pytest.mark.usefixtures("windows")
def test_polish_letters_go_through_every_pipe_as_utf_8(monkeypatch):
    out = _country_stream()
    monkeypatch.setattr(sys, "stdout", out)
    settled_streams()
    out.write("zażółć ▀")
    out.flush()
    assert out.buffer.getvalue().decode("utf-8") == "zażółć ▀"


def test_a_console_of_other_letters_ends_no_command(monkeypatch):
    out = TextIOWrapper(BytesIO(), encoding="iso-8859-2")
    monkeypatch.setattr(sys, "stdout", out)
    settled_streams()
    out.write("ż ▀")
    out.flush()
    assert out.buffer.getvalue() == b"\xbf ?"


@pytest.mark.usefixtures("windows")
def test_the_command_for_phones_is_quoted_as_windows_quotes():
    plan = ServePlan(Storage(Path("C:/Moje dane")), port=8000, listen=("127.0.0.1",))
    assert serve.lan_command(plan).endswith(f'--data "{plan.storage.data}"')


def test_the_limits_of_a_job_are_laid_out_as_windows_reads_them():
    made = bytes(job_limits(limits.MEMORY, limits.CPU_S))
    assert sizeof(JobLimits) == 144
    assert struct.unpack_from("<q", made)[0] == limits.CPU_S * 10_000_000
    assert struct.unpack_from("<I", made, 16)[0] == 0x50A
    assert struct.unpack_from("<Q", made, 112)[0] == limits.MEMORY


def test_where_there_are_no_limits_reading_goes_on(monkeypatch):
    monkeypatch.setitem(sys.modules, "resource", None)
    limited.take_little(1, 1)


def test_a_reader_that_was_ended_for_its_time_says_so_whatever_its_status(monkeypatch):
    """A process that is killed on Windows ends with 1, as one that failed does."""
    monkeypatch.setattr(reader, "_OUT_OF_TIME", ())
    monkeypatch.setattr(limits, "WALL_S", 0)
    with pytest.raises(Refused) as refused:
        reader.read_file(b"a;b\n")
    assert refused.value.violations[0].code == "sheet.too_slow"


def test_ctrl_break_stops_the_server_where_there_is_one(monkeypatch):
    monkeypatch.setattr(signal, "SIGBREAK", 21, raising=False)
    assert stopping_signals() == [signal.SIGINT, signal.SIGTERM, 21]


def test_the_lock_for_windows_has_what_windows_needs_and_no_condition():
    lock = (ROOT / "requirements" / "product.txt").read_text("utf-8")
    lines = build_windows.for_windows(lock).splitlines()
    names = {line.partition("==")[0] for line in lines}
    assert {"colorama", "tzdata", "apsw"} <= names
    assert "uvloop" not in names
    assert all("--hash=sha256:" in line and ";" not in line for line in lines)
    assert names >= set(re.findall(r"^([\w.-]+)==\S+ \\$", lock, re.M))


def setup_sections() -> list[list[str]]:
    """What each part of the setup does, line by line, with its macros written out."""
    script = (ROOT / "deploy" / "windows" / "setup.nsi").read_text("utf-8")
    macros = dict(re.findall(r"^!macro (\w+)\n(.*?)^!macroend", script, re.M | re.S))
    bodies = re.findall(r"^Section .*?\n(.*?)^SectionEnd", script, re.M | re.S)
    whole = (re.sub(r"!insertmacro (\w+)", lambda m: macros[m[1]], body) for body in bodies)
    return [[line.strip() for line in body.splitlines()] for body in whole]


def test_a_folder_is_removed_whole_only_after_our_own_was_found_in_it():
    removing = [one for one in setup_sections() if 'RMDir /r "$INSTDIR"' in one]
    assert len(removing) == 2
    for lines in removing:
        asked = lines.index('IfFileExists "$INSTDIR\\stolik.cmd" ours')
        assert lines[asked - 1] == 'IfFileExists "$INSTDIR\\*.*" 0 ours'
        assert lines[asked + 1].startswith('MessageBox MB_OK|MB_ICONSTOP "$(FOREIGN)"')
        assert lines[asked + 2 : asked + 4] == ["Abort", "ours:"]
        assert asked < lines.index('RMDir /r "$INSTDIR"')
    first, second = (line for line in removing[0] if line.startswith("File "))
    assert (first, second) == ('File "${TREE}/stolik.cmd"', 'File /r "${TREE}/*"')


def test_what_failed_is_asked_of_one_act_alone():
    for lines in setup_sections():
        for at, line in enumerate(lines):
            if line.startswith("IfErrors"):
                assert lines[at - 2] == "ClearErrors"


def test_a_png_becomes_an_icon():
    picture = (ROOT / "frontend" / "public" / "icon-192.png").read_bytes()
    made = build_windows.icon(picture)
    assert made[:6] == b"\0\0\1\0\1\0"
    assert (made[6], made[7]) == (192, 192)
    assert made[22:] == picture


def test_another_python_does_not_build_the_setup(monkeypatch):
    monkeypatch.setattr(build_windows, "SERIES", (3, 99))
    with pytest.raises(SystemExit, match=r"Python 3\.99"):
        build_windows.demand_tools()


@pytest.mark.full
def test_a_part_that_nobody_signed_stops_the_build(tmp_path):
    if not shutil.which("osslsigncode"):
        missing("osslsigncode")
    (tmp_path / "python311.dll").write_bytes(b"MZ" + bytes(200))
    with pytest.raises(SystemExit, match="not signed by the Python Software Foundation"):
        build_windows.demand_signed(tmp_path / "python311.dll")


# wine 8 has no bcryptprimitives.dll, which every Windows since 7 has and programs in Rust ask for.
_PRIMITIVES = """
__declspec(dllimport) unsigned char SystemFunction036(void *, unsigned long);
__declspec(dllexport) int ProcessPrng(void *to, unsigned long long size)
{ return SystemFunction036(to, (unsigned long)size); }
"""


class Wine:
    """A Windows of our own in a directory."""

    def __init__(self, place: Path) -> None:
        self.prefix = place / "prefix"
        self.environment = {
            **{name: word for name, word in os.environ.items() if not name.startswith("PYTHON")},
            "WINEPREFIX": str(self.prefix),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=",
            "USER": "gracz",
        }

    def run(self, *words: str | Path, given: str = "") -> str:
        done = subprocess.run(
            ["wine", *words],
            input=given.encode(),
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=600,
        )
        return done.stdout.decode("utf-8", "replace")

    def give_primitives(self, place: Path) -> None:
        library = self.prefix / "drive_c/windows/system32/bcryptprimitives.dll"
        if not library.exists():
            (place / "primitives.c").write_text(_PRIMITIVES)
            shared = ("-shared", place / "primitives.c", "-Wl,--no-entry", "-ladvapi32")
            subprocess.run([*build_windows._ZIG, *shared, "-o", library], check=True)

    def folder(self, name: str) -> Path:
        (found,) = self.prefix.glob(f"drive_c/users/*/AppData/{name}")
        return found


@pytest.fixture
def wine(tmp_path: Path) -> Iterator[Wine]:
    for tool in ("wine", "makensis", "osslsigncode"):
        if not shutil.which(tool):
            missing(tool)
    if sys.version_info[:2] != build_windows.SERIES:
        missing("Python 3.11")
    made = Wine(tmp_path)
    silent = {"env": made.environment, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    # Services that a program starts would hold its pipes open: one that waits has started them.
    subprocess.run(["wineboot", "-i"], stdin=subprocess.DEVNULL, timeout=600, **silent)
    waits = subprocess.Popen(["wine", "cmd"], stdin=subprocess.PIPE, **silent)
    made.give_primitives(tmp_path)
    yield made
    subprocess.run(["wineserver", "-k"], **silent)
    waits.communicate()


@pytest.mark.full
@pytest.mark.timeout(2400)
def test_the_setup_installs_a_server_that_is_played_at_and_leaves_the_data(wine, tmp_path):
    setup = build_windows.main(tmp_path / "dist", None, "-XSetCompressor /FINAL zlib")
    assert setup.name == f"stolik-{stolik.__version__}-setup.exe"
    wine.run(setup, "/S")
    home = wine.folder("Local") / "Programs" / "Stolik"
    menu = wine.folder("Roaming") / "Microsoft/Windows/Start Menu/Programs/Stolik"
    assert (menu / "Stolik.lnk").exists()
    python = (home / "python.exe", "-m", "stolik")
    told = wine.run(*python, "opening", given='{"rack": ["k10", "b10", "j"]}')
    assert '"value":30' in told
    asked = "from stolik.solver import kernel; print(kernel.load() is not None)"
    assert wine.run(home / "python.exe", "-c", asked).strip() == "True"
    assert "Stolik 1." in wine.run(*python, "doctor", "--lang", "pl")
    _played_at(wine, python, tmp_path)
    _leaves_a_folder_of_others(wine, setup, home)
    wine.run(home / "uninstall.exe", "/S", f"_?=C:{_windows_path(wine, home)}")
    assert not (home / "python.exe").exists()
    assert not menu.exists()
    assert (wine.folder("Local") / "stolik" / "stolik.db").exists()


def _leaves_a_folder_of_others(wine: Wine, setup: Path, home: Path) -> None:
    theirs = home.parent / "Inne"
    theirs.mkdir()
    (theirs / "list.txt").write_text("od kogoś")
    wine.run(setup, "/S", f"/D=C:{_windows_path(wine, theirs)}")
    wine.run(home / "uninstall.exe", "/S", f"_?=C:{_windows_path(wine, theirs)}")
    assert [one.name for one in theirs.iterdir()] == ["list.txt"]


def _windows_path(wine: Wine, path: Path) -> str:
    return "\\" + str(path.relative_to(wine.prefix / "drive_c")).replace("/", "\\")


def _played_at(wine: Wine, python: tuple[str | Path, ...], place: Path) -> None:
    port = free_port()
    server = subprocess.Popen(
        ["wine", *python, "serve", "--port", str(port)],
        env=wine.environment,
        stdin=subprocess.PIPE,  # wine wants pipes
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        assert "<title>" in smoke._page(address + "/")
        assert "Stolik" in smoke._page(address + "/docs/manual/index.html")
        smoke._play(address, place)
    finally:
        server.kill()
        server.communicate()
