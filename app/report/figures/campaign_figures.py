"""The figures of a campaign in the form of pivot tables, for one campaign or several sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.findings.across.sourced_figures import (
    ALL_CASES,
    ALL_OPERATIONS,
    FigureSource,
    GatheredFigures,
    SourcedFigure,
)
from app.findings.compare import AllCases, Comparisons, compare_campaign
from app.findings.cost import NO_COST, Cost
from app.findings.figure import Figure
from app.findings.studies.matching import machine_of
from app.plan.cell_key import ALL_CASES as EVERY_CASE
from app.plan.cell_key import CellKey
from app.report.words.protection_names import properties, weakness_marks
from app.results.records import CampaignSnapshot, CellRecord, host_of
from engines.contract.errors import InputError
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import ProtectionKind
from engines.properties import Properties
from workloads.contract import SECONDS, Case
from workloads.registry import case_label


@dataclass(frozen=True)
class ComparedCampaign:
    """A campaign compared with the requested baseline; with its own if it lacks that one, as
    `missing_baseline` then says."""

    snapshot: CampaignSnapshot
    cells: Comparisons
    rows: Sequence[Figure]
    lacks: Message = NOTHING

    @property
    def key(self) -> str:
        """What its figures have as their source."""
        return f"#{self.snapshot.summary.id}"

    @property
    def source(self) -> FigureSource:
        summary = self.snapshot.summary
        return FigureSource(
            self.key,
            summary.name,
            summary.id,
            machine=self.machine,
            host=host_of(self.snapshot.environment),
            plan=self.snapshot.campaign,
        )

    @property
    def machine(self) -> str:
        """The host that measured it by its name; else the machine in words."""
        return host_of(self.snapshot.environment) or str(machine_of(self.snapshot))

    @property
    def over_all_cases(self) -> list[Figure]:
        """Each operation over all cases together, where there are several."""
        cases = {row.at for row in self.rows}
        return AllCases(self.cells).rows if len(cases) > 1 else []

    @property
    def items(self) -> list[Figure]:
        """The totals of each case, and of all cases if they are of one kind."""
        cases = dict.fromkeys(row.at for row in self.rows)
        every = self.cells.totals() if len(cases) > 1 else []
        if len({each.case for each in every}) > 1:
            every = []
        return [*every, *(item for case in cases for item in self.cells.totals(case))]

    @property
    def figures(self) -> list[Figure]:
        """Rows and totals, which figures of studies may match."""
        return [*self.rows, *self.over_all_cases, *self.items]


def compare_one(
    snapshot: CampaignSnapshot, measure: str | None, over: str | None
) -> ComparedCampaign:
    """A campaign over a protection, in a measure.

    Raises: InputError for a measure that its work has not
    """
    known = {cell.protection for cell in snapshot.cells}
    if over is None or over in known:
        cells = compare_campaign(snapshot, over, measure)
        return ComparedCampaign(snapshot, cells, cells.rows)
    cells = compare_campaign(snapshot, None, measure)
    return ComparedCampaign(snapshot, cells, cells.rows, _LACKS.with_values(protection=over))


def compare_all(
    snapshots: Sequence[CampaignSnapshot], measure: str | None, over: str | None
) -> tuple[list[ComparedCampaign], list[Message]]:
    """Compare those that have the measure; a sentence for each of the others.

    Raises: InputError where none does
    """
    found, faults = [], []
    for snapshot in snapshots:
        try:
            found.append(compare_one(snapshot, measure, over))
        except InputError as error:
            faults.append((snapshot, error))
    if faults and not found:
        raise faults[0][1]
    return found, [_OTHERWISE.with_values(id=each.summary.id, why=why) for each, why in faults]


def single_campaign(campaign: ComparedCampaign) -> GatheredFigures:
    return GatheredFigures((campaign.source,), tuple(campaign_figures(campaign)))


def campaign_figures(campaign: ComparedCampaign) -> Iterator[SourcedFigure]:
    """The figures of each cell: the total first, then each operation."""
    groups: dict[CellKey, list[Figure]] = {}
    for row in campaign.rows:
        groups.setdefault(row.key.all_operations, []).append(row)
    items = {item.key: item for item in campaign.items}
    frame = _Frame(campaign)
    for key, known in groups.items():
        yield frame.together(key, known, items.get(key))
        yield from (frame.single(row, [row]) for row in known)
    yield from _over_all_cases(campaign, frame, items)


def _over_all_cases(
    campaign: ComparedCampaign, frame: _Frame, items: Mapping[CellKey, Figure]
) -> Iterator[SourcedFigure]:
    parts: dict[tuple[str, str], list[Figure]] = {}
    for row in campaign.rows:
        parts.setdefault((row.server, row.protection), []).append(row)
    whole_keys: set[CellKey] = set()
    for whole in campaign.over_all_cases:
        known = parts[whole.server, whole.protection]
        key = whole.key.all_operations
        if key not in whole_keys:
            whole_keys.add(key)
            yield frame.together(key, known, items.get(key))
        yield frame.single(whole, [row for row in known if row.operation == whole.operation])


def case_value(workload: str, case: Case) -> str:
    """What figures of a case have as their case: its words, or that it is all of them."""
    return ALL_CASES if case == EVERY_CASE else str(case_label(workload, case))


def case_key(row: Figure) -> str:
    """A row's case in words, or that it is all of them."""
    return ALL_CASES if row.is_total else row.case


