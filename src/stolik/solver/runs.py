"""How the runs of one colour can go on: the automaton of the twin.

Walking the numbers from 1 upwards, all that matters of a colour's runs is how many are open and
how long each is, `run_min` standing for "long enough". What may still come is a word of letters
(tiles available, tiles that must go into runs), one for each number above. `Suffix` tells for
such a word which open runs are at least as good as which, and how many jokers they need to close.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement

Open = tuple[int, ...]
Letter = tuple[int, int]
Finish = tuple[int, int]
NEVER = 99


@dataclass(frozen=True, slots=True)
class Choice:
    """What one colour's runs take at one number.

    `finish` lists runs closed at once by jokers, as (length, jokers); only openings use it, where
    a joker's place has a price. `bonus` is what those jokers are worth above the number itself.
    `need` and `below` repeat what the suffix says of the open runs `after`.
    """

    tiles: int
    jokers: int
    after: int
    finish: tuple[Finish, ...] = ()
    bonus: int = 0
    need: int = 0
    below: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Suffix:
    """What the rest of a colour allows: `above[b][m]` is the set of open runs, as bits, that do
    whatever `m` does with `b` jokers more in hand; `below` is the converse for b = 0."""

    length: int
    need: tuple[int, ...]
    above: tuple[tuple[int, ...], ...]
    below: tuple[int, ...]


@dataclass(slots=True)
class RunMoves:
    """The moves of one colour for a number of jokers; everything found is remembered."""

    run_min: int
    copies: int
    jokers: int
    opening: bool
    opens: tuple[Open, ...] = ()
    _index: dict[Open, int] = field(default_factory=dict)
    _moves: dict[tuple[int, int, int], tuple[tuple[Choice, ...], ...]] = field(default_factory=dict)
    _suffixes: dict[tuple[object, ...], Suffix] = field(default_factory=dict)
    _steps: dict[tuple[Letter, int], tuple["Step", Suffix]] = field(default_factory=dict)
    _before: dict[tuple[int, int, int, int, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        lengths = range(self.run_min, -1, -1)
        self.opens = tuple(combinations_with_replacement(lengths, self.copies))
        self._index = {runs: index for index, runs in enumerate(self.opens)}

    def nothing_left(self) -> Suffix:
        """The suffix after the highest number: runs must be closed or long enough."""
        closed = sum(1 << i for i, runs in enumerate(self.opens) if not self._is_short(runs))
        everything = (1 << len(self.opens)) - 1
        above = tuple(everything if self._is_short(runs) else closed for runs in self.opens)
        need = tuple(NEVER if self._is_short(runs) else 0 for runs in self.opens)
        return self._interned(0, need, (above,) * (self.jokers + 1))

    def prepend(self, letter: Letter, suffix: Suffix) -> tuple["Step", Suffix]:
        """The choices at a number with this letter, and the suffix that starts with it."""
        found = self._steps.get((letter, id(suffix)))
        if found is None:
            # The first thread's find stays: others tell steps and suffixes apart by identity.
            found = self._steps.setdefault((letter, id(suffix)), self._prepended(letter, suffix))
        return found

    def _prepended(self, letter: Letter, suffix: Suffix) -> tuple["Step", Suffix]:
        place = self._place(suffix.length)
        step = tuple(
            tuple(self._possible(letter, m, place, suffix)) for m in range(len(self.opens))
        )
        need = tuple(
            min((c.jokers + suffix.need[c.after] for c in choices), default=NEVER)
            for choices in step
        )
        above = tuple(
            tuple(self._matching(choices, place, extra, suffix) for choices in step)
            for extra in range(self.jokers + 1)
        )
        useful = tuple(tuple(self._useful(choices, suffix)) for choices in step)
        return useful, self._interned(suffix.length + 1, need, above)

    def _place(self, length: int) -> int:
        """Numbers from which it matters how near the highest one is are told apart."""
        zone = 2 * self.run_min + self.jokers if self.opening else self.run_min
        return min(length, zone)

    def _interned(
        self, length: int, need: tuple[int, ...], above: tuple[tuple[int, ...], ...]
    ) -> Suffix:
        key = (self._place(length), need, above)
        if key in self._suffixes:
            return self._suffixes[key]
        size = len(self.opens)
        below = tuple(sum(1 << m for m in range(size) if above[0][m] >> i & 1) for i in range(size))
        return self._suffixes.setdefault(key, Suffix(self._place(length), need, above, below))

    def _possible(self, letter: Letter, m: int, place: int, suffix: Suffix) -> Iterator[Choice]:
        available, least = letter
        for tiles in range(least, available + 1):
            # A joker stands in a run only where no tile is left: else the two change places.
            for jokers in range(self.jokers + 1 if tiles == available else 1):
                for choice in self._moves_from(place, tiles, jokers)[m]:
                    if choice.jokers + suffix.need[choice.after] <= self.jokers:
                        yield choice

    def _matching(self, choices: tuple[Choice, ...], place: int, extra: int, suffix: Suffix) -> int:
        """The open runs that can answer each of these choices as well."""
        result = (1 << len(self.opens)) - 1
        for choice in choices:
            result &= self._answering(choice, place, extra, suffix)
        return result

    def _answering(self, choice: Choice, place: int, extra: int, suffix: Suffix) -> int:
        fewest, most = 0, min(choice.jokers + extra, self.jokers)
        if self.opening:
            fewest = most = choice.jokers
        result = 0
        for jokers in range(fewest, most + 1):
            left = min(extra + choice.jokers - jokers, self.jokers)
            wanted = suffix.above[left][choice.after]
            result |= self._leading_to(wanted, place, choice.tiles, jokers, choice.bonus)
        return result

    def _leading_to(self, wanted: int, place: int, tiles: int, jokers: int, bonus: int) -> int:
        """The open runs from which such a move leads to one of the wanted ones."""
        key = (wanted, place, tiles, jokers, bonus)
        if key not in self._before:
            self._before[key] = sum(
                1 << m
                for m, choices in enumerate(self._moves_from(place, tiles, jokers))
                if any(c.bonus >= bonus and wanted >> c.after & 1 for c in choices)
            )
        return self._before[key]

    def _useful(self, choices: tuple[Choice, ...], suffix: Suffix) -> Iterator[Choice]:
        """Choices that no other one of the same tiles makes superfluous."""
        for i, choice in enumerate(choices):
            if not any(
                self._covers(other, choice, suffix)
                and not (i < j and self._covers(choice, other, suffix))
                for j, other in enumerate(choices)
                if j != i and other.tiles == choice.tiles
            ):
                after = choice.after
                yield replace(choice, need=suffix.need[after], below=suffix.below[after])

    def _covers(self, one: Choice, other: Choice, suffix: Suffix) -> bool:
        saved = other.jokers - one.jokers
        if saved < 0 or one.bonus < other.bonus or (self.opening and saved):
            return False
        return bool(suffix.above[saved][other.after] >> one.after & 1)

    def _moves_from(self, place: int, tiles: int, jokers: int) -> tuple[tuple[Choice, ...], ...]:
        key = (place, tiles, jokers)
        if key not in self._moves:
            self._moves[key] = tuple(
                tuple(dict.fromkeys(self._generate(runs, place, tiles, jokers)))
                for runs in self.opens
            )
        return self._moves[key]

    def _generate(self, runs: Open, place: int, tiles: int, jokers: int) -> Iterator[Choice]:
        for finish, staying in self._finishes(runs, place, jokers):
            spent = sum(count for _, count in finish)
            after = self._extended(staying, tiles, jokers - spent, place)
            if after is not None:
                bonus = sum(count * (count - 1) // 2 for _, count in finish)
                yield Choice(tiles, jokers, self._index[after], finish, bonus)

    def _finishes(
        self, runs: Open, place: int, jokers: int
    ) -> Iterator[tuple[tuple[Finish, ...], Open]]:
        """Every way to close some runs by jokers at this number and the following ones."""
        if not runs or not self.opening:
            yield (), runs
            return
        length, *others = runs
        for finish, staying in self._finishes(tuple(others), place, jokers):
            yield finish, (length, *staying)
            left = min(jokers - sum(count for _, count in finish), place + 1)
            if length:
                for count in range(max(1, self.run_min - length), left + 1):
                    yield ((length, count), *finish), staying

    def _extended(self, runs: Open, tiles: int, jokers: int, place: int) -> Open | None:
        """Short runs must go on, then long ones do, then new ones start: 3+ beats the rest."""
        short = [length for length in runs if 0 < length < self.run_min]
        left = tiles + jokers - len(short)
        going_on = min(left, runs.count(self.run_min))
        started = left - going_on
        if left < 0 or len(short) + left > self.copies:
            return None
        if started > tiles and jokers and not self._joker_may_start(place):
            return None
        lengths = [length + 1 for length in short] + [self.run_min] * going_on + [1] * started
        lengths += [0] * (self.copies - len(lengths))
        return tuple(sorted(lengths, reverse=True))

    def _joker_may_start(self, place: int) -> bool:
        """Elsewhere the joker at the lower end does as well at the upper one."""
        if self.opening:
            return place <= 2 * self.run_min - 3 + self.jokers
        return place == self.run_min - 1

    def _is_short(self, runs: Open) -> bool:
        return any(0 < length < self.run_min for length in runs)


Step = tuple[tuple[Choice, ...], ...]
