"""Fair shares: addresses take turns, then people, and those whom a person waits for come first."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import pytest

from tests.server.test_thinking import until
from whistlestop.server.hosting.fair_shares import (
    UNKNOWN,
    Addresses,
    FairGate,
    FairQueue,
    Pace,
    Payer,
)
from whistlestop.server.rate_limits import Rate, RateLimits

ADA, BEN, CLEO = (Payer(name, home) for name, home in (("ada", "A"), ("ben", "B"), ("cleo", "B")))


def drained(queue: FairQueue[str]) -> list[str]:
    """Everything in a queue, in the order in which it is served."""
    items: list[str] = []
    while (item := queue.take()) is not None:
        items.append(item)
    return items


def queue_of(*waiting: tuple[Payer, str]) -> FairQueue[str]:
    queue = FairQueue[str]()
    for payer, item in waiting:
        queue.add(payer, item)
    return queue


# Addresses ------------------------------------------------------------------------------------


def test_keys_belong_to_their_last_address_and_the_oldest_are_dropped() -> None:
    addresses = Addresses(3)
    for key, home in (("ada", "A"), ("ben", "B"), ("cleo", "B"), ("ada", "B")):
        addresses.put(key, home)
    assert [*addresses.at("B")] == ["ben", "cleo", "ada"]
    assert [*addresses.at("A")] == []
    addresses.put("ben", "B")
    addresses.put("dora", "A")
    assert (addresses.of("cleo"), addresses.of("ben")) == (UNKNOWN, "B")
    for number in range(1000):
        addresses.put(f"new {number}", f"home {number}")
    assert len(addresses) == 3
    assert [*addresses.at("B")] == []


# The queue ------------------------------------------------------------------------------------


def test_addresses_take_turns_and_then_people() -> None:
    queue = queue_of(*((ADA, f"a{n}") for n in range(3)), (BEN, "b0"), (BEN, "b1"), (CLEO, "c0"))
    assert drained(queue) == ["a0", "b0", "a1", "c0", "a2", "b1"]
    assert len(queue) == 0


def test_many_people_of_one_address_have_one_share() -> None:
    crowd = [(Payer(f"new {number}", "B"), f"b{number}") for number in range(40)]
    queue = queue_of(*crowd, (ADA, "a0"), (ADA, "a1"))
    assert drained(queue)[:4] == ["b0", "a0", "b1", "a1"]


def test_what_may_not_be_taken_keeps_its_turn() -> None:
    queue = queue_of((ADA, "a0"), (BEN, "b0"), (CLEO, "c0"))
    assert queue.take(lambda payer, item: payer.person == "cleo") == "c0"
    assert queue.take(home_may=lambda home: home == "B") == "b0"
    assert queue.take(lambda payer, item: False) is None
    assert drained(queue) == ["a0"]


def test_what_is_removed_leaves_nothing_behind() -> None:
    queue = queue_of((ADA, "a0"), (ADA, "a1"), (BEN, "b0"))
    queue.remove(ADA, "a0")
    queue.remove(ADA, "a0")
    queue.remove(CLEO, "c0")
    assert (queue.waiting_of(ADA), queue.waiting_at("A"), len(queue)) == (1, 1, 2)
    assert drained(queue) == ["a1", "b0"]
    assert (queue.waiting_of(ADA), queue.waiting_at("A"), len(queue)) == (0, 0, 0)


def test_the_address_with_the_most_gives_way() -> None:
    crowd = [(Payer(f"new {number % 3}", "B"), f"b{number}") for number in range(7)]
    queue = queue_of(*crowd, (ADA, "a0"))
    # The newest item of the one person with three.
    assert queue.give_way("A") == "b6"
    assert [queue.give_way("A") for _ in range(3)] == ["b5", "b4", "b3"]
    assert queue.waiting_at("B") == 3
    assert queue.give_way("B") is None
    assert queue.give_way("C") is not None
    assert queue.give_way("A") is None, "two are not far more than one"
    assert FairQueue[str]().give_way("A") is None


def test_a_queue_serves_everything_once_and_never_one_address_twice_before_another() -> None:
    random = Random(5)
    for _ in range(50):
        queue, waiting = FairQueue[str](), Counter[str]()
        for number in range(random.randrange(1, 40)):
            payer = Payer(f"p{random.randrange(6)}", random.choice("ABC"))
            queue.add(payer, f"{payer.home}{number}")
            waiting[payer.home] += 1
        served: list[str] = []
        last: dict[str, int] = {}
        while (item := queue.take()) is not None:
            home = item[0]
            for other, left in waiting.items():
                if other != home and left and home in last:
                    assert last.get(other, -1) > last[home], "another address waits for longer"
            last[home] = len(served)
            served.append(item)
            waiting[home] -= 1
        assert len(served) == len({*served})
        assert not +waiting


# The gate -------------------------------------------------------------------------------------


class Crowd:
    """Tasks that go through a gate, hold their place until they are let go, and are counted."""

    def __init__(self, gate: FairGate) -> None:
        self.gate = gate
        self.order: list[str] = []
        self.shares: list[float] = []
        self.done = asyncio.Semaphore(0)
        self.tasks: list[asyncio.Task[None]] = []

    async def come(self, payer: Payer, name: str, *, urgent: bool = True) -> asyncio.Task[None]:
        async def pass_through() -> None:
            async with self.gate.turn(payer, urgent=urgent):
                self.order.append(name)
                self.shares.append(self.gate.share(payer, urgent))
                await self.done.acquire()

        self.tasks.append(asyncio.create_task(pass_through()))
        await asyncio.sleep(0)
        return self.tasks[-1]

    async def all_served(self) -> list[str]:
        for _ in self.tasks:
            self.done.release()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        assert (self.gate.due, self.gate.waiting) == (0, 0)
        return self.order


def with_crowd(
    test: Callable[[Crowd], Coroutine[Any, Any, None]], places: int = 1, pace: Pace | None = None
) -> None:
    async def run() -> None:
        await test(Crowd(FairGate(places, pace)))

    asyncio.run(run())


def test_a_newcomer_is_next_however_much_another_address_wants() -> None:
    async def test(crowd: Crowd) -> None:
        for number in range(60):
            await crowd.come(Payer(f"new {number}", "B"), f"b{number}")
        await crowd.come(ADA, "ada")
        assert (await crowd.all_served())[:3] == ["b0", "b1", "ada"]

    with_crowd(test)


def test_what_a_person_waits_for_comes_first() -> None:
    async def test(crowd: Crowd) -> None:
        await crowd.come(ADA, "inside")
        await crowd.come(ADA, "alone", urgent=False)
        await crowd.come(BEN, "awaited")
        assert await crowd.all_served() == ["inside", "awaited", "alone"]

    with_crowd(test)


def test_one_of_several_places_is_kept_for_those_who_are_waited_for() -> None:
    async def test(crowd: Crowd) -> None:
        for number in range(3):
            await crowd.come(ADA, f"alone {number}", urgent=False)
        assert crowd.order == ["alone 0"]
        await crowd.come(BEN, "awaited")
        assert crowd.order == ["alone 0", "awaited"]
        assert len(await crowd.all_served()) == 4

    with_crowd(test, places=2)


def test_shares_are_those_of_addresses_then_of_people() -> None:
    async def test(crowd: Crowd) -> None:
        gate = crowd.gate
        for number in range(60):
            await crowd.come(BEN, f"b{number}")
        assert gate.share(BEN, True) == pytest.approx(2 / 60)
        await crowd.come(ADA, "ada")
        assert gate.share(ADA, True) == 1
        assert gate.share(BEN, True) == pytest.approx(2 / 2 / 60)
        await crowd.come(CLEO, "cleo")
        assert gate.share(ADA, True) == 1
        assert gate.share(CLEO, True) == pytest.approx(2 / 2 / 2)
        assert gate.share(BEN, True) == pytest.approx(2 / 2 / 2 / 60)
        # Nobody has less because of tables at which nobody waits.
        await crowd.come(Payer("dora", "D"), "dora", urgent=False)
        assert gate.share(ADA, True) == 1
        await crowd.all_served()

    with_crowd(test, places=2)


def test_who_gives_up_takes_no_place() -> None:
    async def test(crowd: Crowd) -> None:
        await crowd.come(ADA, "inside")
        waiting = await crowd.come(BEN, "never")
        admitted = await crowd.come(CLEO, "never either")
        last = await crowd.come(ADA, "last")
        waiting.cancel()
        # It gives up in the very moment in which it is let in.
        crowd.done.release()
        await until(crowd.tasks[0].done)
        admitted.cancel()
        crowd.done.release()
        await until(last.done)
        assert "never" not in crowd.order
        assert crowd.order[-1] == "last"
        await crowd.all_served()

    with_crowd(test)


class Clocked(Pace):
    """A pace by two rates, whose clock a test sets."""

    def __init__(self, person: Rate, home: Rate) -> None:
        self.now = 0.0
        self._limits = RateLimits(1, lambda: self.now)
        self._person, self._home = person, home

    def of_home(self, home: str) -> float:
        return self._limits.wait(self._home, home)

    def of_person(self, person: str) -> float:
        return self._limits.wait(self._person, person)

    def spend(self, payer: Payer) -> None:
        self._limits.spend(self._person, payer.person)
        self._limits.spend(self._home, payer.home)


def test_who_has_had_enough_turns_waits_and_others_do_not() -> None:
    pace = Clocked(Rate(2, 1e-9), Rate(5, 1e-9))

    async def test(crowd: Crowd) -> None:
        for _ in range(100):
            crowd.done.release()
        for number in range(4):
            await crowd.come(BEN, f"b{number}")
        for number in range(4):
            await crowd.come(CLEO, f"c{number}")
        for number in range(2):
            await crowd.come(Payer("dora", "B"), f"d{number}")
        await crowd.come(ADA, "ada")
        await until(lambda: crowd.gate.waiting == 5)
        # Two of each person, and five of the address.
        assert sorted(crowd.order) == ["ada", "b0", "b1", "c0", "c1", "d0"]
        # As time passes, they go on: the next who comes finds that the buckets have filled.
        pace.now += 1e9
        await crowd.come(ADA, "later")
        await until(lambda: crowd.gate.waiting == 4)
        crowd.gate.close()
        await until(lambda: crowd.gate.due == 0)
        assert len(crowd.order) == 12

    with_crowd(test, places=4, pace=pace)


def test_a_pace_lets_go_on_by_itself() -> None:
    async def run() -> None:
        limits = RateLimits(1)
        rate = Rate(1, 50)

        class Real(Pace):
            def of_person(self, person: str) -> float:
                return limits.wait(rate, person)

            def spend(self, payer: Payer) -> None:
                limits.spend(rate, payer.person)

        crowd = Crowd(FairGate(1, Real()))
        for number in range(4):
            crowd.done.release()
            await crowd.come(ADA, f"a{number}")
        await asyncio.gather(*crowd.tasks)
        assert crowd.order == ["a0", "a1", "a2", "a3"]

    asyncio.run(run())


def test_a_bucket_can_be_overdrawn_by_no_more_than_its_size() -> None:
    now = [0.0]
    limits, rate = RateLimits(1, lambda: now[0]), Rate(10, 2)
    assert limits.wait(rate, "a") == 0
    limits.spend(rate, "a", 12)
    assert limits.wait(rate, "a") == pytest.approx(1.5, abs=1e-3)
    limits.spend(rate, "a", 1e9)
    assert limits.wait(rate, "a") == pytest.approx(5.5, abs=1e-3)
    now[0] += 5.6
    assert limits.wait(rate, "a") == 0
    limits.spend(rate, "b")
    none = RateLimits(0)
    none.spend(rate, "a", 1e9)
    assert none.wait(rate, "a") == 0
