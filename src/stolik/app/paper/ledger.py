"""The end of the protocol: ties broken outside the games, corrected results, every penalty with
what it cost, reports, and who did not play to the end.
"""

from collections.abc import Iterator

from stolik.app.paper.codes import Phrase
from stolik.app.paper.content import Block, Heading, Items, Paragraph
from stolik.app.paper.source import PaperSource, shown
from stolik.app.tournaments.telling.ladder import given_effect, step_text
from stolik.app.tournaments.telling.wording import (
    criterion_text,
    drawn_text,
    round_called,
    stage_called,
)
from stolik.tournament.state import (
    Correction,
    CorrectionCause,
    Decision,
    EntryStatus,
    GameNumber,
    Line,
    Penalty,
    Report,
    Result,
    Round,
    Settlement,
    TableNumber,
)

_LEFT = {
    EntryStatus.WITHDRAWN: Phrase.LEFT_WITHDRAWN,
    EntryStatus.NO_SHOW: Phrase.LEFT_NO_SHOW,
    EntryStatus.DISQUALIFIED: Phrase.LEFT_EXCLUDED,
}


_CAUSES = {
    CorrectionCause.PLACES_SET: Phrase.CAUSE_PLACES_SET,
    CorrectionCause.EXCLUSION: Phrase.CAUSE_EXCLUSION,
    CorrectionCause.PENALTY: Phrase.CAUSE_PENALTY,
    CorrectionCause.REWIND: Phrase.CAUSE_REWIND,
    CorrectionCause.TOLD_ANEW: Phrase.CAUSE_TOLD_ANEW,
}
_DECIDED = {
    None: Phrase.REPORT_WAITS,
    Decision.REJECTED: Phrase.REPORT_REJECTED,
    Decision.WARNING: Phrase.REPORT_WARNING,
    Decision.DISQUALIFICATION: Phrase.REPORT_DISQUALIFICATION,
}
Lines = tuple[Line, ...]


def ties(source: PaperSource) -> list[Block]:
    """What was drawn or played where results left people level, the better first."""
    found = tuple(_tie(source, one) for one in source.state.settlements)
    return [Heading(source.say(Phrase.TIES)), Items(found)] if found else []


def _tie(source: PaperSource, one: Settlement) -> tuple[str, str]:
    shape, names = source.state.format, source.names()
    line = source.say(
        Phrase.TIE_LINE,
        stage=stage_called(shape.stages[one.stage], source.lang),
        criterion=criterion_text(shape, one.by.value, source.lang),
    )
    best_first = sorted(one.drawn, key=lambda drawn: -drawn[1])
    return line, "; ".join(f"{names[n]}: {drawn_text(one.by, value)}" for n, value in best_first)


def corrections(source: PaperSource) -> list[Block]:
    """Results that were written anew after they had been entered, each time, and why."""
    found = tuple(
        (". ".join((_called(source, r, at), *_changed(source, one, after))), _why(source, one))
        for r in source.state.rounds
        for at, result in sorted(r.results.items())
        for one, after in _each(result)
    )
    return [Heading(source.say(Phrase.CORRECTIONS)), Items(found)] if found else []


def _each(result: Result) -> Iterator[tuple[Correction, Lines]]:
    """Every correction with the lines it led to."""
    afters = (*(one.before for one in result.corrections[1:]), result.lines)
    return zip(result.corrections, afters, strict=False)


def _called(source: PaperSource, r: Round, at: tuple[TableNumber, GameNumber]) -> str:
    table, game = map(int, at)
    return source.say(Phrase.CORRECTED, round=source.round_title(r), table=table, game=game)


def _why(source: PaperSource, one: Correction) -> str:
    """What an online table said of it, in the reader's words, and the reason as it was given."""
    phrase = _CAUSES.get(one.cause)
    return ": ".join(part for part in (phrase and source.say(phrase), one.reason) if part)


def _changed(source: PaperSource, one: Correction, after: Lines) -> list[str]:
    """Everybody whose line the correction changed, as it was and as it is; nothing if nobody's."""
    names, by_places = source.names(), source.state.format.by_places
    old, new = (
        {
            line.entrant: f"{line.place}." if by_places else shown(line.small_points)
            for line in lines
        }
        for lines in (one.before, after)
    )
    changed = (
        f"{names[n]}: {old.get(n, '–')} → {new.get(n, '–')}"
        for n in sorted({*old, *new})
        if old.get(n) != new.get(n)
    )
    return [told] if (told := "; ".join(changed)) else []


def penalties(source: PaperSource) -> list[Block]:
    """Round by round, with the points taken off; one that was taken back says so."""
    heading, given = Heading(source.say(Phrase.PENALTIES)), source.state.penalties
    if not given:
        return [heading, Paragraph(source.say(Phrase.NO_PENALTIES))]
    return [heading, Items(tuple(_penalty(source, p) for p in given))]


def reports(source: PaperSource) -> list[Block]:
    """What players reported and what the judge decided, each with its words."""
    found = tuple(_report(source, one) for one in source.state.reports)
    return [Heading(source.say(Phrase.REPORTS)), Items(found)] if found else []


def _report(source: PaperSource, one: Report) -> tuple[str, str]:
    names = source.names()
    line = source.say(
        Phrase.REPORT_LINE,
        by=names[one.by],
        against=names[one.against],
        decision=source.say(_DECIDED[one.decision]),
    )
    return line, " → ".join(part for part in (one.words, one.reason) if part)


def left(source: PaperSource) -> list[Block]:
    """Who withdrew, did not come or was excluded; why, where that is a penalty, stands above."""
    names, entrants = source.names(), source.state.entrants
    gone = tuple(
        (source.say(_LEFT[one.status], name=names[n], number=n), "")
        for n, one in sorted(entrants.items())
        if one.status in _LEFT
    )
    resigned = tuple(
        (f"{n}. {names[n]}", "")
        for n in sorted(source.state.resigned)
        if entrants[n].status not in _LEFT
    )
    told = ((Phrase.LEFT, gone), (Phrase.RESIGNED, resigned))
    return [b for head, items in told if items for b in (Heading(source.say(head)), Items(items))]


def _penalty(source: PaperSource, p: Penalty) -> tuple[str, str]:
    shape = source.state.format
    step = step_text(shape.game, p.step, source.lang)
    if effect := given_effect(source.state, p, source.lang):
        step = f"{step} ({effect})"
    when = Phrase.PENALTY_LINE if p.round else Phrase.PENALTY_BEFORE
    line = source.say(
        when,
        round=round_called(shape, p.round, source.lang),
        name=source.names()[p.entrant],
        step=step,
    )
    taken_back = source.say(Phrase.CANCELLED, reason=p.cancelled) if p.cancelled else ""
    return line, " · ".join(part for part in (p.reason, taken_back) if part)
