"""Published studies on the results page: the menu that chooses them, their rows in the cost table,
and a strip on how many of their figures match and what differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.findings.across.pivot import PivotRow
from app.findings.across.sourced_figures import ALL_OPERATIONS, GatheredFigures
from app.findings.studies.available_studies import add_study, all_studies, study_named
from app.findings.studies.matching import StudyMatch
from app.findings.studies.study import Study
from app.report.across.study_figures import study_figure
from app.report.charts.published_charts import colour_key_of_study
from app.report.figures.campaign_figures import ComparedCampaign
from app.report.figures.matched_study import MatchedStudy, cost_text, total_text, value_text
from app.window.base.messages import message_text
from app.window.pages.results.scope import Scope
from app.window.shared.charts import estimate_of
from engines.contract.errors import CipherbenchError
from widgets.layout.boxes import hbox, vbox
from widgets.layout.page_stack import FittingScrollArea
from widgets.look.names import as_label, isolated, plain_tip
from widgets.look.numbers import format_number, format_significant
from widgets.look.theme import series_style, theme_signals
from widgets.parts.cards import ElidedLabel, WrappedLabel
from widgets.tables.interval_view import IntervalCell, IntervalRow
from workloads.contract import readable

_tr = QCoreApplication.translate


class HollowMark(QWidget):
    """The sign of a published series in charts and tables: a ring in its colour."""

    def __init__(self, look: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setFixedSize(QSize(11, 11))
        theme_signals().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(series_style(self._look).colour, 1.6))
        painter.drawEllipse(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5))


class StudyMenu(QPushButton):
    """Shows how many studies are compared. Those of the same workload come first."""

    failed = Signal(object)
    """A CipherbenchError of a file that cannot be used."""

    def __init__(self, scope: Scope, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scope = scope
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self.fill)
        self.setMenu(self._menu)
        scope.changed.connect(self._show_title)
        self._show_title()

    def fill(self) -> None:
        """Fill the menu with the studies that exist now."""
        studies, faults = all_studies()
        same_workload = [each for each in studies if each.like == self._scope.workload]
        others = [each for each in studies if each not in same_workload]
        self._menu.clear()
        self._section(self.tr("Same workload"), same_workload)
        self._section(self.tr("Other workloads"), others)
        self._menu.addSeparator()
        add = self._menu.addAction(self.tr("&Add your own study…"))
        add.triggered.connect(self._ask)
        none = self._menu.addAction(self.tr("Compare with &none"))
        none.setEnabled(bool(self._scope.studies))
        none.triggered.connect(lambda: self._scope.choose_studies(()))
        for fault in faults:
            unread = self._menu.addAction(as_label(Path(fault.values.get("path", "")).name))
            unread.setToolTip(plain_tip(str(fault)))
            unread.triggered.connect(lambda _=False, error=fault: self.failed.emit(error))

    def _section(self, title: str, studies: list[Study]) -> None:
        if not studies:
            return
        self._menu.addSeparator()
        self._menu.addAction(title).setEnabled(False)
        for study in studies:
            action = QAction(as_label(study.short_name), self._menu)
            action.setCheckable(True)
            action.setChecked(study in self._scope.studies)
            action.setToolTip(plain_tip(f"{study.title}\n{study.workload}\n{study.found_at}"))
            action.triggered.connect(lambda _=False, chosen=study: self._toggle(chosen))
            self._menu.addAction(action)

    def _toggle(self, study: Study) -> None:
        known = self._scope.studies
        rest = tuple(each for each in known if each.name != study.name)
        self._scope.choose_studies(rest if len(rest) < len(known) else (*known, study))

    def choose(self, name: str) -> None:
        """Add or remove the study `name`.

        Raises: CipherbenchError where there is none
        """
        self._toggle(study_named(name))

    def _ask(self) -> None:
        title = self.tr("Add a study")
        dialog = QFileDialog(self, title, "", self.tr("Study (*.toml)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda chosen: self.add(Path(chosen)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()

    def add(self, path: Path) -> None:
        """Store a study of the user's own and compare with it."""
        try:
            study = add_study(path)
        except CipherbenchError as error:
            self.failed.emit(error)
            return
        rest = tuple(each for each in self._scope.studies if each.name != study.name)
        self._scope.choose_studies((*rest, study))

    def _show_title(self) -> None:
        count = len(self._scope.studies)
        title = self.tr("Compare with s&tudy")
        if count:
            title = self.tr("S&tudies compared: {many}").format(many=format_number(count))
        self.setText(title)


class StudyKey(NamedTuple):
    """The key of a study's row: the row of the campaign that it is below, and which of the study's
    engines, ciphers and circumstances it shows (`source`)."""

    server: str
    protection: str
    source: str


