"""`python -m benchmarks.changing larger [--engine NAME…] [--rows N…] [--larger N] [--store FILE]`:
whether a larger table takes the time and the log that three sizes say.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import nullcontext
from dataclasses import replace

from app.findings.interval_words import data_size, duration, figure_with_bounds
from app.report.figures.change_figures import ChangeRow, Extrapolation, change_rows, extrapolations
from benchmarks.changing.plans import BASE, NATIVE, SERVER, STORED, plan, run
from benchmarks.lockstep.campaigns import new_store, this_machine
from engines.contract.session import LOGGED
from workloads.change.ways import COLUMN_WAYS, Way

_WAYS = {
    "postgresql": (Way.BATCHES, Way.ALTER_TYPE),
    "mysql": (Way.BATCHES, Way.ALTER_TABLE),
    "mariadb": (Way.BATCHES, Way.ALTER_TABLE),
}


def main(*arguments: str) -> int:
    """Measure, and print each forecast with what was measured; exit code 1 where one of them does
    not hold."""
    parser = argparse.ArgumentParser("python -m benchmarks.changing larger", description=__doc__)
    parser.add_argument("--engine", action="append", choices=_WAYS, help="only these")
    parser.add_argument("--rows", type=int, nargs="+", default=[50_000, 100_000, 200_000])
    parser.add_argument("--larger", type=int, default=1_000_000, help="(1,000,000)")
    parser.add_argument("--repetitions", type=int, default=3, help="of the three sizes (3)")
    parser.add_argument("--store", help="keep results in this file, or go on there")
    asked = parser.parse_args(arguments)
    wrong = 0
    with nullcontext(asked.store) if asked.store else new_store() as store:
        for engine in asked.engine or _WAYS:
            for way in _WAYS[engine]:
                native = NATIVE.get(engine, SERVER)
                protection = native if way in COLUMN_WAYS else STORED[engine]
                print(f"{engine}, {way}, {this_machine()}", flush=True)
                sizes = replace(BASE, rows=tuple(asked.rows), ways=(way,))
                small, failed = run(store, plan(engine, protection, sizes, asked.repetitions))
                size = replace(sizes, rows=(asked.larger,))
                large, also_failed = run(store, plan(engine, protection, size, 1))
                wrong += failed + also_failed
                if small is None or large is None:
                    continue
                forecasts, measured = extrapolations(small, asked.larger), change_rows(large)
                wrong += _misses(forecasts[0], measured[0]) if forecasts and measured else 1
    return 1 if wrong else 0


def _misses(forecast: Extrapolation, measured: ChangeRow) -> int:
    """How many of time and log are not within the interval."""
    time = measured.time.estimate
    print(f"  time {figure_with_bounds(forecast.time, duration)}, measured {duration(time)}")
    missed = int(not forecast.time.low <= time <= forecast.time.high)
    if forecast.log is not None:
        log = measured.figures[LOGGED].estimate
        print(f"  log {figure_with_bounds(forecast.log, data_size)}, measured {data_size(log)}")
        missed += not forecast.log.low <= log <= forecast.log.high
    sys.stdout.flush()
    return missed
