"""What protection means for servers: up to how busy they are enough, what to plan else, how busy
they become at a rate, and what it costs in money."""

from __future__ import annotations

from app.findings.statistics import Interval
from app.report.summary.for_servers import (
    Load,
    at_rate_grid,
    at_rate_words,
    enough_at_sentence,
    enough_sentence,
    price_sentence,
    rate_words,
    today_grid,
    today_words,
)
from app.report.summary.model import Grid
from engines.contract.message import Message

_GCM, _CBC = Message("GCM"), Message("CBC")
_PG = Load(_GCM, Message("on pg"), Interval(40.0, 30.0, 48.0), (0.4, 0.25), line=Message("pg"))
_FB = Load(
    _GCM,
    Message("on fb"),
    Interval(20.0, 19.0, 25.0),
    one_process=True,
    line=Message("fb"),
)


def _lines(grid: Grid) -> list[tuple[str, ...]]:
    return [tuple(map(str, line)) for line in grid.lines]


def test_that_each_machine_is_enough_up_to_a_load_and_else_multiplied() -> None:
    # In all 1.48: 0.4 + 0.25 × 0.48 = 0.52 on the database's machine, and 0.96 on the other.
    grid = today_grid([_PG, _FB])
    assert list(map(str, grid.head)) == [
        "Server",
        "One machine today",
        "Two today: the database's",
        "Two today: the application's",
    ]
    assert _lines(grid) == [
        ("pg", "54 %", "61 %", "50 %"),
        ("fb", "64 %", "–", "–"),
    ]
    assert str(enough_sentence([_PG, _FB])) == (
        "No new machine, unless today's is busier than this table allows."
    )


def test_that_advice_for_two_machines_tells_how_large_the_second_is() -> None:
    apart = _PG._replace(apart=True)
    assert _lines(today_grid([apart, _FB]))[0][1] == "83 %, if a second like it is added"
    assert str(enough_sentence([apart, _FB])) == (
        "On pg, one more machine where application and database share one today. Otherwise none, "
        "unless today's are busier than this table allows."
    )
    assert str(enough_sentence([apart])).startswith("One more machine where application and ")
    grown = apart._replace(more=Interval(300.0, 290.0, 310.0), server=(0.6, 0.9))
    assert _lines(today_grid([grown]))[0][1].startswith("23 %, ")  # 0.6 + 0.9 × 3.1 on the first
    unknown = apart._replace(server=None)
    assert _lines(today_grid([unknown, _PG]))[0][1:] == (
        "add a second like it",
        "not known",
        "not known",
    )
    assert str(today_grid([unknown]).head[-1]) == "One machine today"


def test_that_nothing_is_multiplied_where_nothing_grows() -> None:
    less = _PG._replace(more=Interval(-5.0, -9.0, -1.0))
    assert _lines(today_grid([less])) == [("pg", "80 %")]


def test_that_what_has_to_be_changed_is_not_told_as_advised() -> None:
    said = (
        enough_sentence([_PG], changed=True),
        enough_sentence([_PG], changed=True, apart=[Message("pg")]),
    )
    assert [str(each) for each in said] == [
        "Not known yet for what we advise: measure it.",
        "Not known yet for what we advise: measure it. On pg it takes one more machine where "
        "application and database share one today.",
    ]
    assert str(today_words([_PG], changed=True)).startswith(
        "What was measured here needs no new machine"
    )
    assert "What was measured here" not in str(today_words([_PG]))


def test_that_the_protection_is_named_where_it_is_one() -> None:
    assert "With GCM, each machine is then at most 80 % busy" in str(today_words([_PG, _FB]))
    assert "With protection, each machine is then at most" in str(
        today_words([_PG, _FB._replace(name=_CBC)])
    )


def test_that_protections_are_named_where_they_differ() -> None:
    other = _FB._replace(name=_CBC)
    assert [line[0] for line in _lines(today_grid([_PG, other]))] == ["pg: GCM", "fb: CBC"]
    alone = _PG._replace(line=Message(""))
    assert _lines(today_grid([alone]))[0][0] == "GCM"


