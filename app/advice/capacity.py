"""What protection means for servers: CPU time of operations as cores and money. Plain arithmetic:

cores = CPU seconds per operation × operations per second;
price of a month = cores × price of a core-hour × 730 hours.

The interval of the cost in CPU time is carried through; the unprotected figure is taken as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from app.findings.compare import Comparisons
from app.findings.figure import Figure
from app.findings.mix import Shares, shares_of
from app.findings.statistics import Interval
from app.plan.cell_key import GroupKey
from app.results.records import CampaignSnapshot
from engines.contract.message import NOTHING, Message, phrase
from workloads.contract import Case
from workloads.registry import distinct_labels, rate_of, shown_with

PER = 1000
"""Operations that CPU time is given for."""
MONTH_HOURS = 730
"""8,760 hours of a year by twelve."""


@dataclass(frozen=True)
class CpuUse:
    """CPU seconds of server, application and an API between them per 1,000 operations: without
    protection, and with it between the bounds of its interval (None below two blocks). `work` says
    of which case, where a protection has several on its server. `server_share`
    of the CPU time that is added is the server's, and `server_before` of what is used without
    protection; None where server and application are one process, or nothing is added. `rate` is
    that of the work itself, in operations per second; None where it goes as fast as it can.
    `where` is `work` as it stands behind a figure."""

    server: str
    protection: str
    case: Case
    operations: tuple[str, ...]
    weighted: bool
    plain: float
    percent: Interval
    work: Message = NOTHING
    server_share: float | None = None
    server_before: float | None = None
    rate: float | None = None
    where: Message = NOTHING

    def named(self, name: Message) -> Message:
        """The name of its protection, with its case where that needs a word."""
        return _OF_WORK.with_values(name=name, work=self.work) if self.work else name

    @property
    def server_shares(self) -> tuple[float, float] | None:
        """The server's, before and of what is added; None where either is not known."""
        before, added = self.server_before, self.server_share
        return None if before is None or added is None else (before, added)

    @property
    def protected(self) -> Interval:
        """Seconds with the protection."""
        return scaled(over(self.percent), self.plain)

    def plain_cores(self, rate: float) -> float:
        """Cores that are busy without protection, at so many operations per second."""
        return self.plain / PER * rate

    def cores(self, rate: float) -> Interval:
        return scaled(self.protected, rate / PER)


def month_price(cores: float, core_hour: float) -> float:
    """What so many cores cost in a month."""
    return cores * core_hour * MONTH_HOURS


def scaled(found: Interval, by: float) -> Interval:
    return Interval(found.percent * by, found.low * by, found.high * by)


def over(percent: Interval) -> Interval:
    """A cost in percent as a factor."""
    return Interval(*(1 + each / 100 for each in (percent.percent, percent.low, percent.high)))


def cpu_uses(snapshot: CampaignSnapshot, compared: Comparisons) -> list[CpuUse]:
    """For each server, protection and kind of work; none where CPU time was not counted, or blocks
    are too few for an interval.

    Operations count as in costs: as often as they were done, or by their weights.
    """
    by_cpu = compared.in_cpu or compared
    counts, shares = _statements(snapshot), shares_of(snapshot)
    found: dict[tuple[str, str, str], list[Figure]] = {}
    for row in by_cpu.rows:
        kind = shown_with(row.workload, row.at)
        if row.cost and not row.control and kind is not None and row.group in counts:
            found.setdefault((row.server, row.protection, kind), []).append(row)
    if not snapshot.campaign.paired:
        return []
    spent_by_work: list[tuple[str, CpuUse]] = []
    for rows in found.values():
        spent = _spending(rows, by_cpu, counts, shares)
        if spent is not None:
            spent_by_work.append((rows[0].workload, spent))
    return list(_placed(spent_by_work))


def _placed(spent_by_work: Sequence[tuple[str, CpuUse]]) -> Iterator[CpuUse]:
    """With the work of each in words, where a protection has several kinds on its server."""
    several = Counter((each.server, each.protection) for _, each in spent_by_work)
    for workload, each in spent_by_work:
        rate = rate_of(workload, each.case)
        if several[each.server, each.protection] == 1:
            yield replace(each, rate=rate)
            continue
        cases = sorted({one.case for other, one in spent_by_work if other == workload})
        common, labels = distinct_labels(workload, cases)
        work = labels[each.case]
        where = work if common else _FOR_WORK.with_values(work=work)
        yield replace(each, rate=rate, work=work, where=where)


def _statements(snapshot: CampaignSnapshot) -> Mapping[GroupKey, float]:
    """How many statements a run has of each operation."""
    found: dict[GroupKey, list[int]] = {}
    for each in snapshot.operations:
        if each.counts and each.statements:
            found.setdefault(each.key.group, []).append(each.statements)
    return {group: fmean(counts) for group, counts in found.items()}


def _spending(
    rows: list[Figure], by_cpu: Comparisons, counts: Mapping[GroupKey, float], shares: Shares
) -> CpuUse | None:
    largest = max(row.at for row in rows)
    here = list(by_cpu.counted(rows))
    weighted = all(row.group in shares for row in here)
    times = sum(shares[row.group].weight if weighted else counts[row.group] for row in here)
    together = by_cpu.blocks(here)
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
    """The server's part of what is added, and of what there is without protection."""
    base = {row.group: row for row in by_cpu.rows if row.protection == by_cpu.baseline}
    server = application = before = whole = 0.0
    for row in here:
        plain = base.get(row.group)
        if plain is None or row.server_cpu_s is None or plain.server_cpu_s is None:
            return None, None
        server += row.server_cpu_s - plain.server_cpu_s
        application += _applied(row) - _applied(plain)
        before += plain.server_cpu_s
        whole += plain.server_cpu_s + _applied(plain)
    if server + application <= 0 or whole <= 0:
        return None, None
    return min(1.0, max(0.0, server / (server + application))), before / whole


def _applied(row: Figure) -> float:
    return (row.worker_cpu_s or 0.0) + (row.api_cpu_s or 0.0)


_OF_WORK = phrase("{name} ({work})")
_FOR_WORK = phrase("for {work}")


def cpu_use_of(found: Iterable[CpuUse], server: str, protection: str) -> CpuUse | None:
    """The one that costs most of a protection on a server."""
    known = [each for each in found if (each.server, each.protection) == (server, protection)]
    return max(known, key=lambda each: each.percent.percent, default=None)
