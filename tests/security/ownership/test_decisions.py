"""What is done with a database is decided by what was seen of it, and by nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import pytest

from engines.base import ownership
from engines.base.ownership import (
    ExaminedDatabase,
    Gone,
    NotOwned,
    Owned,
    Unseen,
    all_or_nothing,
    drop,
    drop_patiently,
    judge,
    judge_all,
    perhaps_owned,
    refused,
    sign,
)
from engines.contract.endpoint import Endpoint
from engines.contract.errors import (
    NotDropped,
    NotExamined,
    NotVisible,
    ServerUnavailable,
    StatementFailed,
)
from engines.contract.message import Message, phrase

HERE = Endpoint("none")


@dataclass
class Catalogue:
    """An engine as far as it is asked about databases. `fails` as often as it says."""

    seen: ExaminedDatabase | None = None
    fails: int = 0
    held: bool = False
    dropped: list[str] = field(default_factory=list)
    name: str = "none"

    @contextmanager
    def examine_one(self, endpoint: Endpoint, database: str) -> Iterator[ExaminedDatabase | None]:
        assert endpoint == HERE
        if self.fails:
            self.fails -= 1
            raise ServerUnavailable(phrase("Away"), phrase("It is away."))
        self.held = True
        try:
            yield self.seen
        finally:
            self.held = False

    def examine_all(self, endpoint: Endpoint) -> list[ExaminedDatabase]:
        assert endpoint == HERE
        return [] if self.seen is None else [self.seen]

    def removal_statement(self, endpoint: Endpoint, database: str) -> str:
        assert endpoint == HERE
        return f"drop {database}"

    def drop(self) -> None:
        assert self.held, "what is dropped is what is looked at"
        self.dropped.append("a")


def with_database(mark: str | None = None, **seen: object) -> Catalogue:
    """One that has a database named “a”, ours unless another mark is given."""
    made = Catalogue()
    mark = sign("none", "place", "a", "id") if mark is None else mark
    made.seen = ExaminedDatabase("a", "place", mark, drop=made.drop, **seen)  # type: ignore[arg-type]
    return made


def refuse() -> None:
    raise StatementFailed(phrase("Refused"), phrase("It is in use."))


def lose(engine: Catalogue) -> None:
    engine.fails = 1


def hide(engine: Catalogue) -> None:
    engine.seen = ExaminedDatabase("a", unseen="busy.")


def lock(engine: Catalogue) -> None:
    engine.seen = ExaminedDatabase("a", "place", sign("none", "place", "a", "id"), drop=refuse)


def test_that_only_what_is_ours_is_dropped() -> None:
    ours, another, none = with_database(), with_database("cipherbench:2:id:forged"), Catalogue()
    foreign = with_database(foreign=Message("it is another's"))
    assert drop(ours, HERE, "a") == Owned("id") and ours.dropped == ["a"] and not ours.held
    assert isinstance(drop(another, HERE, "a"), NotOwned) and not another.dropped
    assert drop(foreign, HERE, "a") == NotOwned(Message("it is another's")) and not foreign.dropped
    assert drop(none, HERE, "a") == Gone() and not none.dropped


def test_that_a_mark_holds_for_one_engine_place_name_and_identifier_alone() -> None:
    mark = sign("postgresql", "server 1", "cipherbench_a", "a")
    seen = ExaminedDatabase("cipherbench_a", "server 1", mark)
    assert judge("postgresql", seen) == Owned("a")
    assert isinstance(judge("mariadb", seen), NotOwned)
    for other in (
        replace(seen, place="server 2"),
        replace(seen, database="cipherbench_b"),
        replace(seen, foreign=Message("another's")),
        ExaminedDatabase("cipherbench_a", "server 1"),
        *(
            replace(seen, mark=text)
            for text in (mark.replace(":a:", ":b:"), mark[:-1], f"{mark}0", "a", "")
        ),
        replace(seen, mark="cipherbench:2:a:\udcff\u00e9"),
    ):
        assert isinstance(judge("postgresql", other), NotOwned), other
    assert isinstance(judge("postgresql", ExaminedDatabase("x", unseen="busy")), Unseen)
    assert judge("postgresql", None) == Gone()
    # What is between the parts cannot be moved from one to the next.
    assert sign("e", "a b", "c", "d") != sign("e", "a", " bc", "d")


def test_that_why_a_mark_is_none_of_ours_is_reported() -> None:
    report = {str(drop(with_database(mark), HERE, "a").reason) for mark in ("", "mine")}  # type: ignore[union-attr]
    assert report == {"it has no signature of Cipherbench"}
    other = drop(with_database(sign("none", "place", "b", "id")), HERE, "a")
    assert isinstance(other, NotOwned) and "signed for another database" in str(other.reason)


@pytest.mark.parametrize(
    ("prepare", "kind", "text"),
    [
        (lose, NotExamined, "a may be Cipherbench's, but could not be"),
        (hide, NotVisible, "a may be Cipherbench's, but could not be examined: busy."),
        (lock, NotDropped, "a is Cipherbench's and could not be dropped: It is in use."),
    ],
)
def test_that_what_stays_is_reported_with_the_reason_and_what_removes_it(
    prepare: Callable[[Catalogue], None], kind: type[NotDropped], text: str
) -> None:
    engine = with_database()
    prepare(engine)
    with pytest.raises(NotDropped) as report:
        drop(engine, HERE, "a")
    assert type(report.value) is kind and not engine.dropped and not engine.held
    assert text in report.value.message and ".." not in report.value.message
    assert report.value.hint == "After solving this: drop a"


def test_that_one_that_cannot_be_dropped_through_the_look_at_it_is_a_fault_of_ours() -> None:
    engine = Catalogue(ExaminedDatabase("a", "place", sign("none", "place", "a", "id")))
    with pytest.raises(AssertionError, match="through the look"):
        drop(engine, HERE, "a")


def test_that_a_survey_judges_each_by_what_it_is() -> None:
    assert judge_all(with_database(), HERE) == {"a": Owned("id")}
    assert judge_all(Catalogue(ExaminedDatabase("a", unseen="busy")), HERE) == {"a": Unseen("busy")}
    assert judge_all(Catalogue(), HERE) == {}


class Clock:
    """Stands in the place of the module `time`."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.mark.parametrize(("fails", "dropped"), [(0, True), (1, True), (6, True), (7, False)])
