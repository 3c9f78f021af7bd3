"""Small parts that pages are made of: cards, empty states, badges, titles, dots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from widgets.layout.boxes import STRETCH, hbox, vbox
from widgets.look.icons import draw_icon, icon
from widgets.look.names import draw_lines, plain_tip, wrap_text
from widgets.look.theme import current_palette, scaled_font, theme_signals, tone_color, tone_tint

_MOST_KNOWN = 8
_EMPTY_WIDTH = 260

DotState = Literal["ok", "idle", "busy", "error"]


class ToneLabel(QLabel):
    """Plain text whose ink is a tone of the palette and follows the theme."""

    def __init__(self, text: str = "", tone: str = "text", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)  # names may look like tags
        self._tone = tone
        self._recolour()
        theme_signals().changed.connect(self._recolour)

    def set_tone(self, tone: str) -> None:
        """Take another tone: text, muted, accent, good, warning or bad."""
        if tone != self._tone:
            self._tone = tone
            self._recolour()

    def changeEvent(self, event: QEvent) -> None:
        """In another window, Qt gives it the ink that it had when it was first shown."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._recolour()

    def _recolour(self) -> None:
        palette = self.palette()
        for role in (palette.ColorRole.WindowText, palette.ColorRole.ButtonText):
            palette.setColor(role, tone_color(self._tone))
        self.setPalette(palette)


def icon_button(
    icon_name: str, name: str, parent: QWidget, *, tip: str = "", tone: str = "text"
) -> QToolButton:
    """A flat button with an icon alone; screen readers have its name."""
    button = QToolButton(parent)
    button.setAutoRaise(True)
    button.setIcon(icon(icon_name, tone))
    button.setToolTip(tip)
    button.setAccessibleName(name)
    return button


class WrappedLabel(ToneLabel):
    """Text in as many lines as it needs."""

    def __init__(self, text: str = "", tone: str = "text", parent: QWidget | None = None) -> None:
        super().__init__(text, tone, parent)
        self.setWordWrap(True)


