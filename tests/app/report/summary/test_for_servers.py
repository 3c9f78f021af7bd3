"""What protection means for servers, in words: how busy they become, whether they are enough, what
to plan, and what it costs in money."""

from __future__ import annotations

import pytest

from app.findings.statistics import Interval
from app.report.summary.capacity_words import (
    Load,
    apart_sentence,
    cores_sentence,
    enough_at_sentence,
    enough_sentence,
    load_sentence,
    more_words,
    price_sentence,
    rate_words,
    second_machine_words,
    times_words,
)
from engines.contract.message import Message


def test_that_of_cpu_time_that_may_be_none_only_the_most_is_told() -> None:
    load = Load(Message("GCM"), Message(""), Interval(1.0, -2.0, 4.0), (0.5, 0.5), 1.0)
    assert str(cores_sentence([load], rate_words(500.0), 2)) == (
        "On a machine like this one (2 cores), at an operation rate of 500 per second, this share "
        "of them is busy: at most 52.0 % instead of 50.0 %."
    )
    small = Load(Message("GCM"), Message(""), Interval(5.0, 4.0, 6.0), (0.5, 0.1), 1.0, detects=1.2)
    assert str(cores_sentence([small], rate_words(500.0), 2)).endswith(
        "instead of 50.0 % (no growth detected in the database server)."
    )
    told = str(cores_sentence([small._replace(detects=0.5)], rate_words(500.0), 2))
    assert told.endswith(
        "instead of 50.0 % (of it, the database server: 25.2 % instead of 25.0 %)."
    )
    assert "busy cores are 2.10" in str(
        cores_sentence([small._replace(cores=2.0)], rate_words(500.0), 2)
    )
    assert str(price_sentence([load], 0.25)) == "That adds at most 7.30 a month."


def test_that_at_a_rate_cores_are_told_of_every_server_and_what_the_database_has_of_them() -> None:
    gcm = Message("GCM")
    loads = [
        Load(gcm, Message("on pg"), Interval(50.0, 40.0, 60.0), (0.5, 0.2), 0.8),
        Load(gcm, Message("on fb"), Interval(100.0, 90.0, 110.0), None, 0.4),
    ]
    assert str(cores_sentence(loads, Message("100 reads and 50 writes/s"), None)) == (
        "On a machine like this one, at 100 reads and 50 writes/s: busy cores are 1.20 (1.12 to "
        "1.28) instead of 0.8 on pg (of it, the database server: 0.5 instead of 0.4) and 0.80 "
        "(0.76 to 0.84) instead of 0.4 on fb."
    )


def test_that_a_machine_that_is_half_busy_goes_up_to_what_each_server_takes() -> None:
    gcm, cbc = Message("GCM"), Message("CBC")
    loads = [
        Load(gcm, Message("on pg"), Interval(40.0, 30.0, 50.0), (0.4, 0.25)),
        Load(gcm, Message("on fb"), Interval(300.0, 290.0, 310.0)),
        Load(cbc, Message(""), Interval(1.0, -2.0, 4.0)),
    ]
    assert str(load_sentence(loads)) == (
        "A machine like this one that is 50 % busy unprotected goes up to "
        "70 % (65 to 75) on pg and 2.00 (1.95 to 2.05) such machines on fb with GCM and at most 52 "
        "% with CBC."
    )
    assert str(apart_sentence(loads)) == (
        "This is CPU time on one machine. Where there are two already, plan this many times the "
        "cores of each: database 1.31 on pg; application 1.62 on pg."
    )
    assert pytest.approx(1.5) == 0.4 * 1.3125 + 0.6 * 1.625  # as much as on one
    assert not apart_sentence(loads[1:])


def test_that_a_machine_is_enough_up_to_a_load_and_what_to_plan_beyond() -> None:
    gcm = Message("GCM")
    loads = [
        Load(gcm, Message("on pg"), Interval(40.0, 30.0, 60.0)),
        Load(gcm, Message("on fb"), Interval(-5.0, -9.0, -1.0)),
    ]
    assert str(enough_sentence(loads)) == (
        "No new machine where today's is at most this busy: 50 % on pg and 80 % on fb."
    )
    assert str(more_words(loads)) == (
        "Protected, such a machine stays below 80 %, which leaves room for peaks. If today's is "
        "busier, plan this many times its cores: 1.6 on pg. Factors are upper ends."
    )
    assert str(more_words(loads[1:])).endswith("room for peaks.")
    assert str(enough_sentence(loads, changed=True)).startswith(
        "Not known yet for what we advise: measure it. What was measured here needs no new "
    )


def test_that_at_a_rate_a_machine_is_enough_or_so_many_cores_are_planned() -> None:
    load = Load(Message("GCM"), Message(""), Interval(50.0, 40.0, 60.0), None, 0.1)
    at = rate_words(500.0)
    assert str(enough_at_sentence([load], at, 2)) == (
        "No new machine is needed at an operation rate of 500 per second: one like this is at most "
        "8 % busy with protection."
    )
    assert str(times_words([load], 2)) == (
        "Up to 10 times this rate (computed, not tried), it stays below 80 %."
    )
    there = (
        load._replace(where=Message("through the API")),
        load._replace(where=Message("directly"), cores=0.2),
    )
    assert str(times_words(there, 2)) == (
        "It stays below 80 % up to this many times the rate (computed, not tried): 10 "
        "through the API and 5 directly."
    )
    assert str(enough_at_sentence([load], at, 2, apart=True)).startswith("For the load alone, no ")
    assert str(enough_sentence([load], apart=True)).startswith("For the load alone, no new machine")
    busy = load._replace(cores=1.2)
    for cores in (2, None):
        assert str(enough_at_sentence([busy], at, cores)) == (
            "Plan 3 cores like these at an operation rate of 500 per second: they stay below 80 % "
            "busy."
        )
        assert not times_words([busy], cores)


def test_that_the_second_machine_has_a_size_where_it_is_known_of_every_server() -> None:
    gcm, shared = Message("GCM"), "Where application and database share one machine, our advice "
    on_pg = Load(gcm, Message("on pg"), Interval(40.0, 30.0, 48.0), (0.4, 0.25))
    on_fb = Load(gcm, Message("on fb"), Interval(300.0, 290.0, 310.0))
    assert str(second_machine_words([on_pg], ["pg"])) == (
        f"{shared}needs a second, with this many times today's cores: 0.96 on pg."
    )
    assert pytest.approx(0.96) == 0.6 + 0.75 * 0.48  # with the database's 0.52 all of it, 1.48
    assert str(second_machine_words([on_pg, on_fb], ["pg", "fb"])) == (
        "On pg and fb, where application and database share one machine, our advice needs a second."
    )
    assert str(second_machine_words([on_fb], ())) == f"{shared}needs a second."
    assert str(second_machine_words((), ["pg"], enough=True)) == (
        f"{shared}needs a second: one like this is enough."
    )


def test_that_shares_that_are_close_have_the_digits_that_their_difference_takes() -> None:
    load = Load(Message("GCM"), Message(""), Interval(24.0, 23.5, 24.5), None, 0.0686)
    for cores, said in (
        (0.0686, "4.25 % (4.24 to 4.27) instead of 3.43 %."),
        (0.2, "12.4 % (12.3 to 12.5) instead of 10.0 %."),
        (1.0, "62 % (62 to 62) instead of 50 %."),
    ):
        told = str(cores_sentence([load._replace(cores=cores)], rate_words(500.0), 2))
        assert told.endswith(f"this share of them is busy: {said}")
