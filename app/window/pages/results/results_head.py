"""The upper part of a campaign's results: headline, warnings, and buttons to export, resume,
extend, reuse or delete it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from app.plan.matrix import passes_of
from app.plan.status import Status
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.latency import GENERATOR_LIMITED, REQUESTS_DROPPED, REQUESTS_LATE
from app.report.files.export import export_formats
from app.report.page_one.model import PageOne
from app.report.words.protection_names import STOLEN_DISK, Caution
from app.results.records import CampaignSummary, CellRecord
from app.window.base.messages import message_text
from app.window.shared.states import campaign_state
from engines.contract.message import Number, plural
from widgets.fields.number_field import NumberField
from widgets.layout.boxes import hbox, vbox
from widgets.layout.layouts import FlowLayout
from widgets.layout.page_stack import FittingScrollArea
from widgets.look.icons import icon
from widgets.look.names import filled, isolated, shortened
from widgets.look.numbers import datetime_text, format_number
from widgets.look.theme import draw_box, scaled_font, theme_signals
from widgets.parts.cards import CutLabel, ElidedLabel, FormLabel, ToneLabel, WrappedLabel
from widgets.saving.saving import ResolutionAction
from widgets.tables.cell_grid import status_word

_DEFAULT_REPETITIONS, _MOST_REPETITIONS = 8, 1000


class MoreRepetitions(QWidget):
    """A strip that asks how many repetitions to add to a campaign. Not modal."""

    chosen = Signal(int)
    """The number of repetitions to add, in whole blocks."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ToneLabel(self.tr("More repetitions of every cell"))
        self._title.setFont(scaled_font(bold=True))
        self._text = WrappedLabel(
            self.tr("Four times the repetitions halve the interval."),
            "muted",
        )
        self._passes = 2
        self.count = NumberField(1, _MOST_REPETITIONS, _DEFAULT_REPETITIONS)
        self.count.editingFinished.connect(self._make_whole)
        self._add = QPushButton(self.tr("&Add and run them"))
        self._add.clicked.connect(self._answer)
        self._cancel = QPushButton(self.tr("N&ot now"))
        self._cancel.clicked.connect(self.hide)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.activated.connect(self.hide)
        escape.activatedAmbiguously.connect(self.hide)
        self._lay_out()
        self.hide()
        theme_signals().changed.connect(self.update)

    def set_block_size(self, passes: int) -> None:
        """Set how many repetitions a block has: 2 where sides run in ABBA order, else 1."""
        self._passes = passes

    def ask(self) -> None:
        pairs = self._passes > 1
        self.count.setSingleStep(self._passes)
        self.count.setToolTip(
            self.tr("Enter an even number: a block takes two repetitions")
            if pairs
            else self.tr("At least 1")
        )
        self.show()
        self.count.setFocus(Qt.FocusReason.OtherFocusReason)
        self.count.selectAll()

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect(), "accent")

    def _make_whole(self) -> None:
        self.count.setValue(self.count.value() + self.count.value() % self._passes)

    def _answer(self) -> None:
        self._make_whole()
        self.hide()
        self.chosen.emit(self.count.value())

    def _lay_out(self) -> None:
        answer = QWidget()
        row = FlowLayout(answer)
        row.addWidget(FormLabel(self.tr("Repet&itions"), self.count))
        for part in (self.count, self._add, self._cancel):
            row.addWidget(part)
        words = vbox(None, self._title, self._text, answer, spacing=4)
        hbox(self, words, margins=(16, 12, 12, 12))


_tr = QCoreApplication.translate


def caution_line(cautions: Sequence[Caution]) -> str:
    """The cautions that the report explains (ECB, a fixed IV, an overloaded load generator …), in a
    few words each."""
    words = {
        "modes-differ": _tr("Results", "cipher modes differ between engines"),
        "ecb": _tr("Results", "ECB was used"),
        "fixed-iv": _tr("Results", "one fixed IV was used"),
        "reused-stream": _tr("Results", "a key stream was reused"),
    }
    sentences = {
        STOLEN_DISK: _tr("Results", "Evidence: a stolen disk reveals data."),
        GENERATOR_LIMITED: _tr("Results", "The load generator could not keep up."),
        REQUESTS_DROPPED: _tr("Results", "Requests were dropped."),
        REQUESTS_LATE: _tr("Results", "Requests started late."),
    }
    known = [words.get(each.name, each.name) for each in cautions if each.name not in sentences]
    lines = list(dict.fromkeys(sentences[each.name] for each in cautions if each.name in sentences))
    if known:
        frame = _tr("Results", "Compares engine set-ups, not ciphers: {cautions}.")
        lines.append(frame.format(cautions=", ".join(known)))
    return " ".join(lines)


def unmeasured_lines(cells: Iterable[CellRecord]) -> list[str]:
    """A line for every server and protection that could not be measured, with the reason."""
    found = {
        (cell.server, cell.as_used.title, cell.status, cell.why): None
        for cell in cells
        if cell.status in (Status.UNSUPPORTED, Status.FAILED)
    }
    frame = _tr("Results", "{protection} on {server}: {reason}")
    return [
        filled(frame, protection=message_text(protection), server=server, reason=message_text(why))
        for server, protection, _, why in found
    ]


