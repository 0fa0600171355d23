"""The examples in deploy/: options there are, a unit that is shut, proxies that tell the truth."""

import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import sleep

import httpx
import pytest
import yaml
from websockets.sync.client import connect
from websockets.typing import Origin

from stolik.adapters.cli.server.serve import serve
from stolik.adapters.https.authority import authority_in, server_pem
from tests.adapters.cli.test_serve import started
from tests.needs import missing
from tests.reliability.nodes import free_port

DEPLOY = Path(__file__).parent.parent / "deploy"
DOCS = Path(__file__).parent.parent / "docs"
NAME = "turniej.example"
EXAMPLES = [*(one for one in DEPLOY.rglob("*") if one.is_file()), DOCS / "install.md"]


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda one: one.name)
def test_every_option_of_serve_in_an_example_is_one(file: Path):
    known = {option for one in serve.params for option in one.opts}
    whole = file.read_text("utf-8")
    written = [*re.findall(r"stolik serve ([^\n`|]*)", whole), *re.findall(r"- (--\S+)", whole)]
    used = set(re.findall(r"(?<!\S)--[a-z-]+", " ".join(written)))
    assert not used - known


def test_two_nodes_believe_the_proxy_of_the_compose_file_and_nobody_else():
    whole = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    services = whole["services"]
    proxy = services["proxy"]["networks"]["inside"]["ipv4_address"]
    for name in services["proxy"]["environment"]["STOLIK_NODES"].split():
        command = services[name.removesuffix(":8000")]["command"]
        assert command[command.index("--trusted-proxy") + 1] == proxy
    assert "ports" not in services["one"], "only the proxy is reached from outside"


@pytest.mark.full
def test_the_unit_is_shut_as_far_as_systemd_can_tell(tmp_path: Path):
    if not shutil.which("systemd-analyze"):
        missing("systemd-analyze")
    unit = shutil.copy(DEPLOY / "stolik.service", tmp_path)
    asked = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit)]
    told = subprocess.run(asked, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    assert told.returncode == 0, told.stdout  # an exposure of at most 2.0 out of 10


@contextmanager
def running(*command: str | Path, **environment: str) -> Iterator[None]:
    process = subprocess.Popen(
        [str(word) for word in command],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def nginx(place: Path, port: int, server: int) -> Iterator[str]:
    """The example as it stands, with our own certificate and ports that are free."""
    if not shutil.which("nginx"):
        missing("nginx")
    authority = authority_in(place, "turniej", datetime.now(UTC))
    pem = server_pem(place, authority, ["127.0.0.1"], datetime.now(UTC))
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    site = re.sub(r"/etc/letsencrypt\S+\.pem", str(pem), site)
    site = site.replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    site = site.replace("listen 80", f"listen 127.0.0.1:{free_port()}")
    kept = "".join(
        f"{kind}_temp_path {place}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    conf = place / "nginx.conf"
    conf.write_text(
        f"pid {place}/pid; error_log {place}/log; events {{}}\n"
        f"http {{ access_log off; {kept}\n{site}}}"
    )
    with running("nginx", "-p", place, "-c", conf, "-g", "daemon off;"):
        yield "https"


@contextmanager
def caddy(place: Path, port: int, server: int) -> Iterator[str]:
    """The example as it stands, without https: its certificate would come from the internet."""
    if not shutil.which("caddy"):
        missing("caddy")
    environment = {
        "STOLIK_NAME": f"http://{NAME}:{port}",
        "STOLIK_NODES": f"127.0.0.1:{server}",
        "HOME": str(place),
    }
    conf = place / "Caddyfile"
    conf.write_text("{\n\tadmin off\n}\n" + (DEPLOY / "Caddyfile").read_text("utf-8"))
    with running("caddy", "run", "--config", conf, "--adapter", "caddyfile", **environment):
        yield "http"


@pytest.mark.full
@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_limits_see_who_is_behind_the_proxy(tmp_path: Path, proxy):
    """Guessing from one address locks that address, whatever it writes about itself."""
    server, port = free_port(), free_port()
    public = ("--public-url", f"https://{NAME}", "--trusted-proxy", "127.0.0.1")
    with (
        started(tmp_path / "data", "--port", str(server), *public),
        proxy(tmp_path, port, server) as scheme,
    ):
        base = f"{scheme}://127.0.0.1:{port}"
        codes = [_guess(base, "127.0.0.2", n) for n in range(9)]
        assert (codes[0], codes[-1]) == (403, 429), codes
        assert _guess(base, "127.0.0.3", 99) == 403
        answer = _client(base, "127.0.0.3").get("/")
        assert answer.headers["strict-transport-security"]
        _greet(base, port)


def _greet(base: str, port: int) -> None:
    """A socket through the proxy: a word that is none of ours is answered."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    # nginx tells the name alone, Caddy with the port, which is the usual one elsewhere.
    host = NAME if base.startswith("https") else f"{NAME}:{port}"
    with connect(
        f"{base.replace('http', 'ws', 1).replace('127.0.0.1', NAME)}/api/socket",
        sock=socket.create_connection(("127.0.0.1", port)),
        origin=Origin(f"https://{host}"),
        ssl=trusting if base.startswith("https") else None,
    ) as line:
        line.send("{}")
        assert line.recv(10)


def _client(base: str, source: str) -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=source, verify=False)
    headers = {"host": NAME, "origin": f"https://{NAME}"}
    return httpx.Client(base_url=base, transport=transport, headers=headers, timeout=20)


def _guess(base: str, source: str, number: int) -> int:
    forged = {"x-forwarded-for": f"203.0.113.{number}", "forwarded": f"for=203.0.113.{number}"}
    for _ in range(50):
        try:
            with _client(base, source) as client:
                sent = {"name": f"Nikt {number}", "password": "no password of anybody"}
                return client.post("/api/login", json=sent, headers=forged).status_code
        except httpx.ConnectError:
            sleep(0.2)  # the proxy is not open yet
    raise AssertionError("the proxy does not answer")
