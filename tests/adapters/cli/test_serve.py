"""`stolik serve`, `stolik organiser reset` and `stolik doctor` as people type them."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import localtime, monotonic, sleep, strftime

import apsw
import httpx
import pytest

from stolik.adapters.cli.server.addresses import lan_addresses
from stolik.adapters.cli.server.arrivals import warnings
from stolik.adapters.cli.server.checks import Level, port_finding, space_finding, writing_findings
from stolik.adapters.cli.server.data_option import default_directory
from stolik.adapters.cli.server.parts import ServePlan, Started, Storage
from stolik.adapters.cli.server.phrases import Phrase
from stolik.adapters.cli.server.serve import lan_command, lines_told
from tests.adapters.cli.asking import run
from tests.tiers import first

PASSWORD = "a password of the hall"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of another kind")


@contextmanager
def started(data: Path, *options: str) -> Iterator[str]:
    """What a server prints until it is ready."""
    command = [sys.executable, "-c", "from stolik.wiring.cli import main; main()", "serve"]
    process = subprocess.Popen(
        [*command, "--port", "0", "--data", str(data), "--lang", "en", *options],
        env={**os.environ, "PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    lines = []
    while line := process.stdout.readline():
        lines.append(line)
        if "Ctrl+C" in line:
            break
    try:
        yield "".join(lines)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            output, errors = process.communicate(timeout=30)
        finally:
            process.kill()
        assert process.returncode == 0, errors
        assert "Stopped." in output


def link_in(text: str) -> tuple[str, str]:
    found = re.search(r"(http://127\.0\.0\.1:\d+)/enter#(\S+)", text)
    assert found, text
    return found[1], found[2]


def test_the_first_start_prints_a_link_and_later_ones_do_not(tmp_path: Path):
    with started(tmp_path) as text:
        url, token = link_in(text)
        answer = httpx.post(
            url + "/api/login/link",
            json={"token": token, "name": "Organizator", "password": PASSWORD},
            headers={"origin": url},
        )
        assert answer.status_code == 200
        output, status = run("serve", "--port", "0", "--data", str(tmp_path), "--lang", "en")
        assert (status, "Another Stolik is running" in output) == (1, True)

    output, status = run("organiser", "reset", "--data", str(tmp_path), "--lang", "en")
    assert status == 0, output
    token = output.split("/enter#")[1].split()[0]

    with started(tmp_path, "--lan") as text:
        assert "/enter#" not in text
        assert "█" in text or not lan_addresses()
        url = re.findall(r"http://127\.0\.0\.1:\d+", text)[0]
        login = {"name": "Organizator", "password": PASSWORD}
        headers = {"origin": url}
        assert httpx.post(url + "/api/login", json=login, headers=headers).status_code == 200
        filled = {"token": token, "password": "another password"}
        reset = httpx.post(url + "/api/login/link", json=filled, headers=headers)
        assert reset.status_code == 200
        assert httpx.post(url + "/api/login", json=login, headers=headers).status_code == 403


def test_without_lan_only_this_machine_is_served(tmp_path: Path):
    with started(tmp_path) as text:
        url, _ = link_in(text)
        port = int(url.rpartition(":")[2])
        for address in lan_addresses():
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((address, port), timeout=2)


def test_the_demo_promises_to_keep_nothing(tmp_path: Path):
    plan = ServePlan(Storage(tmp_path), 8000, ("127.0.0.1",))
    for demo, kept in ((True, "goes with it"), (False, "nothing is lost")):
        *_, last = lines_told(Started(8000, None), replace(plan, demo=demo), "http://x", "en")
        assert kept in last


def test_it_ends_in_silence_while_it_is_being_loaded():
    script = """
import sys
class Pressed:
    def find_spec(self, name, *_):
        if name == "stolik.wiring.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Pressed())
from stolik.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")


def test_the_command_that_lets_phones_in_is_the_one_that_was_typed(tmp_path: Path):
    plain = ServePlan(Storage(default_directory()), 8000, ())
    assert lan_command(plain) == "stolik serve --lan"
    there = tmp_path / "my data"
    given = ServePlan(Storage(there), 8123, (), mirror=Path("/media/stick"))
    wanted = f"stolik serve --lan --port 8123 --data '{there}' --mirror /media/stick"
    assert lan_command(given) == wanted
    secret = ServePlan(Storage(there, "postgresql://u:secret@db/x"), 8000, ())
    assert lan_command(secret) == "stolik serve --lan --database URL"
    assert lan_command(replace(plain, demo=True)) == "stolik demo --lan"


