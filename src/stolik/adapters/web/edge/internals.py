"""What we rest on inside uvicorn, looked at before it is used.

Our own protocols (`Wire`, `Impatience`) are built on uvicorn's, which promises nothing about them.
An upgrade that changes what they need must cost speed, never the service: the plain protocol of
uvicorn is taken instead, and `tests/adapters/web/test_internals.py` says so.
"""

from importlib import import_module

_NEEDED = {
    "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol": (
        ("loop", "queue", "conn", "config", "transport", "read_paused"),
        ("handshake_initiated", "handshake_complete", "close_sent"),
        ("data_received", "run_asgi", "send", "receive", "pause_writing", "resume_writing"),
    ),
    "uvicorn.protocols.http.httptools_impl:HttpToolsProtocol": (
        ("loop", "transport", "headers", "cycle", "client", "scope"),
        ("connection_made", "data_received", "connection_lost", "handle_websocket_upgrade"),
        ("on_message_begin", "on_header", "on_headers_complete", "on_message_complete"),
        ("send_400_response", "on_url", "on_body", "on_response_complete"),
        ("_start_asgi_task", "shutdown"),
    ),
}
SOCKETS, HTTP = _NEEDED


def missing(protocol: str) -> list[str]:
    """What a protocol of the installed uvicorn lacks of what ours is built on."""
    module, _, name = protocol.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError):
        return [protocol]
    has = {*dir(found), *found.__init__.__code__.co_names}
    return [part for parts in _NEEDED[protocol] for part in parts if part not in has]
