"""What we rest on inside uvicorn is there; where it is not, the server serves all the same."""

from contextlib import suppress
from types import SimpleNamespace

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from stolik.adapters.web.edge import internals, running
from stolik.adapters.web.edge.budget import BURST, TOO_FAST
from stolik.adapters.web.routes import docs
from stolik.adapters.web.services import Settings
from tests.adapters.web.serving import serving
from tests.adapters.web.test_wire import echo


@pytest.mark.parametrize("protocol", [internals.SOCKETS, internals.HTTP])
def test_the_installed_uvicorn_carries_our_own_protocols(protocol: str):
    """If this fails after an upgrade, the server is slower and less patient with attackers.

    Read what changed, then mend `wire.py` or `impatience.py` and the list in `internals.py`.
    """
    assert internals.missing(protocol) == []


def test_another_uvicorn_is_seen(monkeypatch: pytest.MonkeyPatch):
    class Changed:
        def __init__(self) -> None:
            self.loop = self.transport = None

    other = SimpleNamespace(HttpToolsProtocol=Changed)
    monkeypatch.setattr(internals, "import_module", lambda _: other)
    assert "on_headers_complete" in internals.missing(internals.HTTP)
    assert internals.missing(internals.SOCKETS) == [internals.SOCKETS]
    assert (running._http(Settings()), running._sockets()) == ("auto", "auto")


def test_without_them_people_are_served_and_floods_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(internals, "missing", lambda _: ["everything"])
    with serving(handlers=[echo]) as server:
        assert server.client().get("/healthz").status_code == 200
        with connect(f"ws://127.0.0.1:{server.port}/echo", origin=server.url) as socket:
            with suppress(ConnectionClosed):
                for _ in range(2 * BURST):
                    socket.send("again")
                while True:
                    socket.recv(5)
            assert socket.close_code == TOO_FAST


def test_the_description_is_litestars_own_completed_once(monkeypatch: pytest.MonkeyPatch):
    """Else who opens `/docs` would hold up everybody while it is put together again."""
    with serving() as server:
        assert docs.description(server.app) is docs.description(server.app)
        kept = docs.made_by_litestar(server.app)
        assert kept is docs.made_by_litestar(server.app), "kept elsewhere: mend `docs.py`"
        monkeypatch.setattr(docs, "import_module", lambda _: SimpleNamespace())
        assert docs.made_by_litestar(server.app).keys() == kept.keys()
