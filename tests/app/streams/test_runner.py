"""What a runner promises to whoever keeps a stream: on a real SQLite store, with racing nodes."""

import asyncio
from collections.abc import Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from stolik.app.ports import NotSaved, Stale
from stolik.app.streams.codes import Refusal
from stolik.app.streams.errand import Pace, asked_for
from stolik.app.streams.log import StreamLog
from stolik.app.streams.runner import TRIES, StreamRunner
from stolik.refusal import Refused, Violation
from tests.app.streams.notebook import (
    ELSEWHERE,
    TWICE,
    Notebook,
    a_store,
    an_id,
    erase,
    kept,
    nothing,
    run,
)

GONE = "test.gone"


async def gone() -> None:
    raise Refused([Violation(GONE)])


# --- the order of things ------------------------------------------------------------------------


def test_what_is_decided_is_kept_told_to_other_nodes_and_believed(tmp_path: Path):
    async def story():
        async with a_store(tmp_path) as store:
            one = Notebook(store)
            done = await one.write("a", "b")
            assert (done.at.first, done.at.last, done.is_new) == (1, 2, True)
            assert store.steps == ["kept", "woken", "believed"]
            assert one.bell.rung == [(one.runner.stream, 2)]
            assert one.known == ["a", "b"] == await kept(store)

    run(story())


@pytest.mark.parametrize("fault", [NotSaved(), RuntimeError("a bug")])
def test_what_is_not_kept_is_not_believed(tmp_path: Path, fault: Exception):
    async def story():
        async with a_store(tmp_path) as store:
            one = Notebook(store)
            store.fails = fault
            with pytest.raises(type(fault)):
                await one.write("a")
            store.fails = None
            assert one.known == store.steps == one.bell.rung == []
            await one.write("a")
            assert one.known == ["a"]

    run(story())


def test_who_has_nothing_to_tell_writes_nothing(tmp_path: Path):
    async def story():
        async with a_store(tmp_path) as store:
            one = Notebook(store)
            await one.write("a")
            done = await one.write(command=an_id())
            assert (done.at.first, done.at.last, done.is_new) == (2, 1, True)
            assert one.runner.seq == 1

    run(story())


# --- one at a time, whoever races ---------------------------------------------------------------


async def most_at_once(directory: Path) -> int:
    """How many errands of one runner were in hand at the same time."""
    inside = most = 0

    async def meanwhile() -> None:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        await asyncio.sleep(0)
        inside -= 1

    async with a_store(directory) as store:
        one = Notebook(store)
        writing = (one.code(f"{n}", meanwhile=meanwhile) for n in range(20))
        await asyncio.gather(*writing, return_exceptions=True)
    return most


def test_one_errand_at_a_time(tmp_path: Path):
    assert run(most_at_once(tmp_path)) == 1


def test_the_mutant_without_turns_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    @asynccontextmanager
    async def free():
        yield

    monkeypatch.setattr(
        StreamRunner, "turn", property(lambda _: free(), lambda *_: None), raising=False
    )
    assert run(most_at_once(tmp_path)) > 1


async def raced(directory: Path) -> list[str]:
    """Three nodes write as fast as they can; what went wrong."""
    async with a_store(directory) as store:
        nodes = [Notebook(store) for _ in range(3)]

        async def write(node: Notebook, n: int) -> None:
            for word in range(15):
                while await node.code(f"{n}/{word}") == Refusal.OVERTAKEN:
                    pass

        await asyncio.gather(*(write(node, n) for n, node in enumerate(nodes)))
        for node in nodes:
            await node.runner.catch_up()
        found = await kept(store)
    faults = [] if all(node.known == found for node in nodes) else ["nodes differ"]
    wanted = [f"{n}/{word}" for n in range(3) for word in range(15)]
    return faults + ([] if sorted(found) == sorted(wanted) else ["not each once"])


def test_nodes_that_race_keep_everything_once_and_know_the_same(tmp_path: Path):
    assert run(raced(tmp_path)) == []


