"""`python -m benchmarks.changing ways [--engine NAME…] [--rows N] [--store FILE]`: each way of an
engine in two campaigns, and how many of their figures agree: their intervals over repetitions
overlap.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace

from app.findings.statistics import Interval
from app.plan.campaign import Campaign
from app.plan.cell_key import CellKey
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.change_figures import ChangeRow, change_rows
from app.report.tables.change_tables import backups_table, changes_table, readable_table
from app.report.tables.text_table import TextTable
from benchmarks.changing.plans import ENGINES, every_way, run
from benchmarks.lockstep.campaigns import new_store, this_machine

type Figures = Mapping[tuple[CellKey, str], Interval]


def main(*arguments: str) -> int:
    """Measure, and print the tables of each campaign; exit code 1 where a run failed or figures do
    not agree."""
    parser = argparse.ArgumentParser("python -m benchmarks.changing ways", description=__doc__)
    parser.add_argument("--engine", action="append", choices=ENGINES, help="only these")
    parser.add_argument("--rows", type=int, default=200_000, help="of the table (200,000)")
    parser.add_argument("--repetitions", type=int, default=3, help="of each way (3)")
    parser.add_argument("--store", help="keep results in this file, or go on there")
    asked = parser.parse_args(arguments)
    wrong = 0
    with nullcontext(asked.store) if asked.store else new_store() as store:
        for engine in asked.engine or ENGINES:
            for plan in every_way(engine, asked.rows, asked.repetitions):
                wrong += _twice(store, plan)
    return 1 if wrong else 0


def _twice(store: str, plan: Campaign) -> int:
    """How many figures do not agree, and runs failed."""
    first, second = (
        _measured(store, replace(plan, name=f"{plan.name} ({which})")) for which in ("one", "two")
    )
    pairs = [(key, first[0][key], second[0][key]) for key in first[0].keys() & second[0].keys()]
    apart = [each for each in pairs if not _overlap(each[1], each[2])]
    print(f"{plan.name}: {len(pairs) - len(apart)} of {len(pairs)} figures agree\n")
    for (key, name), one, other in apart:
        print(f"  {key.case.name}, {name}: {_words(one)} and {_words(other)}")
    return len(apart) + first[1] + second[1]


def _measured(store: str, plan: Campaign) -> tuple[Figures, int]:
    """Figures with an interval, and how many runs failed."""
    print(f"{plan.name}, {this_machine()}", flush=True)
    report, failed = run(store, plan)
    if report is None:
        return {}, failed
    for table in _tables(report):
        _print(table)
    print(f"  {failed} runs failed, load {os.getloadavg()[0]:.1f}", flush=True)
    return dict(_figures(change_rows(report))), failed


def _tables(report: CampaignReport) -> Iterator[TextTable]:
    yield changes_table(report)
    backups = backups_table(report, change_rows(report))
    yield from (each for each in (readable_table(report), backups) if each.lines)


def _print(table: TextTable) -> None:
    for line in (table.head, *table.lines):
        print("  " + " | ".join(map(str, line)))


def _figures(rows: Sequence[ChangeRow]) -> Iterator[tuple[tuple[CellKey, str], Interval]]:
    for row in rows:
        backups = {
            f"{each.kind} {name}": interval
            for each in row.backups
            for name, interval in (("seconds", each.seconds), ("bytes", each.size))
        }
        for name, interval in (*row.figures.items(), *backups.items()):
            if not math.isnan(interval.low):
                yield (row.key, name), interval


def _overlap(one: Interval, other: Interval) -> bool:
    return one.low <= other.high and other.low <= one.high


def _words(interval: Interval) -> str:
    return f"{interval.estimate:.4g} ({interval.low:.4g} to {interval.high:.4g})"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