def unsupported_operation_lines(cells: Iterable[CellRecord]) -> list[str]:
    """A line for every server, protection and operation that its protection cannot do."""
    found = {
        (cell.server, cell.as_used.title, each.operation): each.message
        for cell in cells
        for each in cell.refused
    }
    frame = _tr("Results", "{operation}, {protection} on {server}: {reason}")
    return [
        filled(
            frame,
            operation=operation,
            protection=message_text(protection),
            server=server,
            reason=message_text(why),
        )
        for (server, protection, operation), why in found.items()
    ]


_NAME_LENGTHS = (60, 24, 16)
"""Letters that a campaign's name is cut to; the first with which its line fits."""
_HEADLINE_NAME_LETTERS = 32
_DETAILS_HEIGHT_PX = 150
_BUTTONS_WIDTH_PX = 640
"""Width that all buttons in one line ask for; with less they take two lines."""


class ResultsHead(QWidget):
    """Headline, one line of warnings with details on request, facts and buttons."""

    export_asked = Signal(str)
    """A format of `export_formats`, “report” (PDF, HTML or Word), “zip” or “picture”."""
    resume_asked = Signal()
    repetitions_asked = Signal(int)
    """How many repetitions to add to every cell."""
    plan_asked = Signal()
    """Its plan is to be used for a new campaign."""
    delete_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._headline = CutLabel(2)
        self._headline.setFont(scaled_font(1.12, bold=True))
        self._quality = ElidedLabel("", "muted")
        self._facts = ElidedLabel("", "muted")
        self._note = ToneLabel("", "good")
        self._details = WrappedLabel("", "muted")
        self._detail_area = FittingScrollArea(self._details, self)
        self._detail_area.setFrameShape(QFrame.Shape.NoFrame)
        self._detail_area.setMaximumHeight(_DETAILS_HEIGHT_PX)
        self._summary: CampaignSummary | None = None
        self._more = MoreRepetitions(self)
        self._more.chosen.connect(self.repetitions_asked)
        self._make_buttons()
        self._lay_out()

    def show_report(self, report: CampaignReport, page: PageOne, obstacle: str) -> None:
        """Show a campaign and the headline of its page one (the report's first page); `obstacle`
        says why nothing can be changed now, and is empty where it can."""
        summary = report.summary
        self._headline.setText(message_text(page.headline.message, _HEADLINE_NAME_LETTERS))
        self._show_quality(report)
        self._summary = summary
        self._place_buttons()
        self._facts.set_tone("warning" if campaign_state(summary) == "flawed" else "muted")
        self._show_cautions(report)
        unfinished = summary.runs_done < summary.runs_total
        self._resume.setVisible(unfinished and not (obstacle and summary.status is Status.RUNNING))
        for button, tip in self._changing.items():
            button.setEnabled(not obstacle)
            button.setToolTip(obstacle or tip)

    def _run_count(self, summary: CampaignSummary) -> str:
        done = Number(summary.runs_done)
        text = plural("{done} of {n} runs", "{done} of {n} run", summary.runs_total, done=done)
        return message_text(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_buttons()

    def _place_buttons(self) -> None:
        """Put the buttons below the facts if one line is too narrow for both."""
        if self._summary is not None:
            self._show_facts(self._summary)
        room = self.width() - self._buttons.sizeHint().width() - self._top.spacing()
        wide = self._facts.sizeHint().width() <= room
        sides = QBoxLayout.Direction
        self._top.setDirection(sides.LeftToRight if wide else sides.TopToBottom)

    def _show_facts(self, summary: CampaignSummary) -> None:
        """Cut a long name so that state and counts fit."""
        for letters in _NAME_LENGTHS:
            self._facts.setText(self._facts_of(summary, letters))
            if self._facts.sizeHint().width() <= self.width():
                return

    def _facts_of(self, summary: CampaignSummary, letters: int) -> str:
        failed = self.tr("{failed} failed").format(failed=format_number(summary.runs_failed))
        facts = (
            f"#{summary.id}",
            isolated(shortened(summary.name, letters)),
            status_word(campaign_state(summary)),
            self._run_count(summary),
            failed if summary.runs_failed else "",
            datetime_text(summary.created_at),
        )
        return " · ".join(filter(None, facts))

    def _show_quality(self, report: CampaignReport) -> None:
        """One line of cautions and detection limits."""
        limits = " ".join(map(message_text, report.quality.sentences))
        cautions = self._caution_words(report)
        self._quality.setText(f"{cautions} {limits}" if cautions else limits)
        self._quality.set_tone("warning" if cautions else "muted")
        passes = passes_of(report.campaign)
        self._more.set_block_size(max((passes(cell.case) for cell in report.cells), default=2))

    def show_note(self, text: str) -> None:
        """Show a short note, such as where an export went; none for an empty text."""
        self._note.setText(text)
        self._note.setVisible(bool(text))

    def forget_question(self) -> None:
        """Close what was asked about the campaign shown before."""
        self._more.hide()
        self.show_note("")

    def _show_cautions(self, report: CampaignReport) -> None:
        details = [report.summary.notes] if report.summary.notes else []
        details.append(" ".join(map(message_text, report.quality.sentences)))
        if why := report.summary.ended_by:
            details.append(self.tr("What ended it: {why}.").format(why=message_text(why)))
        details += [message_text(each.message) for each in report.growth if not each.linear]
        details += [message_text(each.message) for each in report.cautions]
        missing, lacking = unmeasured_lines(report.cells), unsupported_operation_lines(report.cells)
        if missing or lacking:
            frame = self.tr("Not measured: {missing}")
            details.append(frame.format(missing="; ".join([*missing, *lacking])))
        details = [each for each in details if each]
        self._details.setText("\n".join(details))
        self._details_button.setVisible(bool(details))
        self._detail_area.setVisible(bool(details) and self._details_button.isChecked())

    def _caution_words(self, report: CampaignReport) -> str:
        lines = [caution_line(report.cautions)] if report.cautions else []
        if unmeasured_lines(report.cells):
            lines.append(self.tr("Some cells could not be measured."))
        if unsupported_operation_lines(report.cells):
            lines.append(self.tr("Some operations are unsupported."))
        return " ".join(lines)

    def _make_buttons(self) -> None:
        self._details_button = QToolButton(self)
        self._details_button.setText(self.tr("Details"))
        self._details_button.setCheckable(True)
        self._details_button.setAutoRaise(True)
        self._details_button.toggled.connect(self._detail_area.setVisible)
        self._resume = QPushButton(icon("play"), self.tr("&Resume"), self)
        self._resume.setToolTip(self.tr("Continue at the first unfinished run"))
        self._resume.clicked.connect(self.resume_asked)
        self._ask_more = QPushButton(self.tr("&More repetitions …"), self)
        self._ask_more.setToolTip(self.tr("Add repetitions of every cell to narrow the intervals"))
        self._ask_more.clicked.connect(self._more.ask)
        self._reuse = QPushButton(self.tr("&Use plan again"), self)
        self._reuse.setToolTip(self.tr("Open the plan on the campaign page to edit or run it"))
        self._reuse.clicked.connect(self.plan_asked)
        self._delete = QPushButton(self.tr("&Delete"), self)
        self._delete.clicked.connect(self.delete_asked)
        changing = self._resume, self._ask_more, self._delete
        self._changing = {button: button.toolTip() for button in changing}
        """Buttons that change the store, with their tooltips."""
        self._report = QPushButton(icon("results"), self.tr("Re&port …"), self)
        self._report.setToolTip(self.tr("Save a report as PDF or HTML"))
        self._report.clicked.connect(lambda: self.export_asked.emit("report"))
        self._export = QPushButton(icon("export"), self.tr("&Export"), self)
        self._export.setMenu(self._export_menu())

    def _export_menu(self) -> QMenu:
        words = {
            "html": self.tr("Report as &HTML…"),
            "pdf": self.tr("Report as &PDF…"),
            "docx": self.tr("Report as &Word…"),
            "csv": self.tr("Table as &CSV…"),
            "json": self.tr("Everything as &JSON…"),
            "md": self.tr("Report as &Markdown…"),
            "study": self.tr("As a &study, to compare with others…"),
            "xlsx": self.tr("Workboo&k (XLSX)…"),
            "tex": self.tr("Tables for &LaTeX…"),
        }
        menu = QMenu(self)
        for name in export_formats():
            text = words.get(name, self.tr("{name}…").format(name=name.upper()))
            menu.addAction(text).triggered.connect(
                lambda _=False, chosen=name: self.export_asked.emit(chosen)
            )
        chosen = menu.addAction(self.tr("Cust&om report…"))
        chosen.triggered.connect(lambda: self.export_asked.emit("chosen-report"))
        menu.addSeparator()
        whole = menu.addAction(self.tr("Campaign as &archive (ZIP)…"))
        whole.triggered.connect(lambda: self.export_asked.emit("zip"))
        picture = menu.addAction(self.tr("Charts as &picture (PNG, SVG, PDF)…"))
        picture.triggered.connect(lambda: self.export_asked.emit("picture"))
        menu.addAction(ResolutionAction(menu))
        return menu

    def _lay_out(self) -> None:
        self._buttons = buttons = FlowLayout(wish=_BUTTONS_WIDTH_PX)
        shown = self._resume, self._ask_more, self._reuse, self._delete, self._report, self._export
        for button in shown:
            button.setProperty("dense", True)
            buttons.addWidget(button)
        self._top = top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        top.setSpacing(6)
        top.addWidget(self._facts, 1)
        top.addLayout(buttons)
        notes = hbox(None, (self._quality, 1), self._details_button)
        vbox(self, self._headline, notes, top, self._detail_area, self._note, self._more, spacing=4)
        self._detail_area.hide()
        self._note.hide()
