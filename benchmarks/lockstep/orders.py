"""`python -m benchmarks.lockstep orders [--repetitions N] [--rounds N] [--busy N]`: the plan beside
this file in lockstep and in whole runs, in turns, and whether both tell the same.

With `--busy` so many loops run beside it, the first of them on the core that is measured on.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from statistics import median

import scipy

from app.campaign.machine.cores import measuring_core
from app.findings.figure import Figure
from app.findings.statistics import percent_of_log
from app.plan.campaign import Campaign, Order, Placement
from app.plan.plan_file import read_plan
from benchmarks.lockstep.campaigns import MEASURES, Campaigned, campaigned, new_store, this_machine
from workloads.hospital.workload import HospitalParameters

_PLAN = Path(__file__).with_suffix(".toml")
_ORDERS = (Order.LOCKSTEP, Order.ABBA)
_LOOP = "while True: pass"


def main(*arguments: str) -> int:
    """Measure and print; progress on stderr."""
    options = _parser().parse_args(arguments)
    plan = replace(read_plan(_PLAN), repetitions=options.repetitions)
    if options.records:
        plan = replace(plan, workload=HospitalParameters(sizes=(options.records,)))
    print(this_machine(), f"{options.busy} busy loops", sep=", ", flush=True)
    with new_store() as store, _busy(options.busy):
        for number in range(1, options.rounds + 1):
            orders = _ORDERS if number % 2 else _ORDERS[::-1]  # what drifts falls on both alike
            found = {order: _measured(store, plan, order) for order in orders}
            print(f"\nRound {number}")
            for order in _ORDERS:
                _tell(order, found[order])
            for name in MEASURES:
                _tell_agreement(name, found[Order.LOCKSTEP], found[Order.ABBA])
    return 0


def _measured(store: str, plan: Campaign, order: Order) -> Campaigned:
    print(f"{order.value} …", file=sys.stderr, flush=True)
    found = campaigned(store, replace(plan, order=order, name=f"orders, {order.value}"))
    print(f"{order.value}: {found.seconds:.0f} s", file=sys.stderr, flush=True)
    return found


@contextmanager
def _busy(count: int) -> Iterator[None]:
    """Programs that compute all the time."""
    loops = [subprocess.Popen([sys.executable, "-c", _LOOP]) for _ in range(count)]
    try:
        for each in loops:
            with suppress(OSError):  # who may not leave a nice of his own stays there
                os.setpriority(os.PRIO_PROCESS, each.pid, 0)
        core = measuring_core(Placement.ONE_CORE)
        if loops and core:
            os.sched_setaffinity(loops[0].pid, core)
        yield
    finally:
        for each in loops:
            each.kill()
            each.wait()


def _tell(order: Order, found: Campaigned) -> None:
    minutes, seconds = divmod(round(found.seconds), 60)
    print(f"\n{order.value}: {found.began}, load {found.load:.1f}, {minutes} min {seconds} s")
    for name in MEASURES:
        widths = [_half_width(row) for row in _rows(found, name) if row.control]
        reported = f"median {median(widths):.2f}, largest {max(widths):.2f}" if widths else "none"
        print(f"  controls by {name} time, half-width in points: {reported} ({len(widths)})")
    for name in MEASURES:
        for row in _rows(found, name):
            where = f"{row.server} {row.operation} {row.protection}"
            print(f"  {name:8}{where:34}{_interval(row):28} {row.cost.text}", flush=True)


def _tell_agreement(name: str, one: Campaigned, other: Campaigned) -> None:
    """Where the difference of both orders has an interval (Welch's) that leaves out 0."""
    others = {row.key: row for row in _rows(other, name)}
    shared = [row for row in _rows(one, name) if row.key in others]
    separate = []
    for row in shared:
        values = [
            side.compared[name].comparison(each).values
            for side, each in ((one, row), (other, others[row.key]))
        ]
        found = scipy.stats.ttest_ind(*values, equal_var=False).confidence_interval(0.95)
        if found.low > 0 or found.high < 0:
            between = f"{percent_of_log(found.low):+.1f} to {percent_of_log(found.high):+.1f} %"
            separate.append(f"{row.server} {row.operation} {row.protection} ({between})")
    named = f": {'; '.join(separate)}" if separate else "."
    print(
        f"  {name} time, lockstep over abba: {len(separate)} of {len(shared)} differ by more than "
        f"their intervals ({len(shared) / 20:.1f} by chance){named}",
        flush=True,
    )


def _rows(found: Campaigned, name: str) -> list[Figure]:
    return [row for row in found.compared[name].rows if row.cost.low is not None]


def _half_width(row: Figure) -> float:
    return row.cost.interval.half_width if row.cost.interval else 0.0


def _interval(row: Figure) -> str:
    low, high = row.cost.low, row.cost.high
    return f"{row.cost.percent:+.2f} ({low:+.2f} to {high:+.2f})"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m benchmarks.lockstep orders", description=__doc__)
    parser.add_argument("--repetitions", type=int, default=12, help="of each cell (12)")
    parser.add_argument("--rounds", type=int, default=1, help="of one campaign in each order (1)")
    parser.add_argument("--busy", type=int, default=0, help="loops beside it (0)")
    parser.add_argument("--records", type=int, default=0, help="instead of the plan's 1,000")
    return parser
