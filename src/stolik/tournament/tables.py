"""How many tables, and how many seats at each (rules.md §3)."""

from dataclasses import dataclass, replace
from typing import NoReturn

from stolik.refusal import Violation, refuse
from stolik.tournament.codes import Refusal


@dataclass(frozen=True, slots=True)
class TableCount:
    """A document's own number of tables for a range of entrants."""

    fewest: int
    most: int
    tables: int


@dataclass(frozen=True, slots=True)
class TablePolicy:
    """The sizes a table may have, the one to aim at, and a document's own numbers of tables."""

    smallest: int = 3
    largest: int = 4
    preferred: int = 4
    full: int = 4
    """A table with fewer seats is a short one."""
    counts: tuple[TableCount, ...] = ()


FOURS = TablePolicy()
# szkoly2015 sets up 20 tables from 60 players on; from 81 on 20 cannot hold them any more.
TWENTY_TABLES = TablePolicy(counts=(TableCount(60, 80, 20),))


def table_sizes(entrants: int, policy: TablePolicy = FOURS) -> tuple[int, ...]:
    """Seats table by table, larger tables first; refused when no such tables exist."""
    return even_split(entrants, number_of_tables(entrants, policy))


def number_of_tables(entrants: int, policy: TablePolicy = FOURS) -> int:
    """A document's own number, or the one nearest to the preferred size; fewer on a tie.

    Counted without trying them all: in an even split no table is smaller than preferred while
    another is larger, so the sum of what they differ is `|entrants - tables * preferred|`.
    """
    counts = possible_counts(entrants, policy)
    if not counts:
        _refuse_entrants(entrants, policy)
    own = [c.tables for c in policy.counts if c.fewest <= entrants <= c.most and c.tables in counts]
    near = entrants // policy.preferred
    nearest = (min(max(count, counts[0]), counts[-1]) for count in (near, near + 1))
    return min(own or nearest, key=lambda count: abs(entrants - count * policy.preferred))


def sizes_told(entrants: int, tables: int) -> tuple[tuple[int, int], ...]:
    """Each size of an even split and how many tables have it: 10 at 3 are (4, 1), (3, 2)."""
    size, larger = divmod(entrants, tables)
    return tuple(pair for pair in ((size + 1, larger), (size, tables - larger)) if pair[1])


def possible_counts(entrants: int, policy: TablePolicy) -> range:
    """The numbers of tables that seat everybody within the policy's sizes."""
    fewest = -(-entrants // policy.largest)
    return range(max(fewest, 1), entrants // policy.smallest + 1)


def even_split(entrants: int, tables: int) -> tuple[int, ...]:
    """Sizes that differ by one at most, larger first: 10 at 3 tables are 4, 3, 3."""
    size, larger = divmod(entrants, tables)
    return (size + 1,) * larger + (size,) * (tables - larger)


def resized(policy: TablePolicy, preferred: int) -> TablePolicy:
    """The same policy aiming at another size: 12 at tables of three instead of four."""
    if not policy.smallest <= preferred <= policy.largest:
        refuse(
            Violation(
                Refusal.SEATING_TABLE_SIZE,
                facts={
                    "table_size": preferred,
                    "smallest": policy.smallest,
                    "largest": policy.largest,
                },
            )
        )
    if preferred == policy.preferred:
        return policy
    # A document's own number of tables belongs to its own size.
    return replace(policy, preferred=preferred, counts=())


def _refuse_entrants(entrants: int, policy: TablePolicy) -> NoReturn:
    sizes = {"smallest": policy.smallest, "largest": policy.largest}
    refuse(Violation(Refusal.SEATING_ENTRANTS, facts={"entrants": entrants, **sizes}))
