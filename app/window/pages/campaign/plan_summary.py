"""The summary at the foot of the campaign page: the draft's matrix (servers × protections), number
of runs, estimated time, what is missing, and the buttons that start it or try its statements."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from app.plan.campaign import PlannedProtection
from app.plan.matrix import Cell, why_not
from app.window.base.messages import message_text
from app.window.pages.campaign.draft import Draft
from app.window.pages.campaign.sentence_part import SentencePart
from app.window.shared.protection_words import marks_words
from engines.contract.message import plural
from widgets.layout.boxes import STRETCH, hbox, vbox
from widgets.layout.layouts import WrappingBox
from widgets.look.icons import icon
from widgets.look.names import filled, isolated
from widgets.look.numbers import format_number
from widgets.look.theme import number_font, scaled_font
from widgets.parts.cards import ToneLabel, WrappedLabel
from widgets.tables.cell_grid import CellGrid

_LEAST_HEIGHT, _GRID_MARGINS = 190, 64
"""Pixels: height of the figures and buttons next to the matrix; of the margins around it."""


class PlanSummary(SentencePart):
    """Shows a draft; Start is enabled when nothing is missing."""

    start_requested = Signal()
    dry_run_requested = Signal()
    """Start a dry run of the statements, or stop the one that is running."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("The matrix"), parent)
        self.grid = CellGrid()
        self.grid.set_compact(True)
        self.grid.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.grid.setAccessibleName(self.tr("The matrix"))
        self._empty = WrappedLabel("", "muted")
        self.runs, self.time = ToneLabel(), ToneLabel()
        for figure in (self.runs, self.time):
            figure.setFont(number_font(1.5, bold=True))
        self.hints = WrappedLabel("", "warning")
        self.start_button = QPushButton(icon("play", "accent_text"), self.tr("&Start"))
        self.start_button.setProperty("primary", True)
        self.start_button.setFont(scaled_font(1.1, bold=True))
        self.start_button.setToolTip(self.tr("Start the campaign (Ctrl+Enter)"))
        self.start_button.clicked.connect(self.start_requested)
        self.dry_run_text = WrappedLabel("", "muted")
        self.dry_run_text.hide()
        self.try_button = QPushButton(self.tr("&Try statements"))
        self.try_button.setToolTip(
            self.tr("Runs each statement a few times in databases of our own. Measures nothing")
        )
        self.try_button.clicked.connect(self.dry_run_requested)
        self._lay_out()

    def show_dry_run_progress(self, words: str | None) -> None:
        """Show what a dry run does now; None when it has ended."""
        self.try_button.setText(
            self.tr("&Try statements") if words is None else self.tr("S&top trying")
        )
        if words is not None:
            self._set_dry_run_text(words, "muted")

    def _set_dry_run_text(self, words: str, tone: str) -> None:
        self.dry_run_text.set_tone(tone)
        self.dry_run_text.setText(words)
        self.dry_run_text.setVisible(bool(words))

    def _show_dry_run_result(
        self, draft: Draft, dry_run_cells: Sequence[Cell], dry_running: bool
    ) -> None:
        """Show the result of a dry run of this draft; no cells without one."""
        self.try_button.setVisible(not draft.without_database)
        if dry_running:
            return
        if not dry_run_cells or draft.without_database:
            self._set_dry_run_text("", "muted")
            return
        lacking = {
            (cell.server, each.operation) for cell in dry_run_cells for each in cell.refused
        } | {(cell.server, "") for cell in dry_run_cells if cell.why}
        message = plural(
            "Tried: {n} do not work everywhere. Point at the matrix for the reasons.",
            "Tried: {n} does not work everywhere. Point at the matrix for the reason.",
            len(lacking),
        )
        works = self.tr("Tried: every statement works everywhere.")
        self._set_dry_run_text(
            message_text(message) if lacking else works, "warning" if lacking else "good"
        )

    def show_draft(
        self,
        draft: Draft,
        running: bool,
        read_only: bool = False,
        dry_run_cells: Sequence[Cell] = (),
        dry_running: bool = False,
    ) -> None:
        """Show a draft's matrix and what keeps it from starting. `dry_run_cells` are the cells of
        its finished dry run, shown instead of the planned ones. While the workload file is being
        read (some milliseconds) the previous matrix stays."""
        self._show_dry_run_result(draft, dry_run_cells, dry_running)
        if draft.awaits_support:
            self.hints.set_tone("muted")
            self.hints.setText("\n".join(draft.obstacles()[:3]))
            self.start_button.setEnabled(False)
            return
        cells = list(dry_run_cells) or draft.cells()
        able = [cell for cell in cells if not cell.why]
        gaps = draft.gaps() or draft.obstacles()
        if read_only:
            gaps = [self.tr("The store is open read only. Nothing can be started here.")]
        elif running:
            gaps = [self.tr("A campaign is running. You can start this one when it has ended.")]
        elif not gaps and not able:
            gaps = [self.tr("None of the chosen servers supports any of this.")]
        self._show_figures(draft, able)
        self._show_cells(draft, cells)
        advice = draft.advice() if not gaps else []
        self.hints.set_tone("warning" if gaps else "muted")
        self.hints.setText("\n".join((gaps or advice)[:3]))
        self.start_button.setEnabled(not gaps)
        self.try_button.setEnabled(not gaps)

    def _show_figures(self, draft: Draft, able: Sequence[Cell]) -> None:
        count = len(able) * draft.runs_per_cell()
        self.runs.setText(format_number(count) if count else "–")
        self.time.setText(time_span(*draft.seconds(able)) if count else "–")

    def _show_cells(self, draft: Draft, cells: Sequence[Cell]) -> None:
        if not cells:
            self._empty.setText(
                self.tr("What is measured appears here.")
                if draft.without_database
                else self.tr("Servers × protections × cases appear here.")
            )
            self._stack.setCurrentIndex(0)
            return
        shown: dict[tuple[str, str], list[Cell]] = {}
        for cell in cells:
            shown.setdefault((cell.server, cell.protection.name), []).append(cell)
        rows, columns = _axes(draft, cells)
        self.grid.set_layout(rows, columns)
        for row, server in enumerate(rows):
            for column, protection in enumerate(columns):
                found = shown.get((server, protection), [])
                self._show_cell(draft, (row, column), found)
        self._stack.setCurrentIndex(1)

    @property
    def wanted_height(self) -> int:
        """Pixels in which all rows of the matrix are seen, and no more."""
        grid, rows = self.grid, self.grid.model().rowCount()
        if self._stack.currentWidget() is not grid:
            return _LEAST_HEIGHT
        needed = grid.horizontalHeader().sizeHint().height() + 2 * grid.frameWidth()
        needed += rows * grid.verticalHeader().defaultSectionSize()
        return max(_LEAST_HEIGHT, needed + _GRID_MARGINS)

    def _show_cell(self, draft: Draft, position: tuple[int, int], cells: Sequence[Cell]) -> None:
        """Show one server and protection, with all its cases."""
        able = [cell for cell in cells if not cell.why]
        if not cells:
            self._show_none(draft, position)
        elif not able:
            tip = message_text(cells[0].why)
            self.grid.set_cell(*position, "unsupported", self.tr("unsupported"), tip)
        else:
            self._show_able(draft, position, cells, able)

    def _show_able(
        self, draft: Draft, position: tuple[int, int], cells: Sequence[Cell], able: Sequence[Cell]
    ) -> None:
        runs = len(able) * draft.runs_per_cell()
        cases = self.tr("{cases}; repetitions {repetitions}, warm-ups {warmups} each")
        tip = cases.format(
            cases=", ".join(draft.case_label(cell) for cell in able),
            repetitions=format_number(draft.repetitions),
            warmups=format_number(draft.warmups),
        )
        text = message_text(plural("{n} runs", "{n} run", runs))
        known = draft.properties(able[0])
        if known.marks:
            frame = self.tr("{runs} · {marks}")
            text = frame.format(marks=marks_words(known.marks), runs=text)
            tip = f"{tip}\n{message_text(known.gives_away)}"
        if able[0].refused:
            lacks = plural("{n} unsupported", "{n} unsupported", len(able[0].refused))
            text = f"{text} · {message_text(lacks)}"
        for cell in cells:
            if cell.why:
                tip = f"{tip}\n{draft.case_label(cell)}: {message_text(cell.why)}"
        for each in able[0].refused:
            frame = self.tr("“{operation}” is unsupported: {reason}")
            message = filled(frame, operation=each.operation, reason=message_text(each.message))
            tip = f"{tip}\n{message}"
        self.grid.set_cell(*position, "pending", text, tip)

    def _show_none(self, draft: Draft, position: tuple[int, int]) -> None:
        """Show a server that is not checked yet, lacks the protection, or is not in the plan."""
        if draft.without_database:
            tip = self.tr("Not measured here")
            self.grid.set_cell(*position, "unsupported", self.tr("not here"), tip)
        elif draft.servers[position[0]].capabilities is None:
            self.grid.set_cell(*position, "pending", "…", self.tr("Not checked yet"))
        else:
            self._show_left_out(draft, position, draft.measured()[position[1]])

    def _show_left_out(
        self, draft: Draft, position: tuple[int, int], planned: PlannedProtection
    ) -> None:
        """Show why a server lacks the protection; if it supports it, the plan leaves it out."""
        entry = draft.servers[position[0]]
        reason = why_not(planned.protection, entry.spec.engine, entry.capabilities)
        if reason:
            self.grid.set_cell(
                *position, "unsupported", self.tr("unsupported"), message_text(reason)
            )
            return
        meant = ", ".join(map(isolated, planned.servers))
        tip = self.tr("The plan uses it on {0} only").format(meant)
        self.grid.set_cell(*position, "unsupported", self.tr("not here"), tip)

    def _lay_out(self) -> None:
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.grid)
        figures = QGridLayout()
        figures.setHorizontalSpacing(24)
        figures.setVerticalSpacing(0)
        figures.addWidget(ToneLabel(self.tr("Runs"), "muted"), 0, 0)
        figures.addWidget(ToneLabel(self.tr("Estimated time"), "muted"), 0, 1)
        figures.addWidget(self.runs, 1, 0)
        figures.addWidget(self.time, 1, 1)
        figures.setColumnStretch(2, 1)
        side = WrappingBox()
        side.setMinimumWidth(200)
        side.setMaximumWidth(280)
        vbox(
            side,
            figures,
            STRETCH,
            self.hints,
            self.dry_run_text,
            self.try_button,
            self.start_button,
        )
        row = hbox(None, (self._stack, 1), side, margins=(12, 0, 12, 12), spacing=16)
        self.column.addLayout(row, 1)


