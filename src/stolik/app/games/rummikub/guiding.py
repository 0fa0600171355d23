"""What a referee asks at a table in the hall: a time-out by questions, sets, openings."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from stolik.app.codes import Refusal
from stolik.app.games.rummikub.entered import checked_rack
from stolik.app.library import RULES, is_written_out, rules_profile
from stolik.app.texts import text
from stolik.refusal import Violation, refuse, refuse_any
from stolik.rummikub.layout import PlacedTile, TileSize, read_layout
from stolik.rummikub.legality import meld_violations
from stolik.rummikub.openings import BestOpening, opens
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tableau, Tile, Tiles
from stolik.rummikub.time_out_tree import Branch, Node, Outcome, time_out_tree

Rows = Sequence[Sequence[str]]


class Phrase(StrEnum):
    """Sentences of a guide that belong to no rule."""

    TILES = "guide.tiles"
    NEXT = "guide.next"


@dataclass(frozen=True, slots=True)
class ProfileTold:
    """A regulation to choose."""

    id: str
    title: str
    minimum: int  # of an opening


@dataclass(frozen=True, slots=True)
class RuleTold:
    """A rule in words and where it is written."""

    text: str
    article: str


@dataclass(frozen=True, slots=True)
class Step:
    """A question with the steps its answers lead to; or, without one, how the move ends."""

    text: str
    question: str = ""
    hint: str = ""
    yes: int | None = None
    no: int | None = None
    ruling: str = ""
    article: str = ""


@dataclass(frozen=True, slots=True)
class Guide:
    """What a table in the hall needs to know of its rules when something happens."""

    profile: ProfileTold
    time_out: tuple[Step, ...]  # the first one first
    pool_empty: RuleTold
    time_over: RuleTold
    unfinished: RuleTold


def profiles_told() -> tuple[ProfileTold, ...]:
    """The regulations that are played with tiles."""
    return tuple(_profile(rules_profile(name)) for name in RULES)


def guide_of(profile: str, lang: str, asked: str = "") -> Guide:
    """The guide to a regulation, under the name it was asked for by."""
    rules = rules_asked(profile)
    ending, points = rules.ending, rules.points

    def told(kind: str, value: str) -> RuleTold:
        return RuleTold(text(f"paper.{kind}.{value}", lang), rules.article(_ARTICLES[kind]))

    return Guide(
        _profile(rules, asked),
        tuple(_steps(time_out_tree(rules), rules, lang)),
        told("pool", ending.pool_empty),
        told("time_over", ending.time_over),
        told("unfinished", points.unfinished),
    )


_ARTICLES = {"pool": "pool_empty", "time_over": "time_over", "unfinished": "unfinished"}


def rules_asked(profile: str) -> RulesProfile:
    """A name of ours or whole rules, never a path: it would read files of this machine."""
    if profile not in RULES and not is_written_out(profile):
        refuse(Violation(Refusal.PROFILE_UNKNOWN, facts={"profile": profile, "known": RULES}))
    return rules_profile(profile)


def _profile(rules: RulesProfile, asked: str = "") -> ProfileTold:
    return ProfileTold(asked or rules.id, rules.title, rules.opening.minimum)


def _steps(tree: Node, rules: RulesProfile, lang: str) -> Iterator[Step]:
    """The tree as a list; whatever stands in it twice is told once."""
    nodes: list[Node] = [tree]
    for node in nodes:
        if isinstance(node, Branch):
            nodes += [n for n in (node.yes, node.no) if n not in nodes]
            yield _question(node, nodes, rules, lang)
        else:
            yield Step(_ends(node, lang), ruling=node.ruling, article=node.article)


def _question(node: Branch, nodes: Sequence[Node], rules: RulesProfile, lang: str) -> Step:
    asked, minimum = node.question, rules.opening.minimum
    return Step(
        text(f"guide.ask.{asked}", lang, minimum=minimum),
        question=asked,
        hint=text(f"guide.hint.{asked}", lang, minimum=minimum),
        yes=nodes.index(node.yes),
        no=nodes.index(node.no),
    )


def _ends(found: Outcome, lang: str) -> str:
    said = [text(f"guide.do.{found.ruling}", lang)]
    if found.tiles:
        said.append(text(Phrase.TILES, lang, tiles=found.tiles))
    return " ".join((*said, text(Phrase.NEXT, lang)))


# --- tiles ---------------------------------------------------------------------------------------


class Laid(Protocol):
    """What a solver found."""

    @property
    def tiles(self) -> int: ...
    @property
    def points(self) -> int: ...
    @property
    def laid(self) -> Tiles: ...
    @property
    def tableau(self) -> Tableau: ...


class Solve(Protocol):
    """The most that can be laid from a rack with every tile of the table in a meld again."""

    def __call__(
        self,
        tableau: Sequence[Sequence[Tile]],
        rack: Sequence[Tile],
        *,
        maximise: Literal["tiles", "points"],
    ) -> Laid: ...


SolveByRules = Callable[[Tableau, Tiles, RulesProfile], Laid]


@dataclass(frozen=True, slots=True)
class OpeningFound:
    """The most valuable melds of a rack, and whether they open."""

    value: int
    minimum: int
    opens: bool
    melds: tuple[tuple[str, ...], ...]
    article: str


@dataclass(frozen=True, slots=True)
class SetFound:
    """Tiles that lie together: a meld with its value, or why they are none."""

    tiles: tuple[str, ...]
    kind: str = ""
    value: int = 0
    numbers: tuple[int, ...] = ()  # what each tile counts as: a joker as the tile it stands for
    why: str = ""


@dataclass(frozen=True, slots=True)
class MostLaid:
    """The most tiles that could be laid, and the table after it."""

    tiles: int
    laid: tuple[str, ...]
    tableau: tuple[tuple[str, ...], ...]


def opening_of(rack: Iterable[str], profile: str, best_opening: BestOpening) -> OpeningFound:
    """Could this rack have opened?"""
    rules = rules_asked(profile)
    best, minimum = best_opening(checked_rack(rack, rules), rules), rules.opening.minimum
    melds = tuple(tuple(meld) for meld in best.melds)
    return OpeningFound(best.value, minimum, opens(best, rules), melds, rules.article("opening"))


def sets_of(rows: Rows, profile: str, lang: str) -> tuple[SetFound, ...]:
    """Which tiles form a set: each row lies side by side, rows lie apart."""
    rules = rules_asked(profile)
    checked_rack((name for row in rows for name in row), rules)
    return tuple(found for row in rows if row for found in _sets_in(row, rules, lang))


def _sets_in(row: Sequence[str], rules: RulesProfile, lang: str) -> Iterator[SetFound]:
    placed = [PlacedTile(Tile(name), x, 0) for x, name in enumerate(row)]
    layout = read_layout(placed, TileSize(1, 1), rules)
    for meld in layout.melds:
        yield SetFound(tuple(meld.tiles), meld.kind, meld.value, meld.numbers)
    for loose in layout.loose:
        tiles = " ".join(loose.tiles)
        yield SetFound(tuple(loose.tiles), why=text(loose.reason, lang, melds=tiles))


def most_laid(tableau: Rows, rack: Sequence[str], profile: str, solve: SolveByRules) -> MostLaid:
    """What could be laid from this rack onto this table."""
    rules = rules_asked(profile)
    checked_rack([*(name for row in tableau for name in row), *rack], rules)
    lies = tuple(tuple(Tile(name) for name in row) for row in tableau if row)
    refuse_any(*meld_violations(lies, rules))
    found = solve(lies, tuple(Tile(name) for name in rack), rules)
    return MostLaid(found.tiles, tuple(found.laid), tuple(tuple(meld) for meld in found.tableau))
