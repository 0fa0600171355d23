"""On the sheet that counts: what the sheets of entrants and rounds say, a row for each entrant."""

from collections.abc import Callable

from stolik.app.sheets.book import letters, on
from stolik.app.sheets.codes import Phrase
from stolik.app.sheets.writing.counting import Basics, Column, Game, MakeFormula, SumsPage
from stolik.app.sheets.writing.rounds import NUMBER, TABLE, Columns, RoundPlan, whole
from stolik.app.texts import text
from stolik.tournament.state import EntryStatus

_STATUS = 5  # the column of the sheet of entrants


def basics(counting: SumsPage) -> Basics:
    """The number and what the status says."""
    plays = _is_one_of(counting, EntryStatus.ENTERED, EntryStatus.PRESENT)
    out = _is_one_of(counting, EntryStatus.DISQUALIFIED, EntryStatus.WAITING)
    return Basics(
        counting.constant(counting.word(Phrase.NUMBER), lambda number: number),
        counting.add(counting.word(Phrase.PLAYS), lambda row: f"IF({plays(row)},1,0)"),
        counting.add(counting.word(Phrase.RANKABLE), lambda row: f"IF({out(row)},0,1)"),
    )


def games_of(counting: SumsPage, number: Column) -> dict[int, list[Game]]:
    """Every game by round; equal columns stand side by side, so that they are one range."""
    columns = Columns(counting.setting.by_places)
    each = [(plan, game) for plan in counting.plans for game in range(1, plan.games + 1)]
    tables = {
        plan.number: _looked_up(
            counting,
            f"{counting.word(Phrase.TABLE)} {plan.number}",
            whole(_sheet(counting, plan), plan, TABLE),
            _found(counting, plan, number),
            nothing="0",
        )
        for plan in counting.plans
    }

    def all_of(phrase: Phrase, column: Callable[[int], int]) -> list[Column]:
        return [
            _looked_up(
                counting,
                f"{counting.word(phrase)} {plan.number}.{game}",
                whole(_sheet(counting, plan), plan, column(game)),
                _found(counting, plan, number),
            )
            for plan, game in each
        ]

    places, big = all_of(Phrase.PLACE, columns.place), all_of(Phrase.BIG, columns.big)
    if counting.setting.by_places:
        small = [_no_small_points(counting, place) for place in places]
    else:
        small = all_of(Phrase.SMALL, columns.small)
    found: dict[int, list[Game]] = {plan.number: [] for plan in counting.plans}
    for (plan, _), s, p, b in zip(each, small, places, big, strict=True):
        found[plan.number].append(Game(tables[plan.number], s, p, b))
    return found


def _is_one_of(counting: SumsPage, *statuses: EntryStatus) -> MakeFormula:
    sheet = counting.setting.name(Phrase.ENTRANTS)
    words = [text(f"entry.{status.value}", counting.setting.lang) for status in statuses]

    def formula(row: int) -> str:
        cell = on(sheet, f"${letters(_STATUS)}${row + 1}")
        return "IFERROR(OR(" + ",".join(f'{cell}="{word}"' for word in words) + "),FALSE)"

    return formula


def _looked_up(
    counting: SumsPage, head: str, values: str, found: MakeFormula, nothing: str = '""'
) -> Column:
    def formula(row: int) -> str:
        value = f"INDEX({values},{found(row)})"
        # An empty cell looked up is a zero; what is no number says nothing.
        return f"IFERROR(IF(ISNUMBER({value}),{value},{nothing}),{nothing})"

    return counting.add(head, formula)


def _found(counting: SumsPage, plan: RoundPlan, number: Column) -> MakeFormula:
    """In which row of a round somebody sits."""
    numbers = whole(_sheet(counting, plan), plan, NUMBER)
    return lambda row: f"MATCH({number.at(row)},{numbers},0)"


def _no_small_points(counting: SumsPage, place: Column) -> Column:
    """Games that give only places: nothing for each that was played."""
    head = counting.word(Phrase.SMALL)
    return counting.add(head, lambda row: f'IF({place.at(row)}="","",0)')


def _sheet(counting: SumsPage, plan: RoundPlan) -> str:
    return counting.setting.round_name(plan.number)