def _axes(draft: Draft, cells: Sequence[Cell]) -> tuple[list[str], list[str]]:
    """The names of rows and columns: servers and protections; without a database from the cells."""
    if draft.without_database:
        rows = dict.fromkeys(cell.server for cell in cells)
        return list(rows), list(dict.fromkeys(cell.protection.name for cell in cells))
    columns = [each.protection.name for each in draft.measured()]
    return [entry.name for entry in draft.servers], columns


_MINUTES_FROM_S, _HOURS_FROM_S = 90, 5400


def time_span(least: float, most: float) -> str:
    """A range of two times in seconds, or one if both read the same."""
    shortest, longest = _duration(least), _duration(most)
    if shortest == longest:
        return longest
    span = QCoreApplication.translate("CampaignPage", "{0} to {1}")
    return span.format(shortest, longest)


def _duration(seconds: float) -> str:
    """A time in the unit that fits, to be read after “about”."""
    if seconds < _MINUTES_FROM_S:
        return QCoreApplication.translate("CampaignPage", "{0} s").format(format_number(seconds))
    if seconds < _HOURS_FROM_S:
        minutes = format_number(seconds / 60)
        return QCoreApplication.translate("CampaignPage", "{0} min").format(minutes)
    hours = format_number(seconds / 3600, 1)
    return QCoreApplication.translate("CampaignPage", "{0} h").format(hours)
