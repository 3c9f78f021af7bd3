"""What a signed mark is worth: it holds for one database alone."""

from __future__ import annotations

from engines.base import ownership
from engines.base.ownership import ExaminedDatabase, Gone, NotOwned, Owned, Unseen, judge, sign
from engines.contract.message import Message


def test_that_a_mark_holds_for_one_engine_place_name_and_identifier_alone() -> None:
    mark = sign("postgresql", "server 1", "cipherbench_a", "a")
    assert judge("postgresql", ExaminedDatabase("cipherbench_a", "server 1", mark)) == Owned("a")
    for engine, seen in (
        ("mariadb", ExaminedDatabase("cipherbench_a", "server 1", mark)),
        ("postgresql", ExaminedDatabase("cipherbench_a", "server 2", mark)),
        ("postgresql", ExaminedDatabase("cipherbench_b", "server 1", mark)),
        ("postgresql", ExaminedDatabase("cipherbench_a", "server 1", mark.replace(":a:", ":b:"))),
        ("postgresql", ExaminedDatabase("cipherbench_a", "server 1", mark[:-1])),
        ("postgresql", ExaminedDatabase("cipherbench_a", "server 1", mark + "0")),
        (
            "postgresql",
            ExaminedDatabase("cipherbench_a", "server 1", "cipherbench:2:a:\udcff\u00e9"),
        ),
        ("postgresql", ExaminedDatabase("cipherbench_a", "server 1", "a")),
        ("postgresql", ExaminedDatabase("cipherbench_a", "server 1", "")),
        ("postgresql", ExaminedDatabase("cipherbench_a", "server 1")),
        (
            "postgresql",
            ExaminedDatabase("cipherbench_a", "server 1", mark, foreign=Message("another's")),
        ),
    ):
        assert isinstance(judge(engine, seen), NotOwned), (engine, seen)
    assert isinstance(judge("postgresql", ExaminedDatabase("x", unseen="busy")), Unseen)
    assert judge("postgresql", None) == Gone()
    # What is between the parts cannot be moved from one to the next.
    one = ownership.sign("e", "a b", "c", "d")
    other = ownership.sign("e", "a", " bc", "d")
    assert one != other