def test_the_mutant_that_does_not_learn_what_the_first_wrote_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async def ends(log: StreamLog, most: int | None = None) -> Sequence[object]:
        log.end_at(await log._store.read(log.stream, log.seq, most))
        return ()

    monkeypatch.setattr(StreamLog, "unread", ends)
    assert run(raced(tmp_path))


def test_who_is_overtaken_every_time_is_told_and_may_come_again(tmp_path: Path):
    async def story():
        async with a_store(tmp_path) as store:
            slow, quick, id_ = Notebook(store), Notebook(store), an_id()

            async def faster() -> None:
                await quick.runner.catch_up()
                await quick.write(f"{len(quick.known)}")

            with pytest.raises(Refused) as refused:
                await slow.write("mine", command=id_, meanwhile=faster)
            (no,) = refused.value.violations
            assert (no.code, no.facts) == (Refusal.OVERTAKEN, {"seconds": 1})
            assert slow.decisions == TRIES
            assert slow.known == quick.known == [str(n) for n in range(TRIES)]
            assert (await slow.write("mine", command=id_)).is_new
            assert await kept(store) == [*quick.known, "mine"]

    run(story())


@pytest.mark.parametrize("pace", Pace)
def test_no_errand_ends_with_stale(tmp_path: Path, pace: Pace):
    async def story():
        async with a_store(tmp_path) as store:
            one = Notebook(store)
            store.fails = Stale()
            assert await one.code("a", pace=pace) == Refusal.OVERTAKEN
            assert one.known == []

    run(story())


def test_a_sender_who_has_seen_more_is_not_judged_by_less(tmp_path: Path):
    async def story():
        async with a_store(tmp_path) as store:
            here, there = Notebook(store), Notebook(store)
            await there.write("a")
            assert await here.code("a", pace=Pace.AT_ONCE, seen=1) == TWICE
            assert here.decisions == 1

    run(story())


# --- the right, when it is used -----------------------------------------------------------------


async def late_rights(directory: Path) -> list[str]:
    """What was kept for somebody who had lost the right before it was."""
    found = []
    async with a_store(directory) as store:
        one, other = Notebook(store), Notebook(store)
        may = True

        async def allowed() -> None:
            if not may:
                await gone()

        async def lose() -> None:
            nonlocal may
            may = False

        async def lose_and_be_overtaken() -> None:
            await lose()
            await other.runner.catch_up()
            await other.write(f"other {len(other.known)}")

        for pace in Pace:
            may = True
            async with one.runner.turn:
                waits = asyncio.ensure_future(
                    one.code(f"waited {pace}", pace=pace, allowed=allowed)
                )
                await asyncio.sleep(0.05)
                await lose()
            found += [] if await waits == GONE else [f"waited {pace}"]
            may = True
            code = await one.code(
                f"came second {pace}", pace=pace, allowed=allowed, meanwhile=lose_and_be_overtaken
            )
            found += [] if code == GONE else [f"came second {pace}"]
        for pace in (Pace.QUEUED, Pace.LONG):  # these have thought for long
            may = True
            code = await one.code(f"thought {pace}", pace=pace, allowed=allowed, meanwhile=lose)
            found += [] if code == GONE else [f"thought {pace}"]

        async def another_first() -> None:  # what was thought out beside holds no longer
            await (lose() if f"first {may}" in one.known else one.write(f"first {may}"))

        may = True
        code = await one.code(
            "thought again", pace=Pace.LONG, allowed=allowed, meanwhile=another_first
        )
        found += [] if code == GONE else ["thought again"]
        written = await kept(store)
    return found + [word for word in written if not word.startswith(("other", "first"))]


def test_a_right_is_looked_at_when_it_is_used(tmp_path: Path):
    assert run(late_rights(tmp_path)) == []


def test_the_mutant_that_asks_for_the_right_too_early_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    run_ = StreamRunner.run

    async def early(runner, errand, decide):
        await errand.allowed()
        object.__setattr__(errand, "allowed", nothing)
        return await run_(runner, errand, decide)

    monkeypatch.setattr(StreamRunner, "run", early)
    assert len(run(late_rights(tmp_path))) >= 10


# --- one rule for ids ---------------------------------------------------------------------------


