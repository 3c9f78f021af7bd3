"""`python -m benchmarks.lockstep same [--campaigns N]`: plaintext against plaintext in lockstep,
the second one taken for a protection, and how often it would be told to differ.

Every campaign has servers, databases and a seed of its own. What each has told is a line of a file,
where the next call goes on: it counts all lines of the same design.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import scipy

from app.findings.compare import Comparisons
from app.findings.cost import VerdictKind
from app.findings.measured import sum_comparisons
from app.findings.statistics import Comparison, benjamini_hochberg
from app.findings.verdict import Circumstances, judge
from app.plan.campaign import Campaign, Order, PlannedProtection
from benchmarks.lockstep.campaigns import MEASURES, campaigned, new_store, this_machine
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT
from engines.servers.server import ServerSpec
from workloads.hospital.workload import HospitalParameters

_ENGINES = ("sqlite", "postgresql")
_ALL = "all operations"
_DIFFERENT = {VerdictKind.COSTS, VerdictKind.COSTS_LITTLE, VerdictKind.FASTER}


@dataclass(frozen=True)
class _Compared:
    """Of one comparison: its interval in percent, its verdict as of one that stands alone, with
    nothing told about the machine; and that of the product, corrected for the table, with the least
    margin."""

    measure: str
    server: str
    operation: str
    low: float
    high: float
    alone: VerdictKind | None
    in_table: VerdictKind | None


def main(*arguments: str) -> int:
    """Measure until there are so many campaigns, and count; progress on stderr."""
    options = _parser().parse_args(arguments)
    design = {"repetitions": options.repetitions, "records": options.records}
    file: Path = options.file
    file.parent.mkdir(parents=True, exist_ok=True)
    known = _known(file, design)
    while len(known) < options.campaigns:
        reported, seconds, load = _campaign(len(known) + 1, **design)
        line = {
            **design,
            "seconds": seconds,
            "load": load,
            "told": [vars(each) for each in reported],
        }
        with file.open("a", encoding="utf-8") as opened:
            opened.write(json.dumps(line) + "\n")
        known.append(reported)
        print(f"{len(known)} of {options.campaigns}: {seconds:.0f} s, load {load:.1f}; "
              f"{_briefly(known)}", file=sys.stderr, flush=True)  # fmt: skip
    print(f"{len(known)} campaigns of {design}, {this_machine()}")
    for line_of_table in _table(known):
        print(line_of_table)
    return 0


def _known(file: Path, design: dict[str, int]) -> list[list[_Compared]]:
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    found = [json.loads(line) for line in lines]
    same = [each for each in found if {key: each[key] for key in design} == design]
    return [[_Compared(**each) for each in line["told"]] for line in same]


def _campaign(number: int, repetitions: int, records: int) -> tuple[list[_Compared], float, float]:
    plan = Campaign(
        name=f"same {number}",
        servers=tuple(ServerSpec(each, Source.EMBEDDED, each) for each in _ENGINES),
        protections=(PlannedProtection(PLAINTEXT),),
        workload=HospitalParameters(sizes=(records,)),
        repetitions=repetitions,
        seed=number,
        order=Order.LOCKSTEP,
    )
    with new_store() as store:
        found = campaigned(store, plan)
    reported = [
        each for name, compared in found.compared.items() for each in _reported(name, compared)
    ]
    return reported, found.seconds, found.load


def _reported(name: str, compared: Comparisons) -> Iterator[_Compared]:
    """Of each operation, and of each server's operations together."""
    single = {
        (row.server, row.operation): compared.comparison(row)
        for row in compared.rows
        if row.control and row.cost.low is not None
    }
    whole = {
        (server, _ALL): sum_comparisons([each for (of, _), each in single.items() if of == server])
        for server in _ENGINES
    }
    for table in (single, whole):
        corrected = benjamini_hochberg([each.t_p_value for each in table.values()])
        for (place, comparison), p in zip(table.items(), corrected, strict=True):
            around = Circumstances(p_adjusted=p, comparisons=len(table))
            yield _of(name, *place, comparison, around)


def _of(
    name: str, server: str, operation: str, comparison: Comparison, around: Circumstances
) -> _Compared:
    interval = comparison.interval()
    alone, in_table = (
        judge(comparison, each).verdict for each in (Circumstances(margin=0), around)
    )
    return _Compared(name, server, operation, interval.low, interval.high, alone, in_table)


def _table(known: Sequence[Sequence[_Compared]]) -> Iterator[str]:
    """The operations of a campaign share its luck, so their shares are surer than the binomial
    interval says; one number for a server and campaign is independent of all others."""
    yield f"{'':34}{'interval leaves out 0':34}{'differs, by its verdict':34}in a corrected table"
    for name in MEASURES:
        for server in _ENGINES:
            for whole in (True, False):
                reported = [
                    each
                    for campaign in known
                    for each in campaign
                    if (each.measure, each.server) == (name, server)
                    and (each.operation == _ALL) is whole
                ]
                counts = [sum(_outside(each) for each in reported)]
                counts += [
                    sum(kind in _DIFFERENT for kind in kinds)
                    for kinds in (
                        [each.alone for each in reported],
                        [each.in_table for each in reported],
                    )
                ]
                head = f"{name} {server} {_ALL if whole else 'each operation'}"
                shares = "".join(f"{_share(count, len(reported)):34}" for count in counts)
                yield f"{head:34}{shares}".rstrip()
    verdicts = Counter(each.in_table for campaign in known for each in campaign)
    yield "verdicts: " + ", ".join(f"{kind} {count}" for kind, count in verdicts.most_common())


def _share(count: int, of: int) -> str:
    if not of:
        return "–"
    low, high = scipy.stats.binomtest(count, of).proportion_ci(0.95, "wilson")
    return f"{count} of {of}: {100 * count / of:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def _briefly(known: Sequence[Sequence[_Compared]]) -> str:
    reported = [each for campaign in known for each in campaign if each.operation != _ALL]
    return f"{sum(map(_outside, reported))} of {len(reported)} intervals leave out 0"


def _outside(reported: _Compared) -> bool:
    return reported.low > 0 or reported.high < 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m benchmarks.lockstep same", description=__doc__)
    parser.add_argument("--campaigns", type=int, default=200, help="how many in all (200)")
    parser.add_argument("--repetitions", type=int, default=6, help="of each cell (6)")
    parser.add_argument("--records", type=int, default=200, help="how many (200)")
    stored = "where to keep what was told, and to go on (build/same.jsonl)"
    parser.add_argument("--file", type=Path, default=Path("build/same.jsonl"), help=stored)
    return parser