def test_that_at_a_rate_a_machine_is_enough_or_so_many_cores_are_planned() -> None:
    load = Load(_GCM, Message(""), Interval(50.0, 40.0, 60.0), None, 0.1)
    at = rate_words(500.0)
    assert str(enough_at_sentence([load], at, 2)) == (
        "No new machine is needed at an operation rate of 500 per second: one like this is at most "
        "8 % busy with protection."
    )
    assert str(enough_at_sentence([load._replace(apart=True)], at, 2)) == (
        "At an operation rate of 500 per second, two machines like this one are enough for "
        "application and database. By its CPU time, one would carry the load; a second one "
        "keeps the key away from the database."
    )
    busy = load._replace(cores=1.2)
    for cores in (2, None):
        assert str(enough_at_sentence([busy], at, cores)) == (
            "Plan 3 cores like these at an operation rate of 500 per second: they stay below 80 % "
            "busy."
        )
    two = str(enough_at_sentence([busy._replace(apart=True)], at, 2))
    assert "on two machines: one for the database, one for the application" in two


def test_that_at_a_rate_shares_of_the_machine_are_told_and_what_the_database_has_of_them() -> None:
    small = _PG._replace(cores=0.2, detects=1.2)
    none = small._replace(more=Interval(5.0, 4.0, 6.0), server=(0.5, 0.1), line=Message("maria"))
    inside = _FB._replace(cores=0.1)
    grid = at_rate_grid([small, none, inside], 2)
    assert list(map(str, grid.head)) == [
        "Work",
        "Busy without protection",
        "Busy with protection",
        "The database server's part",
        "One machine for both carries up to",
    ]
    assert _lines(grid) == [
        ("pg", "10.0 %", "14.0 % (13.0 to 14.8)", "5 % instead of 4 %", "5 × this load"),
        (
            "maria",
            "10.00 %",
            "10.50 % (10.40 to 10.60)",
            "5 %, no growth detected",
            "7 × this load",
        ),
        ("fb", "5.0 %", "6.0 % (5.9 to 6.2)", "runs in the application", "12 × this load"),
    ]
    assert "computed, not tried" in str(at_rate_words(Message("x"), 2, [small]))


def test_that_of_cpu_time_that_may_be_none_only_the_most_is_told() -> None:
    load = Load(_GCM, Message(""), Interval(1.0, -2.0, 4.0), (0.5, 0.5), 1.0)
    assert _lines(at_rate_grid([load], 2)) == [
        ("GCM", "50.0 %", "at most 52.0 %", "not known", "less than twice this load")
    ]
    assert str(price_sentence([load], 0.25)) == "That adds at most 7.30 a month."


def test_that_cores_are_told_where_the_machine_has_too_few_or_nobody_knows() -> None:
    load = Load(_GCM, Message("on pg"), Interval(50.0, 40.0, 60.0), (0.5, 0.2), 1.6)
    for cores in (2, None):
        grid = at_rate_grid([load], cores)
        assert _lines(grid) == [
            ("GCM", "1.6", "2.4 (2.2 to 2.6)", "1.0 instead of 0.8"),
        ]
        assert str(at_rate_words(Message("x"), cores, [load])) == "The table has busy cores at x."


def test_that_shares_that_are_close_have_the_digits_that_their_difference_takes() -> None:
    load = Load(_GCM, Message(""), Interval(24.0, 23.5, 24.5), None, 0.0686)
    for cores, plain, said in (
        (0.0686, "3.43 %", "4.25 % (4.24 to 4.27)"),
        (0.2, "10.0 %", "12.4 % (12.3 to 12.5)"),
        (1.0, "50 %", "62 % (62 to 62)"),
    ):
        assert _lines(at_rate_grid([load._replace(cores=cores)], 2))[0][1:3] == (plain, said)


def test_that_a_line_without_a_table_is_a_sentence() -> None:
    assert [str(each) for each in today_grid([_FB]).said] == ["fb: One machine today: 64 %."]
