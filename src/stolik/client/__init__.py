"""A small client of the live table: for bots, for tests, and to be read by who writes another.

    token = await log_in(url, link_token)
    async with TableClient(url, table, token) as client:
        view = await client.view()
        await client.do(DrawTile(view.turn))

It keeps what is known of the table, comes back by itself when the line breaks, never asks twice for
what was done, and checks every deal at the end: docs/protocol.md.
"""

from stolik.client.connection import NotAdmitted, TableClient
from stolik.client.http import HttpRefused, fetch, log_in
from stolik.client.memory import No
from stolik.client.player import play

__all__ = ["HttpRefused", "No", "NotAdmitted", "TableClient", "fetch", "log_in", "play"]