def test_a_taken_port_is_told(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        output, status = run("serve", "--port", port, "--data", str(tmp_path), "--lang", "en")
        assert status == 1
        assert f"port {port} cannot be used" in output
        assert output.rstrip().endswith("with --port.")
        doors = ("--port", "0", "--https", "--https-port", port)
        output, status = run("serve", *doors, "--data", str(tmp_path), "--lang", "en")
        assert (status, output.rstrip().endswith("with --https-port.")) == (1, True)
        output, status = run("doctor", "--port", port, "--data", str(tmp_path), "--lang", "en")
        assert status == 1
        assert "[TO DO] Port" in output


def test_an_address_of_another_machine_is_refused(tmp_path: Path):
    output, status = run("serve", "--address", "203.0.113.9", "--data", str(tmp_path))
    assert status == 1
    assert "203.0.113.9" in output


@pytest.mark.parametrize("lan", first(("--lan",), ()))
def test_an_address_of_this_machine_alone_tells_phones_nothing(tmp_path: Path, lan: tuple[str]):
    with started(tmp_path, "--address", "127.0.0.1", *lan) as text:
        assert "█" not in text
        assert not [address for address in lan_addresses() if address in text]


def test_a_trusted_proxy_is_an_address(tmp_path: Path):
    for given in ("proxy.example", "10.0.0.0/99", ""):
        options = ("--trusted-proxy", given, "--data", str(tmp_path), "--lang", "en")
        output, status = run("serve", *options)
        assert (status, "--trusted-proxy takes an address" in output) == (1, True)


def test_a_token_for_the_counters_is_long_enough(tmp_path: Path):
    short = tmp_path / "token"
    short.write_text("short\n")
    for path in (short, tmp_path / "none"):
        output, status = run("serve", "--metrics-token", str(path), "--data", str(tmp_path))
        assert (status, str(path) in output) == (1, True)


def test_behind_a_proxy_nobody_is_local_and_the_token_opens_the_counters(tmp_path: Path):
    word = tmp_path / "token"
    word.write_text("t" * 32 + "\n")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    options = ("--port", port, "--public-url", "http://turniej.example")
    options = (*options, "--trusted-proxy", "127.0.0.1", "--metrics-token", str(word))
    with started(tmp_path / "data", *options) as text:
        assert "CAUTION: http://turniej.example/ is not encrypted" in text
        url = f"http://127.0.0.1:{port}/metrics"
        assert httpx.get(url).status_code == 401
        assert httpx.get(url, headers={"host": "turniej.example"}).status_code == 401
        token = {"authorization": "Bearer " + "t" * 32}
        assert httpx.get(url, headers=token).status_code == 200
    with started(tmp_path / "data", "--port", port):
        assert httpx.get(url).status_code == 200  # the organiser's own laptop
        assert httpx.get(url, headers={"x-forwarded-for": "127.0.0.1"}).status_code == 401


def test_plain_http_beyond_the_hall_and_root_are_warned_of(tmp_path: Path, monkeypatch):
    def warned(url: str, listen: tuple[str, ...] = ("127.0.0.1",)) -> str:
        plan = ServePlan(Storage(tmp_path), 0, listen)
        return "\n".join(warnings(plan, url, "en"))

    monkeypatch.setattr("os.geteuid", lambda: 1000)
    for url in (
        "http://127.0.0.1:8000",
        "http://192.168.1.5",
        "http://laptop.local",
        "http://hall",
    ):
        assert warned(url) == ""
    assert warned("https://turniej.example") == ""
    assert "not encrypted" in warned("http://turniej.example")
    assert "not encrypted" in warned("http://93.184.216.34:8000")
    assert "93.184.216.34" in warned("http://127.0.0.1", ("127.0.0.1", "93.184.216.34"))
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert "runs as root" in warned("http://127.0.0.1:8000")


def test_a_public_url_is_one(tmp_path: Path):
    output, status = run("serve", "--public-url", "hall.example", "--data", str(tmp_path))
    assert (status, "--public-url" in output) == (1, True)


def test_nobody_to_reset(tmp_path: Path):
    output, status = run("organiser", "reset", "--data", str(tmp_path), "--lang", "en")
    assert status == 1
    assert "Nobody organises here yet" in output


def test_a_machine_that_is_ready(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    output, status = run("doctor", "--port", port, "--data", str(tmp_path), "--lang", "en")
    assert status == 0, output
    for words in ("Port", "Disk", "Data directory", "Clock", "Database: opens"):
        assert words in output
    polish, _ = run("doctor", "--port", port, "--data", str(tmp_path))
    assert "Wszystko gotowe do turnieju." in polish


def test_the_doctor_says_where_copies_lie(tmp_path: Path):
    data, stick = tmp_path / "data", tmp_path / "stick"
    words = ("doctor", "--port", "1", "--data", str(data), "--copies", str(stick), "--lang", "en")
    (data / "copies").mkdir(parents=True)
    copy = data / "copies" / "latest.db"
    copy.write_bytes(b"")
    os.utime(copy, (1_795_000_000, 1_795_000_000))
    output, _ = run(*words)
    newest = strftime("%Y-%m-%d %H:%M:%S", localtime(1_795_000_000))
    assert f"Copies: {data / 'copies'}, 1 copy, the newest of {newest}" in output
    assert f"Copies: none in {stick} yet" in output
    assert "die with it. Start the server with --copies DIR" in output


def test_the_doctor_finds_a_spoilt_database(tmp_path: Path):
    (tmp_path / "stolik.db").write_bytes(b"this is no database, whatever its name says" * 100)
    output, status = run("doctor", "--port", "1", "--data", str(tmp_path), "--lang", "en")
    assert status == 1
    assert "[TO DO] Database:" in output


def test_the_doctor_finds_a_directory_that_cannot_be_written(tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("")
    (finding,) = writing_findings(file / "under a file")
    assert (finding.level, finding.phrase) == (Level.MUST, Phrase.WRITES_NOT)
    assert space_finding(file / "under" / "a file").level is Level.GOOD


def test_a_free_port_is_free():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert port_finding(port).level is Level.MUST
    assert port_finding(port).level is Level.GOOD


def test_the_directory_is_where_it_is_said_to_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("STOLIK_DATA", str(tmp_path))
    assert default_directory() == tmp_path
    monkeypatch.delenv("STOLIK_DATA")
    assert default_directory().name == "stolik"


def test_other_commands_do_not_wait_for_the_server():
    """Importing the web server takes longer than most commands run."""
    heavy = {"litestar", "uvicorn", "apsw", "asyncpg", "structlog"}
    script = f"import sys, stolik.wiring.cli; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


# The mirror


def test_a_mirror_is_announced_and_one_that_is_ahead_is_refused(tmp_path: Path):
    data, stick, other = (str(tmp_path / name) for name in ("data", "stick", "other"))
    Path(stick).mkdir()
    with started(Path(data), "--mirror", stick) as text:
        assert f"Everything is written to {stick} too" in text
        assert "the same disk" in text
        url, _ = link_in(text)
        deadline = monotonic() + 30
        while httpx.get(url + "/readyz").json() != {"status": "ready", "mirror": "in_step"}:
            assert monotonic() < deadline
            sleep(0.1)
    words = ("--port", "0", "--mirror", stick, "--lang", "en")
    output, status = run("serve", *words, "--data", other)
    assert (status, "the data of another server" in output) == (1, True)
    output, status = run("restore", stick, "--data", other, "--lang", "en")
    assert status == 0, output
    with started(Path(other), "--mirror", stick) as text:
        assert f"Everything is written to {stick} too" in text
    output, status = run("serve", *words, "--data", data)
    assert (status, f"stolik restore {stick}" in output) == (1, True)


def test_without_its_stick_the_server_starts_and_says_so(tmp_path: Path):
    with started(tmp_path / "data", "--mirror", str(tmp_path / "stick")) as text:
        assert "THE MIRROR DOES NOT WORK" in text
        url, _ = link_in(text)
        assert httpx.get(url + "/readyz").json() == {"status": "ready", "mirror": "failed"}


def test_copies_are_announced_and_a_stick_that_is_not_there_is_named(tmp_path: Path):
    stick, gone = tmp_path / "stick", tmp_path / "gone" / "copies"
    stick.mkdir()
    words = ("--copies", str(stick / "copies"), "--copies", str(gone))
    with started(tmp_path / "data", *words) as text:
        assert f"Copies of each minute and round go to {stick / 'copies'} too." in text
        assert f"{stick / 'copies'} lies on the same disk" in text
        assert f"NO COPIES ARE MADE: The directory for copies {gone} is not there." in text
        assert f"Copies of each minute and round go to {gone}" not in text
    assert not gone.parent.exists()  # nothing was made where the stick would be


def test_copies_need_a_data_directory():
    words = ("--database", "postgresql://nowhere", "--copies", "stick", "--lang", "en")
    output, status = run("serve", "--port", "0", *words)
    assert (status, "leave --copies out" in output) == (1, True)


def test_a_mirror_needs_a_data_directory():
    words = ("--database", "postgresql://nowhere", "--mirror", "stick", "--lang", "en")
    output, status = run("serve", "--port", "0", *words)
    assert (status, "leave --mirror out" in output) == (1, True)


def test_the_doctor_looks_at_the_mirror(tmp_path: Path):
    data, stick = tmp_path / "data", tmp_path / "stick"
    words = ("doctor", "--port", "1", "--data", str(data), "--mirror", str(stick), "--lang", "en")
    output, status = run(*words)
    assert (status, f"[TO DO] Mirror: The directory {stick} is not there" in output) == (1, True)
    stick.mkdir()
    output, _ = run(*words)
    assert f"Mirror: {stick} can be written" in output or f"Mirror: {stick} takes" in output
    assert f"Mirror: {stick} lies on the same disk" in output
    run("doctor", "--port", "1", "--data", str(stick))
    with apsw.Connection(str(stick / "stolik.db")) as strange:
        strange.execute("INSERT INTO records VALUES ('person', '1', x'00')")
    strange.close()
    output, status = run(*words)
    assert (status, "the data of another server" in output) == (1, True)