async def wrong_ids(directory: Path, pace: Pace) -> list[str]:
    """Ids that were answered otherwise than the one rule says."""
    async with a_store(directory) as store:
        one, elsewhere, id_ = Notebook(store), Notebook(store, ELSEWHERE), an_id()
        first = await one.write("a", "b", command=id_, pace=pace)
        again = await one.write("a", "b", command=id_, pace=pace)
        other_words = await one.write("c", command=id_, pace=pace)
        codes = {
            "by another": await one.code("d", command=id_, by="another", pace=pace),
            "by another, refused": await one.code("a", command=id_, by="another", pace=pace),
            "elsewhere": await elsewhere.code("d", command=id_, pace=pace),
            "on another node": await Notebook(store, ELSEWHERE).code("d", command=id_, pace=pace),
        }
        found = [k for k, code in codes.items() if code != Refusal.COMMAND_ID_USED]
        found += [] if again.at == other_words.at == first.at else ["another place"]
        found += ["new again"] if again.is_new or other_words.is_new else []
        found += [] if await kept(store) == one.known == ["a", "b"] else ["something was kept"]
        return found + (["kept elsewhere"] if await kept(store, ELSEWHERE) else [])


@pytest.mark.parametrize("pace", Pace)
def test_an_id_belongs_to_one_author_on_one_stream(tmp_path: Path, pace: Pace):
    assert run(wrong_ids(tmp_path, pace)) == []


async def other_requests(directory: Path, pace: Pace) -> list[str]:
    """What was said to another request under an id that is done; the same one is done."""
    async with a_store(directory) as store:
        one, id_ = Notebook(store), an_id()
        first = await one.write("a", command=id_, pace=pace, asked=asked_for("a"))
        again = await one.write("a", command=id_, pace=pace, asked=asked_for("a"))
        assert (again.at, again.is_new) == (first.at, False)
        codes = [
            await one.code(word, command=id_, pace=pace, asked=asked_for("other"))
            for word in ("a", "c")
        ]
        elsewhere = Notebook(store)  # after a new start nobody remembers
        assert not await elsewhere.code("c", command=id_, pace=pace, asked=asked_for("other"))
        assert await kept(store) == one.known == ["a"]
        return codes


@pytest.mark.parametrize("pace", Pace)
def test_another_request_under_an_id_that_is_done_is_refused(tmp_path: Path, pace: Pace):
    assert run(other_requests(tmp_path, pace)) == [Refusal.COMMAND_ID_OTHER] * 2


def test_an_id_whose_request_was_refused_is_free(tmp_path: Path):
    async def story():
        async with a_store(tmp_path) as store:
            one, id_ = Notebook(store), an_id()
            await one.write("a")
            assert await one.code("a", command=id_, asked=asked_for("a")) == TWICE
            assert (await one.write("b", command=id_, asked=asked_for("b"))).is_new

    run(story())


def test_the_mutant_that_does_not_compare_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(StreamRunner, "_compared", lambda _, __, done: done)
    assert run(other_requests(tmp_path, Pace.QUICK)) == ["", ""]


def test_no_more_is_remembered_than_is_of_use(tmp_path: Path):
    async def story():
        async with a_store(tmp_path) as store:
            one = Notebook(store)
            for n in range(70):
                await one.write(f"{n}", command=an_id(), asked=asked_for(f"{n}"))
            assert len(one.runner._asked) == 64

    run(story())


@pytest.mark.parametrize("pace", Pace)
def test_the_mutant_that_asks_not_whose_id_it_is_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pace: Pace
):
    async def anybodys(*_: object) -> bool:
        return True

    monkeypatch.setattr(StreamLog, "_is_by", anybodys)
    assert len(run(wrong_ids(tmp_path, pace))) >= 4


@pytest.mark.parametrize("pace", Pace)
def test_what_another_node_has_done_meanwhile_is_done_and_known(tmp_path: Path, pace: Pace):
    async def story():
        async with a_store(tmp_path) as store:
            here, there, id_ = Notebook(store), Notebook(store), an_id()

            async def faster() -> None:
                if not there.known:
                    await there.write("a", command=id_)

            done = await here.write("a", command=id_, pace=pace, meanwhile=faster)
            assert (done.at.last, done.is_new) == (1, False)
            assert here.known == there.known == ["a"]

    run(story())


