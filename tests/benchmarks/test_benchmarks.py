"""The frame around the benchmarks; the measuring itself is `make bench`."""

from __future__ import annotations

import json
import shutil
from importlib import import_module

import pytest

from benchmarks import __main__ as program
from benchmarks import measurements
from benchmarks.registry import BENCHMARKS, TARGETS, Target
from benchmarks.rounds import median_ratio
from benchmarks.table import table

_KEYS = [
    "pgbench_ratio",
    "pgbench_ratio_one_core",
    "designed_ratio",
    "designed_ratio_one_core",
    *(f"clients_{each}_ratio" for each in (1, 2, 4, 8, 16, 32, 64)),
    *(f"mariadb_clients_{each}_ratio" for each in (1, 2, 4, 8, 16, 32, 64)),
    *(f"mysql_clients_{each}_ratio" for each in (1, 2, 4, 8, 16, 32, 64)),
    "open_loop_ratio",
    "open_loop_ratio_one_core",
    "open_loop_ratio_two_lanes",
    "noop_starts_late_ms_p99",
    "get_by_id_held_percent",
    "sysbench_ratio",
    "sysbench_ratio_one_core",
    "mysql_ratio",
    "mysql_ratio_one_core",
    "firebird_ratio",
    "firebird_driver_ratio",
    "sqlite_ratio",
    "apsw_ratio",
    "duckdb_ratio",
    "duckdb_parsed_ratio",
    "k6_p50_ratio",
    "k6_p95_ratio",
    "k6_p99_ratio",
    "k6_disagreement",
    "sampler_core_percent",
    "openssl_speed_ratio",
    "cryptography_ratio",
    "start_ratio",
    "window_rest_mb",
    "chart_repaint_ms",
    "gui_stall_p999_ms",
    "gui_stall_max_ms",
    "gui_stall_twelve_p999_ms",
    "gui_stall_twelve_max_ms",
    "visit_cpu_ms",
    "theme_cpu_ms",
    "visit_after_ms",
    "results_page_extra_s",
    "results_page_ratio",
    "results_scroll_stall_max_ms",
    "results_step_stall_max_ms",
    "picture_postgresql_ratio",
    "picture_mariadb_ratio",
    "picture_firebird_ratio",
    "lab_frame_ms",
    "lab_stall_p999_ms",
    "scan_ratio",
    "hosts_spread_ms",
    "hosts_spread_max_ms",
    "hosts_spread_told_ms",
    "hosts_woken_ms",
    "hosts_schedule",
    "hosts_p50_percent",
    "hosts_p99_percent",
    *(
        f"coordinator_{figure}_{hosts}"
        for hosts in (2, 8, 32)
        for figure in ("cores", "asked", "packets", "kb", "connections", "mb")
    ),
    "control_half_width_median",
    "control_half_width_max",
    "control_margin_median",
    "agreement_percent",
    "free_half_width_median",
    "control_taken_for_cost",
    "control_taken_by_chance",
]


def test_that_every_benchmark_can_be_measured_and_the_keys_are_the_promised_ones() -> None:
    assert list(TARGETS) == _KEYS
    for benchmark in BENCHMARKS.values():
        assert callable(import_module(benchmark.module).measure)


def test_that_a_missing_peer_gives_null_and_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert measurements.main("--json", "sysbench") == 0
    output = capsys.readouterr()
    assert json.loads(output.out) == dict.fromkeys(_KEYS)
    assert "sysbench is not installed" in output.err
    measurements.main("sysbench")
    _, *rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == list(BENCHMARKS["sysbench"].targets)


def test_that_an_unknown_name_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["pgbank"]) == 2
    assert "no benchmark named “pgbank”" in capsys.readouterr().err


def test_that_a_drift_of_the_machine_falls_on_both_sides_alike() -> None:
    speed = iter(range(1_000, 2_000))
    assert median_ratio(lambda: next(speed), lambda: next(speed), "") == 1.0


@pytest.mark.parametrize(
    ("value", "target", "verdict"),
    [
        (0.95, Target(0.95, more_is_better=True), True),
        (0.94, Target(0.95, more_is_better=True), False),
        (20.0, Target(20), True),
        (20.1, Target(20), False),
        (9.0, Target(None), None),
    ],
)
def test_that_a_target_knows_which_way_is_better(
    value: float, target: Target, verdict: bool | None
) -> None:
    assert target.met(value) is verdict


def test_that_the_table_tells_what_was_missed() -> None:
    text = table({**dict.fromkeys(_KEYS), "pgbench_ratio": 0.5, "chart_repaint_ms": 3.0})
    lines = {line.split()[0]: line for line in text.splitlines()}
    assert lines["pgbench_ratio"].endswith("MISSED")
    assert lines["chart_repaint_ms"].endswith("met")
    assert lines["start_ratio"].endswith("not measured")
