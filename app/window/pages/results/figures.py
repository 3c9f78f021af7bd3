"""The figures of one case: cells, tooltips and sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QCoreApplication

from app.findings.cost import Cost
from app.findings.figure import ALL_CASES, Figure
from app.findings.grid import by_operation
from app.findings.studies.beside import CPU_SECONDS
from app.plan.status import Status
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.laid import Laid
from app.report.words.series import colour_keys
from app.report.words.wording import fitting_decimals, marks
from app.results.records import CellRecord
from app.window.base.messages import message_text
from app.window.pages.results.common.scope import Scope
from app.window.pages.results.measures import (
    Measure,
    column_tip,
    cpu_sentence,
    study_meaning,
    study_sentence,
)
from app.window.pages.results.studies.rows import StudyKey, sentences_of, study_rows
from app.window.shared.costs import estimate_of, margin_text, verdict_tone
from app.window.shared.protection_words import cipher_title, marks_words
from app.window.shared.run_words import percent_text, points_text
from engines.contract.properties import ECB
from engines.contract.protection import Protection, ProtectionKind
from widgets.look.names import filled, isolated
from widgets.look.numbers import format_number, format_significant
from widgets.tables.interval_view import (
    IntervalCell,
    IntervalColumn,
    IntervalGroup,
    IntervalRow,
)
from workloads.contract import SECONDS, Case

_tr = QCoreApplication.translate
_DASH = "–"
_ABSENT = IntervalCell(copied=("", "", "", ""))
"""The cell of an operation that a protection does not have."""

type Key = tuple[str, str]
"""Server and protection."""


class CaseFigures:
    """The figures of one case of a campaign, by one measure."""

    def __init__(self, report: CampaignReport, scope: Scope, measure: Measure) -> None:
        self._report = report
        self._case = scope.case
        self._measure = measure
        rows = scope.rows(report)
        self._rows = by_operation(rows, lambda row: (row.server, row.protection))
        self._cells = {(cell.server, cell.protection): cell for cell in scope.cells(report)}
        self._overall = _overall(report, scope.case)
        self._studies = scope.studies
        self._laid = (
            [] if measure is Measure.STUDY and report.measure else self._matched_studies(scope)
        )
        self.operations = list(self._rows.columns)
        self.counts = sorted({row.n for row in rows if row.n})
        """How many repetitions count, over all cells."""
        times = (self._mean(row) for row in rows if self._unit(row) == SECONDS.unit)
        self._decimals = fitting_decimals([each for each in times if each], least=3)

    def _matched_studies(self, scope: Scope) -> Sequence[Laid]:
        return scope.laid(self._report, CPU_SECONDS if self._measure is Measure.CPU else None)

    def are_of(self, report: CampaignReport, scope: Scope, measure: Measure) -> bool:
        """Whether they are made from this report with these choices."""
        known = (self._case, self._studies, self._measure)
        return self._report is report and known == (scope.case, scope.studies, measure)

    def columns(self) -> list[IntervalColumn]:
        """A column of all operations together, where there is one, then one per operation."""
        heads = [
            _tr("Results", "{name}, %"),
            _tr("Results", "{name} from, %"),
            _tr("Results", "{name} to, %"),
            _tr("Results", "{name}, {unit}"),
        ]
        tip = column_tip(self._measure, self._report.over)
        columns = [
            IntervalColumn(
                name,
                [head.format(name=name, unit=self._unit_of(name)) for head in heads],
                f"{name}\n{tip}",
            )
            for name in self.operations
        ]
        title = _tr("Results", "all operations")
        every = IntervalColumn(title, [title], wordy=True)
        return [every, *columns] if self._has_all else columns

    @property
    def _has_all(self) -> bool:
        """Whether there is a column of all operations together."""
        return self._measure is not Measure.CPU

    def groups(self, shows: Callable[[str, str], bool]) -> list[IntervalGroup]:
        """A group per server, with the protections that are shown."""
        servers = {name: cell.engine for (name, _), cell in self._cells.items()}
        colours = colour_keys(servers.items())
        versions = {each.name: each.version for each in self._report.servers}
        notes = {name: _note(name, of, versions.get(name, "")) for name, of in servers.items()}
        return [
            IntervalGroup(server, notes[server], colours[server], rows)
            for server in servers
            if (rows := list(self._lines(server, shows)))
        ]

    def sentences(self, key: Key | StudyKey, column: int) -> tuple[str, str]:
        """The sentence of a cell with its place, and its meaning for a lay reader."""
        operation = ["", *self.operations][column if self._has_all else column + 1]
        if isinstance(key, StudyKey):
            return sentences_of(self._laid, key, operation)
        about = [*key, operation or _tr("Results", "all operations")]
        found = self._rows.at(key, operation) if operation else self._overall.get(key)
        place = " · ".join(map(isolated, about))
        if found is None or not found.cost:
            return place, self._without(key, operation)
        if self._cost(found).percent is None:
            return place, _uncounted()
        sentence, meaning = self._sentences(found)
        return f"{place}: {sentence}", meaning

    def _sentences(self, found: Figure) -> tuple[str, str]:
        """The sentence of a figure, and its meaning."""
        if self._measure is Measure.STUDY:
            return study_sentence(found), study_meaning()
        if self._measure is Measure.CPU:
            return cpu_sentence(found), message_text(found.cpu.meaning)
        meaning = message_text(found.cost.meaning)
        bound = self._report.bounds.get((found.place, found.protection))
        if bound is not None:
            meaning = f"{meaning} {message_text(bound.said)}"
        return message_text(found.cost.said), meaning

    def _without(self, key: Key, operation: str) -> str:
        cell = self._cells[key]
        row = self._rows.at(key, operation)
        if key[1] == self._report.baseline:
            return _tr("Results", "The baseline: all others on this server are compared with it.")
        if row is None:
            return _tr("Results", "This operation is not measured here.")
        if row.n:
            return filled(
                _tr("Results", "Nothing to compare with: no {baseline} here."),
                baseline=self._report.over,
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
                    tip=_control_tip(cell) if cell.control else cipher_note(cell),
                    cells=list(self._cells_of(key, cell)),
                    quiet=baseline or cell.control,
                )
                every = [""] if self._has_all else []
                yield from study_rows(self._laid, *key, [*every, *self.operations])

    def _cells_of(self, key: Key, cell: CellRecord) -> Iterator[IntervalCell]:
        if self._has_all:
            yield self._all(key)
        for operation in self.operations:
            row = self._rows.at(key, operation)
            yield self._figure(cell, row) if row is not None else _ABSENT

    def _figure(self, cell: CellRecord, row: Figure) -> IntervalCell:
        mean, cost = self._mean(row), self._cost(row)
        if mean is None and cost.percent is None:
            tip = reason_of(cell) if not row.n else _uncounted()
            return IntervalCell(_DASH, tip=tip, copied=("", "", "", ""))
        figure = "" if mean is None else self._written(row, mean)
        time = figure and _tr("Results", "{figure} {unit}").format(
            figure=figure, unit=self._unit(row)
        )
        copied = (*map(_plain, (cost.percent, cost.low, cost.high)), figure)
        if cost.percent is None:
            tip = self._without((row.server, row.protection), row.operation)
            return IntervalCell(time, tip=tip, copied=copied)
        tip = "\n".join(self._sentences(row))
        estimate = estimate_of(cost)
        if row.control:
            return IntervalCell(self._within(cost), "", estimate, "muted", "", tip, copied)
        text, tone = percent_text(cost.percent), verdict_tone(cost.verdict)
        return IntervalCell(text, time, estimate, tone, tip=tip, copied=copied)

    def _all(self, key: Key) -> IntervalCell:
        item = self._overall.get(key)
        if item is None:
            return IntervalCell(copied=("",))
        sentence, meaning = self._sentences(item)
        cost = self._cost(item)
        words = sentence
        if self._measure is Measure.STUDY:
            words = _study_words(item)
        elif item.control:
            words = self._within(cost)
        tone = verdict_tone(cost.verdict) if not item.control else "muted"
        return IntervalCell(words=words, tone=tone, tip=f"{sentence}\n{meaning}", copied=(words,))

    def _written(self, row: Figure, mean: float) -> str:
        """Times with as many decimals as each other, all else with three digits."""
        if self._unit(row) == SECONDS.unit:
            return format_number(mean, self._decimals)
        return format_significant(mean)

    def _unit(self, row: Figure) -> str:
        return SECONDS.unit if self._measure is Measure.CPU else row.shown.unit

    def _unit_of(self, operation: str) -> str:
        found = (self._rows.at(key, operation) for key in self._rows.rows)
        units = {self._unit(row) for row in found if row is not None}
        return units.pop() if len(units) == 1 else ""

    def _mean(self, row: Figure) -> float | None:
        """The mean in the unit that `_unit` gives; None if it was not measured."""
        if self._measure is not Measure.CPU:
            return row.shown.mean
        if row.worker_cpu_s is None:
            return None
        return row.worker_cpu_s + (row.server_cpu_s or 0.0) + (row.api_cpu_s or 0.0)

    def _cost(self, row: Figure) -> Cost:
        """The cost by the chosen measure. The study's method has neither interval nor verdict."""
        match self._measure:
            case Measure.CPU:
                return row.cpu
            case Measure.STUDY:
                return Cost(row.cost.of_means)
        return row.cost

    def _within(self, cost: Cost) -> str:
        """The text of a control's cell."""
        if self._measure is Measure.STUDY:
            return percent_text(cost.percent or 0.0)
        return margin_text(cost)