def test_that_dropping_is_tried_again_every_half_second_as_long_as_was_stated(
    fails: int, dropped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, engine = Clock(), with_database()
    engine.fails = fails
    monkeypatch.setattr(ownership, "time", clock)
    if dropped:
        assert drop_patiently(engine, HERE, "a", 3, clock.sleep) == Owned("id")
    else:
        with pytest.raises(NotExamined):
            drop_patiently(engine, HERE, "a", 3, clock.sleep)
    assert bool(engine.dropped) is dropped
    assert clock.now == 1000 + min(fails, 6) * 0.5


def test_that_three_seconds_are_the_patience_where_none_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, engine = Clock(), with_database()
    engine.fails = 100
    monkeypatch.setattr(ownership, "time", clock)
    with pytest.raises(NotExamined):
        drop_patiently(engine, HERE, "a", pause=clock.sleep)
    assert clock.now == 1003


def test_that_what_was_made_half_way_is_undone_and_else_named() -> None:
    undone: list[int] = []
    with all_or_nothing(Catalogue(), HERE, "a", lambda: undone.append(1)):
        pass
    assert not undone
    with (
        pytest.raises(StatementFailed, match="in use"),
        all_or_nothing(Catalogue(), HERE, "a", lambda: undone.append(1)),
    ):
        refuse()
    assert undone == [1]
    with (
        pytest.raises(NotDropped) as report,
        all_or_nothing(Catalogue(), HERE, "a", refuse),
    ):
        refuse()
    assert type(report.value) is NotDropped
    assert report.value.message == (
        "a is Cipherbench's and could not be dropped: It is in use. It is in use."
    )


def test_that_a_strange_one_and_one_that_may_be_ours_are_distinguished() -> None:
    strange = refused(Catalogue(), HERE, "a", NotOwned(phrase("it carries no mark")))
    assert (
        type(strange) is NotDropped and strange.message == "a was not dropped: it carries no mark."
    )
    assert strange.hint == "If it is not needed: drop a"
    perhaps = perhaps_owned(Catalogue(), HERE, "a", "It is away.")
    assert type(perhaps) is NotExamined
    assert perhaps.message == "a may be Cipherbench's, but could not be examined: It is away."
