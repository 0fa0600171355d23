"""The tables of a draw and what they cost, as the organiser looks at them before they count."""

from stolik.app.codes import Refusal
from stolik.app.fairness.drawing import Drawn
from stolik.app.tournaments.telling import answers
from stolik.app.tournaments.telling.wording import said
from stolik.refusal import Violation, refuse
from stolik.tournament.consequences import seating_price
from stolik.tournament.draws import free_chairs
from stolik.tournament.preflight import unseated
from stolik.tournament.state import TournamentState

_MOST_PAIRS = 20


def tables(state: TournamentState) -> answers.TablesDrawn:
    """The round drawn or published last."""
    if not state.rounds:
        refuse(Violation(Refusal.NO_TABLES))
    last = state.rounds[-1]
    seats = tuple(answers.TableSeats(t.number, t.seats) for t in last.tables)
    return answers.TablesDrawn(last.number, seats, last.status)


def draft(state: TournamentState) -> answers.Draft:
    """The round that is drawn and not published, and what its tables cost."""
    if state.draft is None:
        refuse(Violation(Refusal.NO_TABLES))
    locked = tuple(table.number for table in state.draft.tables if table.locked)
    return answers.Draft(locked, _price(state), tables(state))


def tray(state: TournamentState) -> answers.Tray:
    """Who could sit down where in the round drawn or published last."""
    if not state.rounds or state.finished:
        return answers.Tray(0, (), ())
    return answers.Tray(state.rounds[-1].number, unseated(state), free_chairs(state))


def draft_made(state: TournamentState, drawn: Drawn | None, lang: str) -> answers.DraftMade:
    """The same just after a draw or a change; and what a plan could not avoid, in words."""
    remarks = (
        Violation(f"seating.price.{p.remark}", facts=p.facts)
        for p in (drawn.prices if drawn else ())
    )
    told = tuple(said(remark, lang) for remark in remarks)
    return answers.DraftMade(_price(state, drawn), told, tables(state))


def _price(state: TournamentState, drawn: Drawn | None = None) -> answers.Price:
    """What the draft costs, and other table sizes that would cost less."""
    cost, offers = seating_price(state), drawn.offers if drawn else ()
    return answers.Price(
        met_again=len(cost.met_again),
        met_again_pairs=cost.met_again[:_MOST_PAIRS],
        teams_together=cost.of_teams[:_MOST_PAIRS],
        teams_least=cost.teams_least,
        kept_apart_together=cost.kept_apart[:_MOST_PAIRS],
        short_table_again=cost.short_again,
        offers=tuple(answers.SizeOffered(size, repeats) for size, repeats in offers),
    )