def _overall(report: CampaignReport, case: Case) -> dict[Key, Figure]:
    """The cost of all operations together; empty if the cases cannot be combined."""
    items = report.compared.overall(None if case == ALL_CASES else case)
    if len({item.case for item in items}) > 1:
        return {}
    return {(item.server, item.protection): item for item in items}


def cipher_note(cell: CellRecord) -> str:
    """“AES-128 CBC · fixed IV”; empty for plaintext."""
    kind = ProtectionKind(cell.kind)
    if kind is ProtectionKind.PLAINTEXT:
        return ""
    planned = Protection(cell.protection, kind, cell.algorithm, cell.bits, cell.mode)
    shown = [mark for mark in marks(cell) if mark != ECB]  # its title has that already
    return " · ".join(filter(None, (cipher_title(planned), marks_words(shown))))


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


def _control_tip(cell: CellRecord) -> str:
    if cell.kind == ProtectionKind.CIPHER:
        return _tr(
            "Results",
            "The baseline again. The difference between the two is the smallest detectable cost.",
        )
    return _tr(
        "Results",
        "Plaintext again, in its own database. The difference between the two is the "
        "smallest detectable cost.",
    )


def _uncounted() -> str:
    return _tr("Results", "CPU time was not counted.")


def _study_words(item: Figure) -> str:
    """“+42 %, sd 22 over operations”."""
    cost = percent_text(item.cost.of_means or 0.0)
    if item.cost.sd is None:
        return cost
    frame = _tr("Results", "{cost}, sd {deviation} over operations")
    return frame.format(cost=cost, deviation=points_text(item.cost.sd))


def _plain(value: float | None) -> str:
    return "" if value is None else format_number(value, 1)
