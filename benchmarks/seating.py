"""Repeated opponents and time: our plan beside shuffling, greedy seating and CP-SAT.

    python benchmarks/seating.py [seconds for CP-SAT]

Every method gets the same field, table sizes and rounds, one after the other in one run. Repeats
are Σ over pairs m(m−1)/2 over the whole event, counted here for all alike. CP-SAT (OR-tools) gets
two workers and a time limit; its time includes building the model, as ours includes everything.
"""

import json
import platform
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from random import Random
from time import perf_counter

from stolik.fair import digest, uniform
from stolik.tournament.seating import Round, SeatingRequest, plan
from stolik.tournament.tables import table_sizes

OUT = Path(__file__).parent / "out" / "seating.json"
SHUFFLES = 1_000
CP_SAT_SECONDS = 30
# Beyond this many pair-and-table constraints a model only fills memory.
CP_SAT_LARGEST = 3_000_000
FIELDS = ((16, 5), (24, 7), (28, 7), (28, 9), (40, 4), (64, 7), (100, 4), (1000, 5))


@dataclass(frozen=True)
class Task:
    """Rounds to plan for a field, perhaps after some were played."""

    name: str
    entrants: tuple[int, ...]
    rounds: int
    played: tuple[Round, ...] = ()
    draft: tuple[Round, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        return table_sizes(len(self.entrants))


Method = Callable[[Task], Sequence[Round] | str]


def main(seconds: float = CP_SAT_SECONDS) -> int:
    """Print the table and write it as JSON."""
    methods: dict[str, Method] = {
        "ours": ours,
        f"best of {SHUFFLES} shuffles": best_of_shuffles,
        "greedy": greedy,
        "CP-SAT": lambda task: cp_sat(task, seconds),
    }
    rows = [measured(task, methods) for task in tasks()]
    OUT.parent.mkdir(exist_ok=True)
    report = {"machine": machine(), "cp_sat_seconds": seconds, "rows": rows}
    OUT.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", "utf-8")
    print(f"\n{OUT}")
    return 0


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    return {"python": platform.python_version(), "machine": platform.machine()}


def tasks() -> Iterator[Task]:
    """The fields of the issue, and the same again after withdrawals."""
    for n, rounds in FIELDS:
        yield Task(f"{n} × {rounds}", tuple(range(1, n + 1)), rounds)
    for n, rounds, gone in ((100, 4, 3), (24, 7, 1), (1000, 5, 3)):
        yield after_withdrawals(n, rounds, gone)


def after_withdrawals(n: int, rounds: int, gone: int) -> Task:
    """The first round is played, then some leave."""
    before = plan(SeatingRequest(tuple(range(1, n + 1)), rounds), chance("before"))
    left = tuple(range(1 + gone, n + 1))
    name = f"{n} × {rounds}, {gone} left after round 1"
    return Task(name, left, rounds - 1, before.rounds[:1], before.rounds[1:])


def measured(task: Task, methods: dict[str, Method]) -> dict[str, object]:
    """Repeats and seconds of every method."""
    row: dict[str, object] = {"field": task.name}
    print(f"\n{task.name}")
    for name, method in methods.items():
        began = perf_counter()
        found = method(task)
        took = perf_counter() - began
        outcome = found if isinstance(found, str) else count_repeats((*task.played, *found))
        row[name] = {"repeats": outcome, "seconds": round(took, 3)}
        print(f"  {name:24} {outcome:>16} repeats {took:9.3f} s", flush=True)
    return row


def count_repeats(rounds: Sequence[Round]) -> int:
    """Σ over pairs m(m−1)/2."""
    return sum(m * (m - 1) // 2 for m in meetings(rounds).values())


def meetings(rounds: Sequence[Round]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2)
    )


def chance(seed: str) -> Callable[[int], int]:
    return uniform(digest("benchmark", seed), "seating")


def ours(task: Task) -> Sequence[Round]:
    request = SeatingRequest(task.entrants, task.rounds, played=task.played, draft=task.draft)
    return plan(request, chance(task.name)).rounds


def best_of_shuffles(task: Task) -> Sequence[Round]:
    """Round by round the shuffle that adds fewest repeats, as organisers with a button do."""
    rng, met, rounds = Random(task.name), meetings(task.played), []
    for _ in range(task.rounds):
        tries = (shuffled(task, rng) for _ in range(SHUFFLES))
        rounds.append(min(tries, key=lambda tables: added(tables, met)))
        met.update(meetings(rounds[-1:]))
    return rounds


def added(tables: Round, met: Counter[frozenset[int]]) -> int:
    return sum(met[frozenset(pair)] for table in tables for pair in combinations(table, 2))


def shuffled(task: Task, rng: Random) -> Round:
    order = rng.sample(task.entrants, len(task.entrants))
    return tuple(tuple(order.pop() for _ in range(size)) for size in task.sizes)


def greedy(task: Task) -> Sequence[Round]:
    """One after the other to the table with the fewest old acquaintances, the emptiest first."""
    rng, met, rounds = Random(task.name), meetings(task.played), []
    for _ in range(task.rounds):
        tables: list[list[int]] = [[] for _ in task.sizes]
        for entrant in rng.sample(task.entrants, len(task.entrants)):
            free = [t for t, size in enumerate(task.sizes) if len(tables[t]) < size]
            best = min(
                free,
                key=lambda t: (
                    sum(met[frozenset((entrant, mate))] for mate in tables[t]),
                    len(tables[t]),
                ),
            )
            tables[best].append(entrant)
        rounds.append(tuple(tuple(table) for table in tables))
        met.update(meetings(rounds[-1:]))
    return rounds


def cp_sat(task: Task, seconds: float) -> Sequence[Round] | str:
    """OR-tools' constraint solver; the reason if there is no plan."""
    from ortools.sat.python import cp_model

    n, tables = len(task.entrants), range(len(task.sizes))
    if n * (n - 1) // 2 * task.rounds * len(task.sizes) > CP_SAT_LARGEST:
        return "too large"
    model = cp_model.CpModel()
    sits = {
        (e, r, t): model.new_bool_var("")
        for e, r, t in product(task.entrants, range(task.rounds), tables)
    }
    for r in range(task.rounds):
        for e in task.entrants:
            model.add_exactly_one(sits[e, r, t] for t in tables)
        for t, size in enumerate(task.sizes):
            model.add(sum(sits[e, r, t] for e in task.entrants) == size)
    # Helped as far as possible: a plan to start from, and round 1 settled where all are alike.
    for r, tables_of_round in enumerate(greedy(task)):
        for t, table in enumerate(tables_of_round):
            for e in task.entrants:
                model.add_hint(sits[e, r, t], e in table)
                if r == 0 and not task.played:
                    model.add(sits[e, r, t] == (e in table))
    model.minimize(sum(_extra_meetings(model, task, sits)))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 2
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return "nothing in time"
    return [
        tuple(tuple(e for e in task.entrants if solver.value(sits[e, r, t])) for t in tables)
        for r in range(task.rounds)
    ]


def _extra_meetings(model, task: Task, sits) -> Iterator:
    """Per pair the meetings beyond the first; equal to the repeats up to two meetings."""
    met = meetings(task.played)
    for p, q in combinations(task.entrants, 2):
        together = []
        for r in range(task.rounds):
            both = model.new_bool_var("")
            for t in range(len(task.sizes)):
                model.add_bool_or(sits[p, r, t].negated(), sits[q, r, t].negated(), both)
            together.append(both)
        extra = model.new_int_var(0, task.rounds, "")
        model.add(extra >= sum(together) + met[frozenset((p, q))] - 1)
        yield extra


if __name__ == "__main__":
    sys.exit(main(*(float(argument) for argument in sys.argv[1:2])))