def test_an_id_that_is_asked_about_is_told_to_its_author_only(tmp_path: Path):
    async def story():
        async with a_store(tmp_path) as store:
            one, id_ = Notebook(store), an_id()
            await one.write("a", command=id_)
            assert await one.runner.fates([id_], "somebody") == {id_: {"acked": 1}}
            assert await one.runner.fates([id_], "another") == {id_: {"unknown": True}}
            elsewhere = Notebook(store, ELSEWHERE)
            assert await elsewhere.runner.fates([id_], "somebody") == {id_: {"unknown": True}}

    run(story())


# --- what thinks for long -----------------------------------------------------------------------


def test_what_thinks_for_long_keeps_nobody_waiting_and_thinks_again(tmp_path: Path):
    async def story():
        async with a_store(tmp_path) as store:
            one, begun, go_on = Notebook(store), asyncio.Event(), asyncio.Event()

            async def think() -> None:
                begun.set()
                await go_on.wait()

            long = asyncio.ensure_future(one.write("long", pace=Pace.LONG, meanwhile=think))
            await begun.wait()
            await asyncio.wait_for(one.write("short"), 5)
            go_on.set()
            await long
            assert one.known == ["short", "long"] == await kept(store)
            assert one.decisions == 3

    run(story())


# --- what is read -------------------------------------------------------------------------------


async def lost_in_reading(directory: Path) -> list[str]:
    """What a node does not know although it is kept, after reading has failed once."""
    async with a_store(directory) as store:
        here, there = Notebook(store), Notebook(store)
        await there.write("a")
        here.in_read = gone  # the pool that reads is full
        with pytest.raises(Refused):
            await here.runner.catch_up()
        here.in_read = nothing
        await here.runner.catch_up()
        await here.write("b")
        return [word for word in await kept(store) if word not in here.known]


def test_what_could_not_be_read_is_read_the_next_time(tmp_path: Path):
    assert run(lost_in_reading(tmp_path)) == []


def test_the_mutant_that_takes_it_for_known_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    unread = StreamLog.unread

    async def at_once(log: StreamLog, most: int | None = None):
        entries = await unread(log, most)
        log.end_at(entries)
        return entries

    monkeypatch.setattr(StreamLog, "unread", at_once)
    assert run(lost_in_reading(tmp_path)) == ["a"]


# --- erased words -------------------------------------------------------------------------------


async def remembered(directory: Path) -> list[str]:
    """Where an erased word is still known."""
    async with a_store(directory) as store:
        one = Notebook(store)
        await one.write("a", "secret", "b")

        async def forget() -> None:
            if "secret" in one.known:
                await erase(store, "secret")
                await one.runner.forget()

        await one.write("c", pace=Pace.LONG, meanwhile=forget)
        assert [word for word in one.known if len(word) == 1] == ["a", "b", "c"]
        found = ["by the node"] if "secret" in one.known else []
        return found + (["by another"] if "secret" in await kept(store) else [])


def test_erased_words_are_forgotten_even_by_what_was_being_thought_out(tmp_path: Path):
    assert run(remembered(tmp_path)) == []


def test_the_mutant_that_looks_at_the_number_only_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    number = property(lambda runner: runner.seq, lambda *_: None)
    monkeypatch.setattr(StreamRunner, "_beliefs", number, raising=False)
    assert run(remembered(tmp_path)) == ["by the node"]


def test_forgetting_tells_nothing_that_nobody_was_told(tmp_path: Path):
    async def story():
        async with a_store(tmp_path) as store:
            here, there = Notebook(store), Notebook(store)
            await here.write("secret")
            await there.runner.catch_up()
            await there.write("b")
            await erase(store, "secret")
            await here.runner.forget()
            assert (here.runner.seq, len(here.known)) == (1, 1)
            await here.runner.catch_up()  # as it hears of any other event
            assert here.known[1:] == ["b"]

    run(story())
