"""The comparison of campaigns, with published studies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QTabWidget, QVBoxLayout, QWidget

from app.findings.across.figures import Gathered
from app.findings.across.layout import first_layout, fitting
from app.findings.across.pivot import Pivot
from app.report.across.gathering import gather
from app.report.document.making import ReportOptions
from app.report.files.export import export, removed_from_template
from app.window.base.store_reader import StoreReader
from app.window.pages.results.common.scope import Scope
from app.window.pages.results.compare.choices import Choices
from app.window.pages.results.compare.cost_and_protection import ComparedCosts
from app.window.pages.results.compare.table import ComparisonTable
from app.window.pages.results.export_form.saved_report import SavedReport
from app.window.pages.results.export_form.saving import ask_for_report, template_cleaned
from app.window.pages.results.studies.menu import StudyMenu
from app.window.workbench.workbench import Workbench
from engines.contract.message import Message
from widgets.look.names import isolated
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import ElidedLabel, ToneLabel
from widgets.saving.last_saved import saving

if TYPE_CHECKING:
    from app.results.store.store import Store

type _Sources = tuple[tuple[int, ...], tuple[str, ...]]


class ComparisonView(QWidget):
    """Remembers the layout of each set of campaigns and studies."""

    left = Signal()
    """Back to one campaign."""

    def __init__(
        self, workbench: Workbench, reader: StoreReader, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._reader = reader
        self._campaigns: tuple[int, ...] = ()
        self._gathered: Gathered | None = None
        self._pivot = Pivot()
        self._measure: str | None = None
        self._stored: dict[_Sources, tuple[Pivot, str | None]] = {}
        self._scope = Scope(self)
        self._title = ToneLabel()
        self._title.setFont(scaled_font(1.15, bold=True))
        self._names = ElidedLabel("", "muted")
        self._back = QPushButton(self.tr("&Back to one campaign"))
        self._save = QPushButton(self.tr("Re&port…"))
        self._save.setToolTip(self.tr("One report on these campaigns"))
        self.stored = SavedReport()
        self.choices = Choices(self)
        self.studies = StudyMenu(self._scope, self)
        self.table = ComparisonTable(self)
        self.cost_and_protection = ComparedCosts(self)
        self._tabs = QTabWidget(self)
        self._lay_out()
        self._connect()

    @property
    def campaigns(self) -> tuple[int, ...]:
        return self._campaigns

    @property
    def pivot(self) -> Pivot:
        return self._pivot

    @property
    def tabs(self) -> QTabWidget:
        """The table, and cost against protection."""
        return self._tabs

    def compare(self, campaigns: Sequence[int]) -> None:
        if tuple(campaigns) != self._campaigns:
            self._campaigns = tuple(campaigns)
            self._gathered = None
            self._recall()
        self.read()

    def read(self) -> None:
        """Read the figures from the store and show them."""
        campaigns, studies = self._campaigns, self._scope.studies
        measure, over = self._measure, self._pivot.baseline.over
        wanted = (campaigns, studies, measure, over)

        def job(store: Store) -> Gathered:
            return gather([store.snapshot(each) for each in campaigns], studies, measure, over)

        def gathered(found: Gathered | None) -> None:
            now = self._campaigns, self._scope.studies, self._measure, self._pivot.baseline.over
            if found is not None and now == wanted:
                self._show(found)
            elif found is None:
                self.table.setEnabled(True)  # what it shows is still true of what was read before

        if campaigns:
            if self._gathered is None:
                self.table.setEnabled(False)
            self._reader.read(job, gathered)

    def lay_out(self, pivot: Pivot) -> None:
        """Change the layout. Another baseline is read from the store."""
        over = self._pivot.baseline.over
        self._pivot = pivot
        self._keep()
        if pivot.baseline.over != over:
            self.table.setEnabled(False)
            self.read()
        else:
            self._draw()

    def _ask_for_report(self) -> None:
        if self._gathered is not None:
            names = [each.title for each in self._gathered.sources if each.campaign is not None]
            ask_for_report(
                self, self.stored, " · ".join(names), self.export, self._workbench.failed.emit
            )

    def export(self, name: str, path: Path, options: ReportOptions | None = None) -> None:
        """Write one report on all campaigns that are compared, with their studies."""
        chosen, studies = self._campaigns, self._scope.studies

        def job(store: Store) -> tuple[Path, Message | None]:
            written = export(store, chosen, name, path, None, studies, options)
            return written, removed_from_template(name, options or ReportOptions())

        def done(result: tuple[Path, Message | None] | None) -> None:
            written, removed = result or (path, None)
            saving().tell(written)
            if removed is not None:
                self._workbench.failed.emit(template_cleaned(removed))

        self._reader.read(job, done)

    def _show(self, found: Gathered) -> None:
        if self._gathered is None and self._key not in self._stored:
            self._pivot = first_layout(found)
        same = found == self._gathered
        self._gathered = found
        self.table.setEnabled(True)
        if not same:
            self._pivot = fitting(found, self._pivot)
            works = {figure.workload for figure in found.figures}
            self._scope.workload = next(iter(works), "")
            self._draw()

    def _draw(self) -> None:
        found = self._gathered
        if found is None:
            return
        self._title.setText(self._headline(len(found.sources)))
        names = (each.title if each.campaign is None else f"{each.key} {each.title}"
                 for each in found.sources)  # fmt: skip
        self._names.setText(" · ".join(map(isolated, names)))
        self.choices.show_layout(found, self._pivot)
        self.table.show_table(found, self._pivot)
        self.cost_and_protection.show_figures(found, self._pivot)

    def _headline(self, sources: int) -> str:
        if sources == 1:
            return self.tr("Comparison within a campaign")
        return self.tr("{count} compared").format(count=format_number(sources))

    @property
    def _key(self) -> _Sources:
        return tuple(sorted(self._campaigns)), tuple(each.name for each in self._scope.studies)

    def _keep(self) -> None:
        self._stored[self._key] = self._pivot, self._measure

    def _recall(self) -> None:
        self._pivot, self._measure = self._stored.get(self._key, (Pivot(), None))

    def _choose_measure(self, measure: str | None) -> None:
        self._measure = measure
        self._keep()
        self.table.setEnabled(False)
        self.read()

    def _studies_changed(self) -> None:
        """Keep the layout when other studies are chosen."""
        if self._campaigns and self._gathered is not None:
            known = {each.key for each in self._gathered.sources}
            wanted = {each.name for each in self._scope.studies}
            if {key for key in known if not key.startswith("#")} != wanted:
                self._keep()
                self.read()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self._title)
        head.addWidget(self._names, 1)
        head.addWidget(self._save)
        head.addWidget(self._back)
        self.choices.add_widget(self.studies)
        self._tabs.addTab(self.table, self.tr("Table"))
        self._tabs.addTab(self.cost_and_protection, self.tr("Cost and protection"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.choices)
        column.addWidget(self._tabs, 1)

    def _connect(self) -> None:
        self._back.clicked.connect(self.left)
        self._save.clicked.connect(self._ask_for_report)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.left)
        self.choices.chosen.connect(self.lay_out)
        self.choices.measure_chosen.connect(self._choose_measure)
        self.table.chosen.connect(self.lay_out)
        self.studies.failed.connect(self._workbench.failed)
        self._scope.changed.connect(self._studies_changed)
