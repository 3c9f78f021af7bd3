"""Samples on the charts of a run: requests that arrive, and samples that are shown late."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from app.results.change_progress import pack_points
from app.results.records import ProbeSample
from app.window.shared.telemetry import ARRIVING, DROPPED, RATE, Telemetry
from workloads.contract import Series, SeriesPoint

SAMPLE = ProbeSample(
    at=100.0,
    run_id=1,
    operation="GET",
    server_cpu=50.0,
    worker_cpu=20.0,
    machine_cpu=90.0,
    sampler_cpu=1.0,
    server_memory=100.0,
    worker_memory=50.0,
    machine_memory=900.0,
    server_read=0.0,
    server_written=0.0,
    statements=10,
    progress=0.5,
    p50_us=100.0,
    p99_us=10_000.0,
)


@pytest.fixture
def telemetry(qtbot: QtBot) -> Telemetry:
    made = Telemetry(live=True)
    for chart in made.charts:
        qtbot.addWidget(chart)
    made.restart(99.0)
    return made


def test_that_arrivals_are_what_was_answered_and_dropped_and_what_waits_more(
    telemetry: Telemetry, qtbot: QtBot
) -> None:
    first = replace(SAMPLE, waiting=5, dropped=0)
    second = replace(SAMPLE, at=101.0, statements=80, waiting=25, dropped=7)
    telemetry.add_samples([SAMPLE, replace(first, at=100.5), second], "pg")
    rate = telemetry.rate
    rate.show()
    qtbot.waitUntil(lambda: rate.reading(RATE) != "")
    assert [rate.reading(key) for key in (RATE, DROPPED)] == ["160 1/s", "14.0 1/s"]
    assert rate.reading(ARRIVING) == "214 1/s"  # 80 + 7 + 20 in half a second


def test_that_a_worker_of_its_own_has_no_arrivals(telemetry: Telemetry) -> None:
    telemetry.add_samples([SAMPLE, replace(SAMPLE, at=101.0)], "pg")
    with pytest.raises(KeyError):
        telemetry.rate.reading(ARRIVING)


def test_that_a_window_that_is_behind_shows_runs_that_ended_long_before(
    telemetry: Telemetry, qtbot: QtBot
) -> None:
    """By the time it shows the first, it has sampled the machine much later."""
    telemetry.add_machine_cpu(140.0, 50.0)
    for began in (100.0, 110.0):
        waits = [SeriesPoint(Series.READS, began + 0.1 * number, 0.01) for number in range(1, 9)]
        last = replace(SAMPLE, at=began + 1, statements=80, points=pack_points(waits))
        telemetry.add_samples([replace(SAMPLE, at=began), last], "pg")
        telemetry.break_lines("pg")
    rate = telemetry.rate
    rate.show()
    telemetry.cpu.set_follow_window(60)
    assert rate.has_samples_in_view(RATE) and telemetry.latency.has_samples_in_view("reads")
    telemetry.add_samples([replace(SAMPLE, at=141.0), replace(SAMPLE, at=142.0)], "pg")
    qtbot.waitUntil(lambda: rate.reading(RATE) == "10.0 1/s")
