"""`python -m benchmarks.lockstep clinic [--records N] [--repetitions N] [SERVER…]`: the hospital
study, built in and as the workload file clinic.toml, under the protections of the plan own-clinic.

Two campaigns, one after the other, each in lockstep: for each server and operation the cost of both
with its interval, and whether the intervals overlap.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace

from app.findings.cost import Cost
from app.plan.campaign import BASELINE, Campaign
from app.plan.plan_file import read_plan
from benchmarks.lockstep.campaigns import ELAPSED, Campaigned, campaigned, new_store, this_machine
from workloads.hospital.workload import HospitalParameters
from workloads.own.workload import OwnParameters

type _Costs = Mapping[tuple[str, str, str], Cost]
"""By server, protection and operation."""


def main(*arguments: str) -> int:
    """Measure both, and print the table; progress on stderr."""
    options = _parser().parse_args(arguments)
    plan = read_plan("own-clinic")
    assert isinstance(plan.workload, OwnParameters)
    servers = tuple(each for each in plan.servers if each.name in (options.servers or each.name))
    sizes, profile = (options.records,), plan.workload.profile
    plan = replace(
        plan,
        servers=servers,
        protections=tuple(
            each
            for each in plan.protections
            if not each.servers or {server.name for server in servers} & set(each.servers)
        ),
        repetitions=options.repetitions,
        workload=replace(plan.workload, sizes=sizes),
    )
    built_in = replace(plan, workload=HospitalParameters(sizes=sizes, profile=profile))
    found = [_measured(each) for each in (built_in, plan)]
    print(f"{options.records} records, {options.repetitions} repetitions, {this_machine()}")
    for line in _table(*map(_costs, found)):
        print(line)
    return 0


def _measured(plan: Campaign) -> Campaigned:
    with new_store() as store:
        found = campaigned(store, plan)
    reported = f"{plan.workload.name}: {found.seconds:.0f} s, load before {found.load:.1f}"
    print(reported, file=sys.stderr, flush=True)
    return found


def _costs(found: Campaigned) -> _Costs:
    return {
        (row.server, row.protection, row.operation): row.cost
        for row in found.compared[ELAPSED].rows
        if not row.control and row.protection != BASELINE
    }


def _table(built_in: _Costs, own: _Costs) -> Iterator[str]:
    yield f"{'':44}{'built in':>26}{'clinic.toml':>26}  overlap"
    agreed = 0
    for place, cost in built_in.items():
        other = own.get(place)
        if other is None:
            yield f"{', '.join(place):44}{_between(cost):>26}{'not measured':>26}"
            continue
        overlap = _overlap(cost, other)
        agreed += overlap
        head = f"{', '.join(place):44}{_between(cost):>26}{_between(other):>26}"
        yield f"{head}  {'yes' if overlap else 'no'}"
    yield f"{agreed} of {len(built_in)} intervals overlap"


def _between(cost: Cost) -> str:
    if cost.low is None or cost.high is None:
        return "–"
    return f"{cost.percent:+.1f} ({cost.low:+.1f} to {cost.high:+.1f})"


def _overlap(one: Cost, other: Cost) -> bool:
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return False
    return one.low <= other.high and other.low <= one.high


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m benchmarks.lockstep clinic", description=__doc__)
    parser.add_argument("servers", metavar="SERVER", nargs="*")
    parser.add_argument("--records", type=int, default=1000)
    parser.add_argument("--repetitions", type=int, default=10)
    return parser
