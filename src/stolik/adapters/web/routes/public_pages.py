"""Public pages, encoded once for everybody: a burst of readers costs what one reader costs."""

import asyncio
import gzip
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from stolik.adapters.web.edge.encoding import encode
from stolik.app.reading.written import written
from stolik.app.thinking.pools import Pool
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.reading_eyes import Eyes
from stolik.app.tournaments.telling.public import page_head, public_page

# While results pour in, a page that nobody needs newer is made at most this often.
_LEAST_REST_S = 0.5
# Making pages takes at most this share of the time.
_SHARE = 0.2
_PACKING = 6


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it is sent, plain and packed; `edition` is that of the tournament it shows."""

    edition: int
    seq: int
    tag: str
    plain: bytes
    packed: bytes
    good_until: float  # for those who do not ask for a newer one

    def shows(self, seq: int, edition: int) -> bool:
        """Whether it has this event and what was written beside the events by then."""
        return self.seq >= seq and self.edition >= edition


Key = tuple[str, Eyes, str]  # tournament, what its reader may know, language


class Pages:
    """The newest page of every kind."""

    def __init__(self, now: Callable[[], float], pool: Pool) -> None:
        self._now = now
        self._pool = pool
        self._pages: dict[Key, Page] = {}
        self._making: dict[Key, asyncio.Task[Page]] = {}

    async def page(
        self, office: Office, *, eyes: Eyes, lang: str, after: int, edition: int = 0
    ) -> Page:
        """A page that shows event `after` and this edition at least; those that were made a
        moment ago will do."""
        key = (office.card.id, eyes, lang)
        # Another node counts editions for itself: ours is the newest there is here.
        wanted = (min(after, office.seq), min(edition, office.edition))
        while True:
            known = self._pages.get(key)
            if known and known.shows(*wanted) and self._will_do(known, office):
                return known
            # One that is being made may have begun too early for us: then we look again.
            await asyncio.shield(self._made(key, office))
            if self._pages[key].shows(*wanted):
                return self._pages[key]

    def _will_do(self, page: Page, office: Office) -> bool:
        return page.edition == office.edition or self._now() < page.good_until

    def _made(self, key: Key, office: Office) -> asyncio.Task[Page]:
        making = self._making.get(key)
        # One that has just been made is nobody's to wait for: it would be looked at for ever.
        if making is None or making.done():
            making = self._making[key] = asyncio.ensure_future(self._make(key, office))
        return making

    async def _make(self, key: Key, office: Office) -> Page:
        began, top = self._now(), page_head(office)
        _, eyes, lang = key
        desk = office.reading(eyes)

        def work() -> tuple[bytes, bytes]:
            plain = encode(written(public_page(top, desk(), office.counting, lang)))
            return plain, gzip.compress(plain, _PACKING, mtime=0)

        # The tables of this node must not wait for somebody's standings.
        plain, packed = await self._pool.think(work, top.id)
        took = self._now() - began
        rest = max(_LEAST_REST_S, took / _SHARE - took)
        tag = sha256(plain).hexdigest()[:32]
        page = Page(top.edition, top.seq, f'"{tag}"', plain, packed, self._now() + rest)
        self._pages[key] = page
        return page