class _Frame:
    def __init__(self, campaign: ComparedCampaign) -> None:
        snapshot = campaign.snapshot
        self._campaign = campaign
        self._machine = campaign.machine
        self._versions = {each.name: each.version for each in snapshot.servers}
        self._cells: dict[tuple[str, str], CellRecord] = {}
        for cell in snapshot.cells:
            self._cells.setdefault((cell.server, cell.protection), cell)

    def single(self, row: Figure, parts: Sequence[Figure]) -> SourcedFigure:
        """One operation of one case, or of all of them."""
        several = frozenset((each.case, each.operation) for each in parts)
        return replace(
            self._base(row, parts),
            case=case_key(row),
            parts=several if len(parts) > 1 else frozenset(),
            cost=self._cost(row, row),
        )

    def together(self, key: CellKey, rows: Sequence[Figure], item: Figure | None) -> SourcedFigure:
        """All operations of one case, or of all of them, as the campaign's total has them. Seconds
        are sums of means; where some operations are refused, or have weights, there are none."""
        rows = self._campaign.cells.rows_of_total(rows)
        weighted = item is not None and item.covered_percent is not None
        timed = not weighted and all(
            row.measure == SECONDS.name and row.mean is not None for row in rows
        )
        able = [row for row in rows if not row.refused] or rows
        return replace(
            self._base(able[0], able),
            at=key.case,
            case=ALL_CASES if key.case == EVERY_CASE else rows[0].case,
            operation=ALL_OPERATIONS,
            mean=sum(row.mean or 0.0 for row in rows) if timed else None,
            sd=None,
            median=None,
            n=min(row.n for row in able),
            parts=frozenset((row.case, row.operation) for row in able),
            cost=self._cost(item, able[0]),
            refused=() if item is None else item.refused,
            covered=() if item is None else item.covered,
            cpu=NO_COST if item is None else item.cpu,
            covered_percent=None if item is None else item.covered_percent,
            outlier=None if item is None else item.outlier,
        )

    def _base(self, row: Figure, parts: Sequence[Figure]) -> SourcedFigure:
        cell = self._cells[row.server, row.protection]
        return SourcedFigure(
            **vars(row),
            source=self._campaign.key,
            version=self._versions.get(row.server, ""),
            machine=self._machine,
            blocks=self._campaign.cells.mean_log_efforts(parts),
            why=self._why(row),
            marks=weakness_marks(cell),
            properties=self._properties(cell),
        )

    def _properties(self, cell: CellRecord) -> Properties | None:
        if cell.kind == ProtectionKind.CIPHER:
            return None
        return properties(cell, self._campaign.snapshot.evidence)

    def _cost(self, found: Figure | None, row: Figure) -> Cost:
        """The cost, or why there is none; a control keeps its own baseline in any case."""
        if found is not None and found.cost and (found.control or not self._campaign.lacks):
            return found.cost
        return Cost(message=self._why(row) or self._campaign.lacks or _ITSELF)

    def _why(self, row: Figure) -> Message:
        """Why there is nothing; nothing where there is something."""
        if row.n:
            return NOTHING
        if row.refused:
            return row.refused[0].message
        return self._cells[row.server, row.protection].why or _NOT_MEASURED


_LACKS = phrase("not comparable: this campaign has no protection named “{protection}”")
_OTHERWISE = phrase("#{id} is omitted: {why}")
_ITSELF = phrase("baseline of this comparison")
_NOT_MEASURED = phrase("not measured")
