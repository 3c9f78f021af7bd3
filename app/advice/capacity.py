"""What a protection costs in CPU cores and money, from the CPU time of its operations:

cores = CPU seconds per operation × operations per second;
price of a month = cores × price of a core-hour × 730 hours.

The interval of the CPU cost is carried through; the CPU time without protection is taken as exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from app.findings.compare import Comparisons
from app.findings.figure import Figure
from app.findings.load_shortfalls import COMPLETED
from app.findings.mix_weights import Shares, shares_of
from app.findings.statistics import Interval
from app.plan.cell_key import GroupKey
from app.results.records import CampaignSnapshot
from engines.contract.message import NOTHING, Message, phrase
from workloads.contract import Case
from workloads.registry import distinct_labels, headline_group, rate_of

PER = 1000
"""Operations that `CpuUse` is given for."""
MONTH_HOURS = 730
"""8,760 hours of a year by twelve."""


@dataclass(frozen=True)
class CpuUse:
    """CPU seconds of server, application and an API between them per 1,000 operations: `plain` is
    without protection, `cost` what protection adds to it, in percent.

    `server_share` (0 to 1) is the server's part of the added CPU time, `server_before` that of the
    CPU time without protection; None where server and application are one process, or nothing is
    added. `rate` is the workload's own, in operations per second; None where it has no pace.
    `work` names the case where a protection has several on its server; `where` is the same as a
    suffix of a figure."""

    server: str
    protection: str
    case: Case
    operations: tuple[str, ...]
    weighted: bool
    plain: float
    cost: Interval
    work: Message = NOTHING
    server_share: float | None = None
    server_before: float | None = None
    rate: float | None = None
    where: Message = NOTHING

    def named(self, name: Message) -> Message:
        """The protection's name, with `work` if there is any."""
        return _OF_WORK.with_values(name=name, work=self.work) if self.work else name

    @property
    def server_shares(self) -> tuple[float, float] | None:
        """`server_before` and `server_share`; None where either is not known."""
        before, added = self.server_before, self.server_share
        return None if before is None or added is None else (before, added)

    @property
    def protected(self) -> Interval:
        return scaled(as_factor(self.cost), self.plain)

    def plain_cores(self, rate: float) -> float:
        """Cores that are busy without protection at `rate` operations per second."""
        return self.plain / PER * rate

    def cores(self, rate: float) -> Interval:
        return scaled(self.protected, rate / PER)


def month_price(cores: float, core_hour: float) -> float:
    return cores * core_hour * MONTH_HOURS


def scaled(found: Interval, by: float) -> Interval:
    return found.mapped(lambda each: each * by)


def as_factor(percent: Interval) -> Interval:
    """A cost in percent as a factor: 50 % is 1.5."""
    return percent.mapped(lambda each: 1 + each / 100)


def cpu_uses(snapshot: CampaignSnapshot, compared: Comparisons) -> list[CpuUse]:
    """For each server, protection and kind of case; none where CPU time was not counted or blocks
    are too few for an interval. Operations are weighted as in costs: by how often they ran, or by
    the mix's weights.
    """
    by_cpu = compared.in_cpu or compared
    counts, shares = _mean_statements(snapshot), shares_of(snapshot)
    found: dict[tuple[str, str, str], list[Figure]] = {}
    for row in by_cpu.rows:
        kind = headline_group(row.workload, row.at)
        if row.cost and not row.control and kind is not None and row.group in counts:
            found.setdefault((row.server, row.protection, kind), []).append(row)
    if not snapshot.campaign.paired:
        return []
    spent_by_work: list[tuple[str, CpuUse]] = []
    for rows in found.values():
        spent = _cpu_use(rows, by_cpu, counts, shares)
        if spent is not None:
            spent_by_work.append((rows[0].workload, spent))
    return list(_with_case_names(spent_by_work))


def _with_case_names(spent_by_work: Sequence[tuple[str, CpuUse]]) -> Iterator[CpuUse]:
    """Each with the name of its case where its protection has several on its server."""
    cases_of = Counter((each.server, each.protection) for _, each in spent_by_work)
    for workload, each in spent_by_work:
        rate = rate_of(workload, each.case)
        if cases_of[each.server, each.protection] == 1:
            yield replace(each, rate=rate)
            continue
        cases = sorted({one.case for other, one in spent_by_work if other == workload})
        common, labels = distinct_labels(workload, cases)
        work = labels[each.case]
        where = work if common else _FOR_WORK.with_values(work=work)
        yield replace(each, rate=rate, work=work, where=where)


def _mean_statements(snapshot: CampaignSnapshot) -> Mapping[GroupKey, float]:
    """Mean count of statements per run, by operation; CPU time of a load is of one already."""
    found: dict[GroupKey, list[int]] = {}
    for each in snapshot.operations:
        if each.is_counted and each.statements:
            load = COMPLETED in (each.measures or {})
            found.setdefault(each.key.group, []).append(1 if load else each.statements)
    return {group: fmean(counts) for group, counts in found.items()}


def _cpu_use(
    rows: list[Figure], by_cpu: Comparisons, counts: Mapping[GroupKey, float], shares: Shares
) -> CpuUse | None:
    largest = max(row.at for row in rows)
    here = list(by_cpu.rows_of_total(rows))
    weighted = all(row.group in shares for row in here)
    times = sum(shares[row.group].weight if weighted else counts[row.group] for row in here)
    together = by_cpu.pooled_comparison(here)
    if not together.testable:
        return None
    plain = fmean(value for block in together.blocks for value in block.baseline)
    first, (share, before) = here[0], _server_shares(here, by_cpu)
    return CpuUse(
        first.server,
        first.protection,
        largest,
        tuple(row.operation for row in here),
        weighted,
        PER * plain / times,
        together.interval(),
        server_share=share,
        server_before=before,
    )


def _server_shares(
    here: Sequence[Figure], by_cpu: Comparisons
) -> tuple[float | None, float | None]:
    """`server_share` and `server_before` of a `CpuUse`."""
    base = {row.group: row for row in by_cpu.rows if row.protection == by_cpu.baseline}
    server = application = before = whole = 0.0
    for row in here:
        plain = base.get(row.group)
        if plain is None or row.server_cpu_s is None or plain.server_cpu_s is None:
            return None, None
        server += row.server_cpu_s - plain.server_cpu_s
        application += _application_cpu_s(row) - _application_cpu_s(plain)
        before += plain.server_cpu_s
        whole += plain.server_cpu_s + _application_cpu_s(plain)
    if server + application <= 0 or whole <= 0:
        return None, None
    return min(1.0, max(0.0, server / (server + application))), before / whole


def _application_cpu_s(row: Figure) -> float:
    return (row.worker_cpu_s or 0.0) + (row.api_cpu_s or 0.0)


_OF_WORK = phrase("{name} ({work})")
_FOR_WORK = phrase("for {work}")


def cpu_use_of(found: Iterable[CpuUse], server: str, protection: str) -> CpuUse | None:
    """Of a protection's cases on a server the one with the highest cost."""
    known = [each for each in found if (each.server, each.protection) == (server, protection)]
    return max(known, key=lambda each: each.cost.estimate, default=None)
