"""The Summary tab, which is the report's first page (page one) in the window: the user's
requirements, a picture of what protections cost and withstand, and three cards with answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QWidget

from app.plan.requirements import Requirements
from app.report.drawing.protections_drawing import ScreenDrawing, picture, picture_svg
from app.report.figures.campaign_report import CampaignReport
from app.report.files.chart_files import typeset_svg
from app.report.page_one.model import Card, CardKind, PageOne, TrustLevel
from app.report.words.language import written_in
from app.window.base.language import current_language
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.scope import Scope, ScopedTab
from app.window.shared.charts import load_drawing_font, screen_medium
from app.window.shared.fields import ParameterField, field_for, label_of
from engines.contract.errors import InputError
from engines.contract.parameter import parameters_of
from widgets.charts.drawn_chart import DrawnChart
from widgets.layout.boxes import STRETCH, hbox, vbox
from widgets.layout.layouts import FlowLayout
from widgets.look.names import filled, isolated
from widgets.look.theme import draw_box, scaled_font, theme_signals
from widgets.parts.cards import Badge, FormLabel, ToneLabel
from widgets.saving.saving import saving

_ROWS = (
    ("withstand",),
    ("search",),
    ("may_cost", "rate", "core_hour", "gb_month", "currency"),
    ("compliance",),
)


class RequirementsForm(QWidget):
    """A form for what protections must do and what servers cost: the fields of `Requirements`. Not
    modal."""

    answered = Signal(object)
    """The `Requirements` that were entered."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        known = parameters_of(Requirements)
        self.fields: Mapping[str, ParameterField] = {
            name: field_for(known[name]) for row in _ROWS for name in row
        }
        self.advise_button = QPushButton(self.tr("&Advise"))
        self.advise_button.setProperty("primary", True)
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.advise_button.clicked.connect(self._answer)
        self.cancel_button.clicked.connect(self.hide)
        self._lay_out()
        self._add_key(Qt.Key.Key_Escape, self.hide)
        self._add_key("Ctrl+Return", self._answer)
        self.hide()
        theme_signals().changed.connect(self.update)

    def show_answers(self, answers: Requirements) -> None:
        for name, field in self.fields.items():
            field.show_value(getattr(answers, name))

    def answers(self) -> Requirements:
        """What the fields say."""
        return Requirements(**{name: field.value() for name, field in self.fields.items()})

    def open(self) -> None:
        """Show it, with the focus in its first field."""
        self.show()
        self.fields[_ROWS[0][0]].setFocus(Qt.FocusReason.OtherFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect(), "accent")

    def _answer(self) -> None:
        self.hide()
        self.answered.emit(self.answers())

    def _add_key(self, key: Any, then: Any) -> None:
        made = QShortcut(QKeySequence(key), self)
        made.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        made.activated.connect(then)

    def _lay_out(self) -> None:
        column = vbox(self, margins=(12, 10, 12, 10), spacing=8)
        for names in _ROWS:
            if len(names) == 1:
                column.addWidget(self._labelled(self.fields[names[0]]))
                continue
            row = FlowLayout(gap=20)
            for name in names:
                row.addWidget(self._labelled(self.fields[name]))
            column.addLayout(row)
        buttons = hbox(None, self.advise_button, self.cancel_button, STRETCH)
        column.addLayout(buttons)

    def _labelled(self, field: ParameterField) -> QWidget:
        both = QWidget(self)
        vbox(both, FormLabel(label_of(field.parameter), field), field, spacing=2)
        return both


