"""Other exact Rummikub solvers, each behind the same call: tableau, rack -> tiles laid."""

from collections.abc import Callable, Sequence

from tests.solver import oracle

Solver = Callable[[Sequence[Sequence[str]], Sequence[str]], int]


def peers() -> dict[str, Solver]:
    """Whoever is installed."""
    return {"SciPy HiGHS": by_highs, **rummikub_solvers()}


def by_highs(tableau, rack) -> int:
    return oracle.optimum([tile for meld in tableau for tile in meld], list(rack))[0]


def rummikub_solvers() -> dict[str, Solver]:
    """PyPI's `rummikub-solver`, with its fastest and its default backend."""
    try:
        from rummikub_solver import MILPSolver, RuleSet, SolverMode
    except ImportError:
        return {}
    codes = {f"{c}{n}": 13 * i + n for i, c in enumerate("kbor") for n in range(1, 14)}
    codes["j"] = 53

    def of(backend) -> Solver:
        rules = RuleSet(solver_backend=backend)

        def solve(tableau, rack) -> int:
            state = rules.new_game()
            state.add_rack(*(codes[tile] for tile in rack))
            state.add_table(*(codes[tile] for meld in tableau for tile in meld))
            found = rules.solve(state, SolverMode.TILE_COUNT)
            return len(found.tiles) if found else 0

        return solve

    wanted = (MILPSolver.GLPK_MI, MILPSolver.SCIPY)
    installed = MILPSolver.supported()
    return {f"rummikub-solver, {b.value}": of(b) for b in wanted if b in installed}
