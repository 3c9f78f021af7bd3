"""The run page under open load: what arrives, waits, is answered and is dropped."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.results.events import RunStarted, Sampled
from app.results.records import ProbeSample, ServerRecord
from app.window.pages.run.run_charts import RunCharts
from app.window.pages.run.run_head import LoadLine, RunHead
from tests.app.results.making import sampled
from widgets.charts.telemetry_chart import TelemetryChart

RUN = RunStarted(
    1,
    "pg",
    "postgresql",
    "plaintext",
    300,
    1,
    False,
    1000.0,
    {},
    "direct, 200 + 100/s",
    "web_users",
)


def sample(
    tenths: int, *, answered: int = 30, waiting: int | None = 0, dropped: int = 0
) -> ProbeSample:
    made = sampled(1, 1000 + tenths / 10).sample
    return replace(
        made, operation="GET", statements=answered, waiting=waiting, dropped=dropped,
        p50_us=520.0, p99_us=4100.0,
    )  # fmt: skip


def test_that_the_line_counts_an_operation_and_tells_rates_of_its_last_second() -> None:
    line = LoadLine()
    for tenth in range(20):
        report = line.text_after(sample(tenth))
    assert report.startswith("300 arriving per second · 600 answered · 0 waiting · 0 dropped")
    assert report.endswith("p50 0.520 ms, p99 4.10 ms")


def test_that_what_waits_and_what_is_dropped_has_arrived_too() -> None:
    line = LoadLine()
    for tenth in range(11):
        report = line.text_after(sample(tenth, answered=0, waiting=20 * tenth, dropped=10))
    assert report.startswith("300 arriving per second · 0 answered · 200 waiting · 110 dropped")


def test_that_another_operation_counts_anew_and_other_work_has_no_line() -> None:
    line = LoadLine()
    line.text_after(sample(0))
    assert "30 answered" in line.text_after(replace(sample(1), operation="ADD"))
    assert line.text_after(sample(2, waiting=None)) == ""


def test_that_the_head_shows_the_line_while_requests_arrive(qtbot: QtBot) -> None:
    head = RunHead()
    qtbot.addWidget(head)
    head.show()
    head.begin("users", "")
    head.show_run(RUN)
    head.show_sample(sample(0))
    words = [each.text() for each in head.findChildren(QLabel) if each.isVisible()]
    assert any("30 answered" in text for text in words)
    head.show_run(RUN)
    words = [each.text() for each in head.findChildren(QLabel) if each.isVisible()]
    assert not any("answered" in text for text in words)


def shown(charts: RunCharts) -> dict[str, TelemetryChart]:
    found = charts.findChildren(TelemetryChart)
    return {each.accessibleName().split(",")[0]: each for each in found if each.isVisible()}


def feed(charts: RunCharts, *, waiting: int | None) -> None:
    begin = 10 * (time.time() - 1000)
    samples = [sample(round(begin) + tenth, waiting=waiting) for tenth in range(1, 20)]
    charts.add_events(
        [ServerRecord("pg", "postgresql", "embedded", "18"), RUN, *map(Sampled, samples)]
    )
    charts.end()  # draws what has come


@pytest.mark.slow
def test_that_a_queue_has_a_chart_where_requests_arrive(qtbot: QtBot) -> None:
    charts = RunCharts()
    qtbot.addWidget(charts)
    charts.resize(600, 900)
    charts.show()
    charts.build()
    charts.begin()
    feed(charts, waiting=None)
    assert "Queue" not in shown(charts)
    charts.begin()
    feed(charts, waiting=5)
    qtbot.waitUntil(lambda: "Queue" in shown(charts))
    assert shown(charts)["Queue"].sample_count("waiting") > 0
    assert shown(charts)["Throughput"].sample_count("arriving") > 0
    charts.resize(600, 600)
    assert "Queue" not in shown(charts) and "Latency" in shown(charts)


def test_that_work_without_statements_has_neither_throughput_nor_latency(qtbot: QtBot) -> None:
    charts = RunCharts()
    qtbot.addWidget(charts)
    charts.resize(600, 900)
    charts.show()
    charts.build()
    charts.begin()
    for workload, names in (("cipher_speed", FIVE - {"Throughput", "Latency"}), ("hospital", FIVE)):
        charts.add_events([replace(RUN, workload=workload)])
        charts.end()
        qtbot.waitUntil(lambda: set(shown(charts)) == names)  # noqa: B023 it is asked now


FIVE = {"CPU", "Memory", "Throughput", "Latency", "Machine"}