class SummaryPicture(DrawnChart):
    """The picture of page one, read by pointer and keyboard; each mark explains itself. A button
    *Measure* is where a server has no protection that withstands what is required."""

    measure_asked = Signal(str)
    """The server on which a protection is to be measured."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        load_drawing_font()
        self._page: PageOne | None = None
        self.buttons: list[QPushButton] = []
        self.set_renderer(self._file_content)
        self.setAccessibleName(self.tr("Cost and protection"))
        self.canvas.redrawn.connect(self._place_buttons)

    def show_page(self, page: PageOne) -> None:
        """Draw what a campaign found."""
        self._page = page
        for gone in self.buttons:
            gone.hide()
            gone.deleteLater()
        self.buttons = [self._button(row.server) for row in page.rows if row.proposed]
        self.setVisible(any(True for _ in page.rows))
        self.set_picture(partial(picture, page, screen_medium()))

    def _button(self, server: str) -> QPushButton:
        made = QPushButton(self.tr("Measure"), self.canvas)
        made.setAccessibleName(
            filled(self.tr("Measure a protection in the application on {server}"),
                   server=isolated(server))
        )  # fmt: skip
        made.clicked.connect(partial(self.measure_asked.emit, server))
        made.show()
        return made

    def _place_buttons(self) -> None:
        """Put each button where the cost of the missing protection would be."""
        drawn = self.canvas.picture
        if not isinstance(drawn, ScreenDrawing):
            return
        scale = self.canvas.width() / drawn.width
        for button, place in zip(self.buttons, drawn.strips[0].proposals, strict=False):
            size = button.sizeHint()
            size.setHeight(min(size.height(), round(26 * scale)))
            button.resize(size)
            button.move(QPoint(round(place.x * scale), round(place.y * scale - size.height() / 2)))

    def _file_content(self, format: str) -> bytes:
        """The picture as a file's content in a `format` (svg, png, pdf), in the window's language.

        Raises: OSError for an unknown format, or without a picture
        """
        if self._page is None:
            raise OSError
        try:
            with written_in(current_language()):
                return typeset_svg(picture_svg(self._page), format, saving().dpi)
        except InputError as error:
            raise OSError(error.message) from error


_TONES = {TrustLevel.HIGH: "good", TrustLevel.FAIR: "warning", TrustLevel.LOW: "bad"}


class AnswerCard(QWidget):
    """A card: the question, the answer in large letters, and its lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ToneLabel("", "muted")
        self.head, self.lines = ToneLabel(), ToneLabel()
        self.title.setFont(scaled_font(0.9, bold=True))
        self.head.setFont(scaled_font(1.2, bold=True))
        column = vbox(self, margins=(12, 10, 12, 10), spacing=4)
        for label in (self.title, self.head, self.lines):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
        column.addStretch(1)
        theme_signals().changed.connect(self.update)

    def show_card(self, card: Card) -> None:
        """Show an answer; trust has its colour beside its word."""
        self.title.setText(message_text(card.title))
        self.head.setText(message_text(card.head.message))
        self.head.set_tone(_TONES[card.level] if card.level is not None else "text")
        lines = card.all_lines or card.lines  # there is no page 2 here to lead to
        self.lines.setText("\n".join(message_text(each.message) for each in lines))
        self.lines.setVisible(bool(lines))

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect())


class AnswerCards(QWidget):
    """Three cards side by side: what to do, what to plan for, whether to trust it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards = {kind: AnswerCard(self) for kind in CardKind}
        row = hbox(self, spacing=10)
        for card in self.cards.values():
            row.addWidget(card, 1)

    def show_cards(self, cards: Sequence[Card]) -> None:
        for each in cards:
            self.cards[each.kind].show_card(each)


class ResultsSummary(ScopedTab):
    """Chips (what was measured, and requirements), the picture, cards."""

    answered = Signal(object)
    """The user's `Requirements` for this campaign."""
    measure_asked = Signal(str)
    """A protection in the application is to be measured on this server."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self._form_campaign = 0
        self.page: PageOne | None = None
        self.form = RequirementsForm(self)
        self.requirements_button = QPushButton(self.tr("Re&quirements …"), self)
        self.requirements_button.clicked.connect(self._ask)
        self.form.answered.connect(self.answered)
        self._chips = FlowLayout(gap=6, line_gap=4)
        self._chip_labels: list[Badge] = []
        self.picture = SummaryPicture(self)
        self.picture.measure_asked.connect(self.measure_asked)
        self.cards = AnswerCards(self)
        inside = QWidget(self)
        vbox(
            inside,
            self._chips,
            self.form,
            self.picture,
            self.cards,
            STRETCH,
            margins=(0, 8, 0, 8),
            spacing=10,
        )
        self._area = area = QScrollArea(self)
        area.setAccessibleName(self.tr("Summary"))
        area.setObjectName("scrolled")
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(inside)
        vbox(self, area)
        self._chips.addWidget(self.requirements_button)
        theme_signals().changed.connect(self.redraw)

    @property
    def chips(self) -> list[str]:
        return [each.text() for each in self._chip_labels]

    def set_obstacle(self, obstacle: str) -> None:
        """`obstacle` says why requirements cannot be stored now; empty where they can."""
        self.requirements_button.setEnabled(not obstacle)
        self.requirements_button.setToolTip(obstacle)

    def _ask(self) -> None:
        """Open the form, and show all of it down to its buttons."""
        self.form.open()
        QTimer.singleShot(0, self, lambda: self._area.ensureWidgetVisible(self.form.advise_button))

    def draw(self, report: CampaignReport) -> None:
        asked = self._scope.requirements_for(report)
        page = self.page = self._scope.page_one(report)
        if report.summary.id != self._form_campaign:  # answers belong to one campaign
            self._form_campaign = report.summary.id
            self.form.hide()
        if self.form.isHidden():
            self.form.show_answers(asked)
        self.requirements_button.setVisible(bool(page.columns))
        badge = [self.tr("CPU time")] if page.by_cpu else []
        about = message_text(page.about)
        self._show_chips([about, *badge, *map(message_text, page.requirements)])
        self.picture.show_page(page)
        self.cards.show_cards(page.cards)

    def _show_chips(self, texts: Sequence[str]) -> None:
        for label in self._chip_labels:
            self._chips.removeWidget(label)
            label.hide()
            label.deleteLater()
        self._chip_labels = [Badge(text, parent=self) for text in texts if text]
        self._chips.removeWidget(self.requirements_button)
        for label in self._chip_labels:
            self._chips.addWidget(label)
            label.show()
        self._chips.addWidget(self.requirements_button)
