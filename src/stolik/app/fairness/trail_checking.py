"""A trail of draws checked with our own planner, and what it turned out to be, in words."""

from collections.abc import Iterator, Mapping
from typing import Any

from stolik.app.codes import Phrase
from stolik.app.fairness.draw_input import made_from
from stolik.app.texts import text
from stolik.fair.trail import verify_trail
from stolik.fair.trail_shapes import Trail, TrailRemark


def checked_trail(raw: object, commit: str = "", public: str = "") -> Trail:
    """Every draw by chance is made again; raises `Refused` with the first reason for doubt."""
    return verify_trail(raw, commit, public, redraw=_redraw)


def _redraw(told: Mapping[str, Any], seed: str, label: str) -> tuple[Any, Any]:
    again = made_from(told, seed, label)
    return again.tables, again.plan


def trail_told(found: Trail, lang: str) -> Iterator[str]:
    """One sentence for the whole, then one for everything people should know."""
    yield _whole_said(found, lang)
    for remark in found.remarks:
        yield _said(remark, lang)
    if any(_reason(remark) for remark in found.remarks):
        yield text(Phrase.DRAWS_WORDS, lang)


def _whole_said(found: Trail, lang: str) -> str:
    """OK only where nothing had to be taken on trust."""
    facts = {"tournament": found.tournament, "entries": found.length, "draws": found.draws}
    facts |= {"redrawn": found.redrawn, "pledges": found.pledges}
    if found.unchecked:
        more = {"unchecked": found.unchecked, "changes": found.changes}
        return text(Phrase.FAIR_TRAIL_PARTLY, lang, **facts, **more)
    if found.changes:
        return text(Phrase.FAIR_TRAIL, lang, **facts, changes=found.changes)
    return text(Phrase.FAIR_TRAIL_PLAIN, lang, **facts)


_ROLES = {"organiser": Phrase.DRAWS_ORGANISER, "referee": Phrase.DRAWS_REFEREE}


def _said(remark: TrailRemark, lang: str) -> str:
    reason = _reason(remark)
    why = text(Phrase.DRAWS_WHY, lang, reason=reason) if reason else ""
    by = text(_ROLES.get(remark.facts["by"], Phrase.DRAWS_SOMEBODY), lang)
    facts = {**remark.facts, "entry": remark.entry, "by": by, "why": why}
    if isinstance(fields := facts.get("fields"), str):
        facts["fields"] = ", ".join(text(_WORDS[one], lang) for one in fields.split(", "))
    return text(remark.code, lang, **facts).strip()


_WORDS = {
    "name": Phrase.DRAWS_WORD_NAME,
    "club": Phrase.DRAWS_WORD_CLUB,
    "team": Phrase.DRAWS_WORD_TEAM,
    "class": Phrase.DRAWS_WORD_CLASS,
}


def _reason(remark: TrailRemark) -> str:
    """The words stand beside the chain, where they can be erased, and changed by who keeps it."""
    said = str(remark.facts.get("reason", "")).strip()
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in said)
