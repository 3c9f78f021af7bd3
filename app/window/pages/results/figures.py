"""The figures of one case: what each cell of the table says, and the words for a chosen one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from app.plan.status import Status
from app.report.campaign_report import CampaignReport
from app.report.wording import marks
from app.results.compare import ComparisonRow, HeadlineItem
from app.results.records import CellRecord
from app.results.verdict import VerdictKind
from app.window.messages import message_text
from app.window.servers.colours import colour_keys
from app.window.shared.protection_words import cipher_title, marks_words
from app.window.shared.run_words import percent_text
from engines.contract.properties import ECB
from engines.contract.protection import Protection, ProtectionKind
from widgets.look.names import filled, isolated
from widgets.look.numbers import decimals_for, format_number
from widgets.tables.interval_view import (
    Estimate,
    IntervalCell,
    IntervalColumn,
    IntervalGroup,
    IntervalRow,
)

_tr = QCoreApplication.translate
_MOST_DECIMALS = 5
_DASH = "–"

_TONES = {
    VerdictKind.COSTS: "bad",
    VerdictKind.COSTS_LITTLE: "muted",
    VerdictKind.FASTER: "good",
}
"""Colour for a verdict alone; all else is grey."""

type Key = tuple[str, str]
"""Server and protection."""


class Measure(StrEnum):
    """What is compared."""

    TIME = "time"
    CPU = "cpu"
    STUDY = "study"


class CaseFigures:
    """What one case of a campaign has to tell by one measure."""

    def __init__(self, report: CampaignReport, case: int, measure: Measure = Measure.TIME) -> None:
        self._report = report
        self._measure = measure
        rows = [row for row in report.comparison if row.size == case]
        self._rows = {(row.server, row.protection, row.operation): row for row in rows}
        self._cells = {(c.server, c.protection): c for c in report.cells if c.size == case}
        self._overall = {
            (item.server, item.protection): item for item in report.compared.overall(case)
        }
        self.operations = list(dict.fromkeys(row.operation for row in rows))
        self.counts = sorted({row.n for row in rows if row.n})
        """How many repetitions count, over all cells."""
        self._decimals = _decimals([mean for row in rows if (mean := self._mean(row))])

    def columns(self) -> list[IntervalColumn]:
        """One for each operation, and one for all together."""
        over = self._report.baseline
        heads = [
            _tr("Results", "{name}, %"),
            _tr("Results", "{name} from, %"),
            _tr("Results", "{name} to, %"),
            _tr("Results", "{name}, s"),
        ]
        tip = filled(_tr("Results", "Cost over {baseline} with its 95 % interval"), baseline=over)
        columns = [
            IntervalColumn(name, [head.format(name=name) for head in heads], f"{name}\n{tip}")
            for name in self.operations
        ]
        if self._measure is Measure.CPU:
            return columns
        title = _tr("Results", "all operations")
        return [*columns, IntervalColumn(title, [title], wordy=True)]

    def groups(self, shows: Callable[[str, str], bool]) -> list[IntervalGroup]:
        """The servers, and of each the protections that are to be shown."""
        servers = {name: cell.engine for (name, _), cell in self._cells.items()}
        colours = colour_keys(servers.items())
        versions = {each.name: each.version for each in self._report.servers}
        notes = {name: _note(name, of, versions.get(name, "")) for name, of in servers.items()}
        return [
            IntervalGroup(server, notes[server], colours[server], rows)
            for server in servers
            if (rows := list(self._lines(server, shows)))
        ]

    def told(self, key: Key, column: int) -> tuple[str, str]:
        """The verdict of a cell with what it is about, and what that means for a lay reader."""
        server, protection = key
        operation = self.operations[column] if column < len(self.operations) else ""
        about = [server, protection, operation or _tr("Results", "all operations")]
        found = self._rows.get((*key, operation)) if operation else self._overall.get(key)
        place = " · ".join(map(isolated, about))
        if found is None or found.said is None:
            return place, self._without(key, operation)
        verdict = message_text(found.said.said)
        return f"{place}: {verdict}", message_text(found.said.meaning)

    def _without(self, key: Key, operation: str) -> str:
        cell = self._cells[key]
        row = self._rows.get((*key, operation))
        if key[1] == self._report.baseline:
            return _tr("Results", "What all others on this server are compared with.")
        if row is not None and row.mean_s is not None:
            return filled(
                _tr("Results", "There is nothing to compare it with: no {baseline} here."),
                baseline=self._report.baseline,
            )
        return reason_of(cell)

    def _lines(self, server: str, shows: Callable[[str, str], bool]) -> Iterator[IntervalRow]:
        for key, cell in self._cells.items():
            if key[0] == server and shows(*key):
                baseline = cell.protection == self._report.baseline
                yield IntervalRow(
                    key=key,
                    label=isolated(cell.protection),
                    note="" if cell.control else cipher_note(cell),
                    tip=_control_tip() if cell.control else cipher_note(cell),
                    cells=list(self._cells_of(key, cell)),
                    quiet=baseline or cell.control,
                )

    def _cells_of(self, key: Key, cell: CellRecord) -> Iterator[IntervalCell]:
        for operation in self.operations:
            yield self._figure(cell, self._rows[*key, operation])
        if self._measure is not Measure.CPU:
            yield self._all(key)

    def _figure(self, cell: CellRecord, row: ComparisonRow) -> IntervalCell:
        mean = self._mean(row)
        if mean is None:
            tip = reason_of(cell) if row.mean_s is None else _uncounted()
            return IntervalCell(_DASH, tip=tip, copied=("", "", "", ""))
        time = _tr("Results", "{seconds} s").format(seconds=format_number(mean, self._decimals))
        cost = self._cost(row)
        copied = (*map(_plain, self._bounds(row)), format_number(mean, self._decimals))
        if cost is None:
            tip = self._without((row.server, row.protection), row.operation)
            return IntervalCell(time, tip=tip, copied=copied)
        tip = self._tip(row)
        estimate = self._estimate(row, cost)
        if row.control:
            return IntervalCell(self._within(row, cost), "", estimate, "muted", "", tip, copied)
        return IntervalCell(
            percent_text(cost), time, estimate, self._tone(row), tip=tip, copied=copied
        )

    def _all(self, key: Key) -> IntervalCell:
        item = self._overall.get(key)
        if item is None or item.said is None:
            return IntervalCell(copied=("",))
        words = message_text(item.said.said)
        if self._measure is Measure.STUDY:
            words = _study_words(item)
        elif item.control:
            words = self._within(item, item.cost_percent)
        tip = f"{words}\n{message_text(item.said.meaning)}"
        tone = self._tone(item) if not item.control else "muted"
        return IntervalCell(words=words, tone=tone, tip=tip, copied=(words,))

    def _mean(self, row: ComparisonRow) -> float | None:
        """Seconds."""
        if self._measure is not Measure.CPU:
            return row.mean_s
        if row.worker_cpu_s is None:
            return None
        return row.worker_cpu_s + (row.server_cpu_s or 0.0)

    def _cost(self, row: ComparisonRow) -> float | None:
        match self._measure:
            case Measure.CPU:
                return row.cpu_cost_percent
            case Measure.STUDY:
                return row.study_cost_percent
        return row.cost_percent

    def _bounds(self, row: ComparisonRow) -> tuple[float | None, ...]:
        if self._measure is not Measure.TIME:
            return self._cost(row), None, None
        return row.cost_percent, row.cost_low_percent, row.cost_high_percent

    def _estimate(self, row: ComparisonRow, cost: float) -> Estimate:
        _, low, high = self._bounds(row)
        band = row.margin_percent if self._measure is Measure.TIME else None
        return Estimate(cost, low, high, band)

    def _within(self, row: ComparisonRow | HeadlineItem, cost: float) -> str:
        """“within 1.3 %”: what the machine can tell apart, by its control."""
        if self._measure is not Measure.TIME or row.margin_percent is None:
            return percent_text(cost)
        margin = row.margin_percent
        text = format_number(margin, 0 if margin >= 9.95 else 1)
        return _tr("Results", "within {margin} %").format(margin=text)

    def _tone(self, found: ComparisonRow | HeadlineItem) -> str:
        if self._measure is not Measure.TIME or found.verdict is None:
            return "muted"
        return _TONES.get(found.verdict, "muted")

    def _tip(self, row: ComparisonRow) -> str:
        if row.said is None:
            return ""
        lines = [message_text(row.said.said), message_text(row.said.meaning)]
        match self._measure:
            case Measure.CPU:
                lines = [_tr("Results", "CPU time of server and worker together.")]
            case Measure.STUDY:
                lines = [_tr("Results", "Mean time over the baseline's, as the study has it.")]
        return "\n".join(lines)


def cipher_note(cell: CellRecord) -> str:
    """“AES-128 CBC · fixed IV”; empty for plaintext."""
    kind = ProtectionKind(cell.kind)
    if kind is ProtectionKind.PLAINTEXT:
        return ""
    planned = Protection(cell.protection, kind, cell.algorithm, cell.bits, cell.mode)
    told = [mark for mark in marks(cell) if mark != ECB]  # its title has that already
    return " · ".join(filter(None, (cipher_title(planned), marks_words(told))))


def reason_of(cell: CellRecord) -> str:
    """Why a cell has no figures."""
    if cell.why:
        return message_text(cell.why)
    if cell.status in (Status.PENDING, Status.RUNNING):
        return _tr("Results", "Not measured yet.")
    return _tr("Results", "Nothing was measured.")


def _note(server: str, engine: str, version: str) -> str:
    """“18.6”, and the engine's name before it where the server has another."""
    words = [version] if server.casefold() == engine.casefold() else [engine, version]
    return " ".join(filter(None, words))


def _control_tip() -> str:
    return _tr(
        "Results",
        "Plaintext once more, in a database of its own: by how much it differs from the first is "
        "what this machine can tell apart.",
    )


def _uncounted() -> str:
    return _tr("Results", "CPU time was not counted.")


def _study_words(item: HeadlineItem) -> str:
    """“+42 %, sd 22 over operations”."""
    cost = percent_text(item.study_cost_percent or 0.0)
    if item.sd_percent is None:
        return cost
    deviation = format_number(item.sd_percent, 0 if item.sd_percent >= 9.95 else 1)
    frame = _tr("Results", "{cost}, sd {deviation} over operations")
    return frame.format(cost=cost, deviation=deviation)


def _decimals(means: Sequence[float]) -> int:
    """As many as show the smallest mean with two figures or more, so that all digits line up."""
    return min(_MOST_DECIMALS, max(3, decimals_for(min(means, default=1.0), 2)))


def _plain(value: float | None) -> str:
    return "" if value is None else format_number(value, 1)
