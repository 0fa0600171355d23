"""What a device answers by itself: the paths of the server's routes that need nobody else."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

import msgspec

from stolik.adapters.web.device.device_seat import DeviceSeat
from stolik.adapters.web.edge.body import Body
from stolik.adapters.web.edge.codes import Refusal as Http
from stolik.adapters.web.routes import asked as a
from stolik.app.codes import Refusal as Unknown
from stolik.app.games.rummikub import guiding as g
from stolik.app.library import RULES
from stolik.app.paper.rules_sheet import rules_sheet
from stolik.app.reading.strict_json import parse
from stolik.app.reading.typed import read
from stolik.app.tables.codes import Refusal
from stolik.app.tables.looking_back import film_of
from stolik.app.tables.practising import PracticeWish
from stolik.app.tables.transcript_of import transcript_of
from stolik.app.texts import LANGUAGES, catalogue, text
from stolik.refusal import Violation, refuse

T = TypeVar("T", bound=Body)


@dataclass(frozen=True, slots=True)
class Judging:
    """Who values an opening and finds the most that can be laid, for a referee's tools."""

    judge: Callable[[object], dict[str, Any]]
    best_opening: Any
    solve: Any


@dataclass(frozen=True, slots=True)
class Question:
    """A request as its answer needs it."""

    at: Mapping[str, str]  # what the path names
    query: Mapping[str, str]
    body: bytes
    lang: str

    def read(self, kind: type[T]) -> T:
        """The body, refused field by field."""
        found: T = read(kind, parse(self.body))
        return found

    def number(self, name: str) -> int | None:
        """A number of the address; None where it is left out."""
        given = self.query.get(name)
        return int(given) if given is not None and given.isdecimal() else None

    @property
    def profile(self) -> str:
        """The rules the path names: ours, for tournaments are elsewhere."""
        return known_rules(self.at["profile"])


_Answering = Callable[[Question], Awaitable[Any]]


class DeviceAnswers:
    """The routes of a device."""

    def __init__(self, seat: DeviceSeat, judging: Judging) -> None:
        self._seat = seat
        self._judging = judging
        game = r"/api/tables/(?P<table>[0-9a-f]+)/games/(?P<game>\d{1,4})/"
        self._routes: tuple[tuple[str, str, _Answering], ...] = (
            ("POST", r"/api/practice", self._practise),
            ("GET", game + "film", self._film),
            ("GET", game + "study", self._study),
            ("GET", game + "record", self._record),
            ("GET", game + "transcript", self._transcript),
            ("GET", r"/api/tables/(?P<table>[0-9a-f]+)/hint", self._hint),
            ("GET", r"/api/texts/(?P<lang>\w+)/(?P<part>\w+)", self._texts),
            ("POST", r"/api/tools/verdict", self._verdict),
            ("POST", r"/api/tools/opening", self._opening),
            ("POST", r"/api/tools/melds", self._melds),
            ("POST", r"/api/tools/solve", self._most),
            ("GET", r"/api/tools/profiles", self._profiles),
            ("GET", r"/api/tools/guide/(?P<profile>\w+)", self._guide),
            ("GET", r"/api/tools/rules/(?P<profile>\w+)", self._rules),
        )

    async def answer(self, method: str, address: str, body: bytes, lang: str) -> Any:
        """The answer to a request; refused where only a server has one."""
        parts = urlsplit(address)
        query = {key: values[0] for key, values in parse_qs(parts.query).items()}
        for route, path, answer in self._routes:
            if route == method and (found := re.fullmatch(path, parts.path)):
                return await answer(Question(found.groupdict(), query, body, lang))
        refuse(Violation(Http.NOT_FOUND))

    async def _practise(self, asked: Question) -> a.PracticeSet:
        data = asked.read(a.PracticeWanted)
        wish = PracticeWish(data.profile, data.bots, data.turn_time_s, data.lesson)
        return a.PracticeSet(await self._seat.practise(data.game, wish), 0, "")

    async def _film(self, asked: Question) -> Any:
        room, viewer = await self._seat.room(asked.at["table"])
        return film_of(room.play, int(asked.at["game"]), viewer, asked.number("after") or 0)

    async def _study(self, asked: Question) -> Any:
        room, _ = await self._seat.room(asked.at["table"])
        return room.play.study(int(asked.at["game"]), asked.number("after") or 0)()

    async def _record(self, asked: Question) -> Any:
        room, _ = await self._seat.room(asked.at["table"])
        return room.play.record(int(asked.at["game"]))()

    async def _transcript(self, asked: Question) -> Any:
        room, _ = await self._seat.room(asked.at["table"])
        return await transcript_of(room, int(asked.at["game"]), asked.number("redeal"))

    async def _hint(self, asked: Question) -> Any:
        room, viewer = await self._seat.room(asked.at["table"])
        if viewer.seat is None:
            refuse(Violation(Refusal.NOT_YOURS))
        return room.play.hint(viewer.seat, asked.lang)()

    async def _texts(self, asked: Question) -> dict[str, str]:
        lang, part = asked.at["lang"], asked.at["part"]
        known = catalogue(lang if lang in LANGUAGES else LANGUAGES[0])
        return {key: words for key, words in known.items() if key.startswith(f"{part}.")}

    async def _verdict(self, asked: Question) -> dict[str, Any]:
        data = asked.read(a.VerdictWanted)
        known_rules(data.profile)
        found = self._judging.judge(msgspec.to_builtins(data))
        return {**found, "text": text(f"verdict.rule.{found['rule']}", asked.lang)}

    async def _opening(self, asked: Question) -> g.OpeningFound:
        data = asked.read(a.RackAsked)
        return g.opening_of(data.rack, known_rules(data.profile), self._judging.best_opening)

    async def _melds(self, asked: Question) -> tuple[g.SetFound, ...]:
        data = asked.read(a.SetsAsked)
        return g.sets_of(data.rows, known_rules(data.profile), asked.lang)

    async def _most(self, asked: Question) -> g.MostLaid:
        data = asked.read(a.MostAsked)
        rules = known_rules(data.profile)
        return g.most_laid(data.tableau, data.rack, rules, self._judging.solve)

    async def _profiles(self, _: Question) -> tuple[g.ProfileTold, ...]:
        return g.profiles_told()

    async def _guide(self, asked: Question) -> g.Guide:
        return g.guide_of(asked.profile, asked.lang, asked.profile)

    async def _rules(self, asked: Question) -> Any:
        return rules_sheet(asked.profile, asked.lang, asked.number("move_s"))


def known_rules(profile: str) -> str:
    """Rules of ours; refused where they are a tournament's own, which only its server knows."""
    if profile not in RULES:
        refuse(Violation(Unknown.PROFILE_UNKNOWN, facts={"profile": profile, "known": RULES}))
    return profile