class StudyFigures:
    """Figures of studies as rows of the cost table, below the rows of the campaign that they match.
    Each engine, cipher and circumstance of a study is a row."""

    def __init__(self, matched_studies: Sequence[MatchedStudy], campaign: ComparedCampaign) -> None:
        self._matched_studies = matched_studies
        self._matched = {
            (_key(matched), matched.key.operation or ALL_OPERATIONS): matched
            for each in matched_studies
            for matched in each.found
        }
        self._figures = tuple(
            replace(study_figure(matched, campaign), source=key.source)
            for (key, _), matched in self._matched.items()
        )

    def appended_to(self, gathered: GatheredFigures) -> GatheredFigures:
        """The campaign's figures, followed by those of the studies."""
        return replace(gathered, figures=(*gathered.figures, *self._figures))

    def row(self, row: PivotRow) -> IntervalRow:
        key = StudyKey(*row.key)
        known = [each.figure.operation for each in row.cells if each.figure is not None]
        first = self._matched[key, known[0]]
        return IntervalRow(
            key=key,
            label=isolated(first.study.short_name),
            tip=f"{_about(first)}\n{first.study.found_at}",
            cells=[
                self._cell(
                    None if each.figure is None else self._matched[key, each.figure.operation]
                )
                for each in row.cells
            ],
            quiet=True,
            colour_key=colour_key_of_study(self._matched_studies, first.study.name),
        )

    def sentences(self, key: StudyKey, operation: str) -> tuple[str, str]:
        """Of a cell: its sentence, and what differs from the campaign with the source."""
        matched = self._matched.get((key, operation))
        if matched is None:
            known = next(each for (row, _), each in self._matched.items() if row == key)
            return isolated(known.study.short_name), _tr(
                "Results", "The study does not report this figure."
            )
        sentence, *rest = message_text(total_text(matched)).split("\n")
        whole = operation == ALL_OPERATIONS
        where = _tr("Results", "all operations") if whole else operation
        title = " · ".join(map(isolated, (matched.study.short_name, _about(matched), where)))
        return f"{title}: {sentence}", " ".join(rest)

    def _cell(self, matched: StudyMatch | None) -> IntervalCell:
        if matched is None:
            return IntervalCell(copied=("", "", "", ""))
        cost, sentence = matched.cost, message_text(cost_text(matched))
        tip = message_text(total_text(matched))
        value = (
            ""
            if matched.value is None
            else format_significant(matched.value / readable(matched.unit)[0])
        )
        return IntervalCell(
            sentence or message_text(value_text(matched)),
            estimate=estimate_of(cost),
            tip=tip,
            copied=(*map(_plain, (cost.percent, cost.low, cost.high)), value),
            colour_key=colour_key_of_study(self._matched_studies, matched.study.name),
        )


def _key(matched: StudyMatch) -> StudyKey:
    circumstance = matched.figures[0].case if not matched.key.operation else ""
    parts = (matched.study.name, matched.engine, matched.protection, circumstance)
    return StudyKey(matched.key.server, matched.key.protection, " · ".join(filter(None, parts)))


def _about(matched: StudyMatch) -> str:
    """“mariadb 10.8.5, native aes-128-ecb”: what the study measured."""
    version = matched.study.engines.get(matched.engine, "")
    parts = (" ".join(filter(None, (matched.engine, version))), matched.protection)
    return ", ".join(filter(None, parts))


def _plain(value: float | None) -> str:
    return "" if value is None else format_significant(value)


_DETAILS_HEIGHT_PX = 132


class StudyStrip(QWidget):
    """A line per study; a button shows what differs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: list[_Line] = []
        self._differences_button = QToolButton(self)
        self._differences_button.setText(self.tr("Di&fferences"))
        self._differences_button.setCheckable(True)
        self._differences_button.setAutoRaise(True)
        self._details = WrappedLabel("", "muted")
        self._detail_area = FittingScrollArea(self._details, self)
        self._detail_area.setFrameShape(QFrame.Shape.NoFrame)
        self._detail_area.setMaximumHeight(_DETAILS_HEIGHT_PX)
        self._detail_area.hide()
        self._differences_button.toggled.connect(self._detail_area.setVisible)
        self._column = QVBoxLayout()
        self._column.setSpacing(2)
        row = QHBoxLayout()
        row.addLayout(self._column, 1)
        row.addWidget(self._differences_button, 0, Qt.AlignmentFlag.AlignTop)
        vbox(self, row, self._detail_area, margins=(2, 0, 2, 2), spacing=2)
        self.hide()

    def show_studies(self, matched: Sequence[MatchedStudy]) -> None:
        """Show these studies; hidden if there are none."""
        for line in self._lines:
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()
        self._lines = [
            _Line(each, colour_key_of_study(matched, each.study.name), self) for each in matched
        ]
        for line in self._lines:
            self._column.addWidget(line)
        self._details.setText("\n\n".join(map(_details, matched)))
        self.setVisible(bool(matched))

    def text(self) -> str:
        """The lines, without the differences."""
        return "\n".join(line.text() for line in self._lines)

    def details(self) -> str:
        return self._details.text()


def _details(matched: MatchedStudy) -> str:
    study = matched.study
    head = f"{isolated(study.short_name)}: {study.title}. {study.found_at}"
    return "\n".join((head, *(f"·  {message_text(each)}" for each in matched.differs)))


class _Line(QWidget):
    """A mark in the study's colour, and how many of its figures match."""

    def __init__(self, matched: MatchedStudy, look: str, parent: QWidget) -> None:
        super().__init__(parent)
        found = ElidedLabel(message_text(matched.message), "text" if matched.found else "warning")
        found.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._found = found
        hbox(self, HollowMark(look, self), (found, 1), spacing=6)

    def text(self) -> str:
        return self._found.text()
