"""The grid of a campaign's cells, filled while it runs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.plan.campaign import BASELINE, CONTROL
from app.plan.cell_key import CellKey
from app.plan.status import Status
from app.window.base.messages import message_text
from app.window.pages.run.campaign_tally import CampaignTally
from app.window.shared.protection_words import with_marks
from app.window.shared.run_words import case_words, cost_text, seconds_text, within_text
from app.window.shared.states import CELL_STATUSES
from widgets.layout.boxes import vbox
from widgets.look.names import filled
from widgets.look.numbers import format_number, format_significant
from widgets.look.theme import scaled_font
from widgets.parts.cards import ToneLabel, WrappedLabel
from widgets.tables.cell_grid import CellGrid
from workloads.contract import SECONDS, Case, Measure, readable
from workloads.registry import workload_named

_BASELINE_SIGN, _PROTECTION_SIGN = "○", "●"
_FILL_DELAY_MS = 40


class RunGrid(QWidget):
    """Rows: server and protection. Columns: cases. Cells: mean time and, from two blocks (pairs of
    repetitions) on, the cost over plaintext."""

    prepared = Signal()
    """The tally of `show_soon` is shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tally = CampaignTally()
        self._rows: list[tuple[str, str]] = []
        self._cases: list[Case] = []
        self._names: tuple[list[str], list[str]] = [], []
        """Titles of rows, and of columns."""
        self._grid = CellGrid(self)
        self._grid.setAccessibleName(self.tr("This campaign so far"))
        self._grid.reserve_width_for(cost_text(100, 90, 110))
        self._fill_timer = QTimer(self, singleShot=True, interval=_FILL_DELAY_MS)
        self._fill_timer.timeout.connect(self._show_now)
        heading = ToneLabel(self.tr("This campaign so far"), parent=self)
        heading.setFont(scaled_font(bold=True))
        self._explanation_label = WrappedLabel("", "muted", self)
        vbox(self, heading, self._explanation_label, (self._grid, 1), spacing=4)

    def show_tally(self, tally: CampaignTally) -> None:
        """Fill the grid from this tally, and lay it out anew where it has other rows or columns."""
        self._fill_timer.stop()
        self._tally = tally
        self._explanation_label.setText(self._explanation())
        self._rows = list(dict.fromkeys((p.server, p.protection) for p in tally.cells))
        self._cases = sorted({key.case for key in tally.cells})
        names = [self._row_name(*row) for row in self._rows], [*map(self._case_name, self._cases)]
        if names != self._names:
            self._names = names
            self._grid.set_layout(*names)
        for row in self._rows:
            for case in self._cases:
                self._show(CellKey(*row, case))

    def show_soon(self, tally: CampaignTally) -> None:
        """Like `show_tally`, but after the page is painted, so that the window stays responsive."""
        self._tally = tally
        self._explanation_label.setText(self._explanation())  # the page is laid out with it
        self._fill_timer.start()

    @property
    def is_fill_pending(self) -> bool:
        """Whether the tally of `show_soon` is not shown yet."""
        return self._fill_timer.isActive()

    def _show_now(self) -> None:
        self.show_tally(self._tally)
        self.prepared.emit()

    def refresh(self, changed: Collection[CellKey]) -> None:
        """Show some cells again."""
        if self.is_fill_pending:
            return  # all of them will be
        if any((key.server, key.protection) not in self._rows for key in changed):
            self.show_tally(self._tally)
            return
        for key in changed:
            self._show(key)

    def _explanation(self) -> str:
        """The sentences that explain the cells."""
        workload = workload_named(self._tally.workload) if self._tally.workload else None
        if self._tally.by_cpu:
            return self.tr(
                "Mean time of all operations together. Cost in CPU time over {baseline}, with its "
                "95 % interval."
            ).format(baseline=self._tally.baseline)
        if workload is None or workload.measures[0].name == SECONDS.name:
            if self._tally.has_refused_operations:
                return self.tr(
                    "Mean time of the operations that every protection supports. Cost over "
                    "plaintext with its 95 % interval."
                )
            return self.tr(
                "Mean time of all operations together. Cost over plaintext with its 95 % interval."
            )
        frame = self.tr(
            "{measure}: one mean per operation. Cost over {baseline} with its 95 % interval."
        )
        title = message_text(workload.measures[0].title)
        return filled(frame, measure=title, baseline=self._tally.baseline)

    def _case_name(self, case: Case) -> str:
        known = self._tally.workload
        return case_words(known, case) if known else format_number(case.size)

    def _row_name(self, server: str, protection: str) -> str:
        sign = (
            _BASELINE_SIGN
            if protection in (self._tally.baseline, CONTROL.name)
            else _PROTECTION_SIGN
        )
        return f"{sign} {server}\n{with_marks(protection, self._tally.marks(server, protection))}"

    def _show(self, key: CellKey) -> None:
        row, column = self._rows.index((key.server, key.protection)), key.case
        if key not in self._tally.cells:
            self._grid.set_cell(row, self._cases.index(column), "pending")
            return
        cell = self._tally.cells[key]
        tip = message_text(cell.why)
        if not tip and key.protection == CONTROL.name and self._tally.baseline != BASELINE:
            tip = self.tr(
                "The baseline, measured a second time. The difference is the smallest "
                "detectable cost."
            )
        if not tip and key.protection == CONTROL.name:
            tip = self.tr(
                "Plaintext, measured a second time in its own database. The difference is the "
                "smallest detectable cost."
            )
        for each in cell.refused:
            frame = self.tr("“{operation}” is unsupported: {reason}")
            message = filled(frame, operation=each.operation, reason=message_text(each.message))
            tip = "\n".join(filter(None, (tip, message)))
        at = (row, self._cases.index(column))
        self._grid.set_cell(*at, CELL_STATUSES[cell.status], self._text(key), tip)
        if cell.status is Status.RUNNING:
            self._grid.show_cell(row, self._cases.index(column))

    def _words(self) -> dict[Status, str]:
        """The words of cells without figures."""
        return {Status.UNSUPPORTED: self.tr("unsupported"), Status.FAILED: self.tr("failed")}

    def _text(self, key: CellKey) -> str:
        cell = self._tally.cells[key]
        if not cell.figures:
            return self._words().get(cell.status, "")
        figures = _figures_text(cell.figures, cell.measure)
        return "\n".join(filter(None, (figures, self._cost_text(key))))

    def _cost_text(self, key: CellKey) -> str:
        if key.protection == CONTROL.name:
            limit = self._tally.detection_limit(key)
            return "" if limit is None else within_text(limit)
        cost = self._tally.cells[key].cost
        found = None if cost is None else cost.interval
        return "" if found is None else cost_text(found.estimate, found.low, found.high)


def _figures_text(figures: Sequence[float], measure: Measure) -> str:
    """“0.104 s”, “1,864 · 12,300 MB/s”."""
    if measure.name == SECONDS.name:
        return seconds_text(figures[0])
    scale, unit = readable(measure.unit)
    return f"{' · '.join(format_significant(each / scale) for each in figures)} {unit}"