class ElidedLabel(ToneLabel):
    """One line that is cut if it does not fit; then the tooltip has the whole text, unless one is
    set."""

    def __init__(
        self,
        text: str = "",
        tone: str = "text",
        parent: QWidget | None = None,
        cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(text, tone, parent)
        self._cut = cut
        self._whole = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        fitting = self._fitting()
        if fitting == self.text():
            super().paintEvent(event)  # it can be selected there
            return
        painter = QPainter(self)
        painter.setPen(tone_color(self._tone))
        painter.drawText(self.contentsRect(), int(self.alignment()), fitting)

    def _fitting(self) -> str:
        """What has room; the tooltip has the rest."""
        width = self.contentsRect().width()
        fitting = self.fontMetrics().elidedText(self.text(), self._cut, width)
        if self.toolTip() == self._whole:
            self._whole = plain_tip(self.text()) if fitting != self.text() else ""
            self.setToolTip(self._whole)
        return fitting


class CutLabel(ElidedLabel):
    """Text in up to `lines` lines, as high as needed."""

    def __init__(self, lines: int = 2, tone: str = "text", parent: QWidget | None = None) -> None:
        super().__init__("", tone, parent)
        self._lines = lines
        self._known: dict[tuple[str, str, int, int], list[str]] = {}
        """Lines by text, font, width and most lines: a page asks dozens of times while it is laid
        out."""
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_lines(self, lines: int) -> None:
        """Show so many lines at most from now on."""
        self._lines = lines
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max(1, len(self._wrapped(width, self._lines))) * self.fontMetrics().height()

    def _wrapped(self, width: int, most: int) -> list[str]:
        key = self.text(), self.font().key(), width, most
        if key not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[key] = wrap_text(self.text(), self.font(), width, most)
        return self._known[key]

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(200, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(24, self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        shown = self._wrapped(self.width(), self._lines)
        cut = len(self._wrapped(self.width(), self._lines + 1)) > len(shown)
        self.setToolTip(plain_tip(self.text()) if cut else "")
        painter = QPainter(self)
        painter.setPen(tone_color(self._tone))
        draw_lines(painter, QRectF(self.rect()), self.text(), self._lines)


class SectionTitle(ToneLabel):
    """The title of a part of a page."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, "text", parent)
        self.setFont(scaled_font(1.1, bold=True))


class FormLabel(QLabel):
    """The name of a field, with its mnemonic; plain text in the ink of the style."""

    def __init__(self, text: str = "", buddy: QWidget | None = None) -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        if buddy is not None:
            self.setBuddy(buddy)
            _name_field(buddy, text)


def _name_field(field: QWidget, text: str) -> None:
    """Name the focused part of a field, since screen readers ignore the label of its parent."""
    while (inner := field.focusProxy()) is not None:
        field = inner
    if not field.accessibleName() and not isinstance(field, QAbstractButton):
        field.setAccessibleName(text.replace("&", ""))


class Badge(ElidedLabel):
    """A small pill; its tone is neutral, good, warning, bad or accent."""

    def __init__(self, text: str, tone: str = "neutral", parent: QWidget | None = None) -> None:
        super().__init__(text, tone, parent)
        self.setFont(scaled_font(0.9))
        self.setContentsMargins(7, 1, 7, 2)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        theme_signals().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tone_tint(self._tone))
        box = QRectF(self.rect())
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setPen(tone_color(self._tone))
        painter.drawText(self.contentsRect(), Qt.AlignmentFlag.AlignCenter, self._fitting())


class StatusDot(QWidget):
    """A state as a mark whose shape differs too: disc, ring, half disc, triangle."""

    def __init__(self, state: DotState = "idle", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(12, 12)
        self._state: DotState = state
        self.set_state(state)
        theme_signals().changed.connect(self.update)

    def set_state(self, state: DotState) -> None:
        """Show ok, idle, busy or error."""
        self._state = state
        words = {
            "ok": self.tr("ready"),
            "idle": self.tr("idle"),
            "busy": self.tr("busy"),
            "error": self.tr("error"),
        }
        self.setAccessibleName(words[state])
        self.setToolTip(words[state])
        self.update()

    def state(self) -> DotState:
        return self._state

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_status_dot(QPainter(self), QRectF(self.rect()), self._state)


def paint_status_dot(painter: QPainter, rect: QRectF, state: DotState) -> None:
    """Draw a status mark into a square, for delegates as well as for StatusDot."""
    tones = {"ok": "good", "idle": "muted", "busy": "accent", "error": "bad"}
    colour = tone_color(tones[state])
    mark = rect.adjusted(1.5, 1.5, -1.5, -1.5)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.6))
    painter.setBrush(colour if state in ("ok", "error") else Qt.BrushStyle.NoBrush)
    if state == "error":
        _paint_alarm(painter, mark)
        return
    painter.drawEllipse(mark)
    if state == "busy":
        painter.setBrush(colour)
        painter.drawPie(mark, 90 * 16, -180 * 16)


def _paint_alarm(painter: QPainter, mark: QRectF) -> None:
    top = QPointF(mark.center().x(), mark.top())
    painter.drawPolygon(QPolygonF([top, mark.bottomRight(), mark.bottomLeft()]))


class ActionCard(QAbstractButton):
    """A card that stands for one decision; all of it can be clicked, Enter and Space act too."""

    activated = Signal()

    def __init__(
        self,
        title: str,
        text: str,
        button_text: str,
        icon_name: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self._icon_name = icon_name
        self._fill(title, text, button_text)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.clicked.connect(self.activated)
        theme_signals().changed.connect(self.update)

    def set_primary(self, primary: bool) -> None:
        """Mark this card's button as the one to press first."""
        self._button.setProperty("primary", primary)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return self._column.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = current_palette()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lively = self.underMouse() or self.hasFocus()
        edge = QPen(QColor(palette.accent if lively else palette.border))
        edge.setWidthF(2.0 if self.hasFocus() else 1.0)
        painter.setPen(edge)
        painter.setBrush(QColor(palette.raised if self.isDown() else palette.surface))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        draw_icon(painter, QRectF(24, 24, 28, 28), self._icon_name, palette.accent)

    def _fill(self, title: str, text: str, button_text: str) -> None:
        self._button = QPushButton(button_text, self)
        self._button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._button.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        body = WrappedLabel(text, "muted")
        body.setMinimumWidth(200)
        self._column = vbox(self, margins=(24, 64, 24, 24), spacing=8)
        heading = SectionTitle(title)
        heading.setWordWrap(True)
        self._column.addWidget(heading)
        self._column.addWidget(body)
        self._column.addStretch(1)
        self._column.addSpacing(8)
        self._column.addWidget(self._button, 0, Qt.AlignmentFlag.AlignLeft)


class EmptyState(QWidget):
    """What an empty page says: what belongs here and what to do next."""

    activated = Signal()
    further_activated = Signal(int)
    """The button of a further action was pressed: its index."""

    def __init__(
        self,
        icon_name: str,
        title: str,
        text: str,
        action_text: str | None = None,
        parent: QWidget | None = None,
        further_actions: Sequence[str] = (),
    ) -> None:
        super().__init__(parent)
        heading = SectionTitle(title)
        body = WrappedLabel(text, "muted")
        body.setMinimumWidth(_EMPTY_WIDTH)
        line = hbox(None, STRETCH, (body, 3), STRETCH)
        body.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column = vbox(self, margins=None, spacing=8)
        column.addStretch(2)
        for part in (_BigIcon(icon_name), heading):
            column.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(line)
        self._button: QPushButton | None = None
        self._reason = ToneLabel("", "muted")
        self._reason.hide()
        if action_text:
            column.addSpacing(8)
            self._button = self._action(action_text)
            column.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(self._reason, 0, Qt.AlignmentFlag.AlignHCenter)
        for number, each in enumerate(further_actions):
            further = QPushButton(each, self)
            further.clicked.connect(partial(self.further_activated.emit, number))
            column.addWidget(further, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    def disable_action(self, reason: str) -> None:
        """Disable the action and show the reason; an empty reason enables it."""
        if self._button is not None:
            self._button.setEnabled(not reason)
        self._reason.setText(reason)
        self._reason.setVisible(bool(reason))

    def _action(self, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setProperty("primary", True)
        button.clicked.connect(self.activated)
        return button


class _BigIcon(QLabel):
    """An icon of 40 px in muted ink."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._redraw()
        theme_signals().changed.connect(self._redraw)

    def _redraw(self) -> None:
        self.setPixmap(icon(self._name, "muted").pixmap(QSize(40, 40), self.devicePixelRatioF()))
