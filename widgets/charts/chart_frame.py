"""Base class of charts: a framed surface with a menu to copy and save its picture; and the head
line of live charts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QImage,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QBoxLayout, QMenu, QToolButton, QWidget

from widgets.charts.legend import Legend
from widgets.layout.boxes import hbox
from widgets.layout.layouts import full_screen_kind
from widgets.look.theme import current_palette, number_font, scaled_font, theme_signals
from widgets.parts.cards import ToneLabel, icon_button
from widgets.saving.saving import (
    ResolutionAction,
    ask_save_path,
    file_name,
    replace_file,
    saving,
)
from widgets.saving.widget_pictures import (
    copy_picture,
    is_being_pictured,
    only_on_screen,
    save_picture,
)

# The line above a live chart: title, unit, readings, and a button to follow the newest samples
# again.

_GAP = 16


class ChartHead(QWidget):
    """Keeps its height whatever it shows, so that the plot below stands still."""

    follow_requested = Signal()

    def __init__(self, title: str, unit: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # readings change often
        heading = ToneLabel(title, parent=self)
        heading.setFont(scaled_font(bold=True))
        self.legend = Legend(self)
        self._listed: dict[str, bool] = {}
        """Legend entries to show or hide at the next `apply_scheduled`, by key."""
        self._second = ToneLabel("", "muted", self)
        self._second.setFont(number_font())
        self._linked = False
        self._follow = self._follow_button()
        words = hbox(None, heading, ToneLabel(unit, "muted", self), spacing=8)
        words.addStretch(0)
        readings = hbox(None, (self.legend, 1), self._second, self._follow, spacing=8)
        self._words, self._readings = words, readings
        self._in_line: bool | None = None
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.addLayout(words)
        self._rows.addLayout(readings, 1)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        chart = self.parentWidget()
        if chart is None or not is_being_pictured(chart):
            QPainter(self).fillRect(event.rect(), QColor(current_palette().surface))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def schedule_listing(self, key: str, on: bool) -> bool:
        """Show or hide a legend entry at the next `apply_scheduled`; returns whether that is a
        change."""
        if self._listed.get(key, self.legend.is_listed(key)) == on:
            return False
        self._listed[key] = on
        return True

    def apply_scheduled(self) -> None:
        """Apply scheduled changes and lay out at once: later, Qt would paint the plot below
        twice."""
        for key, on in self._listed.items():
            self.legend.set_listed(key, on)
        self._listed.clear()
        if (layout := self.legend.layout()) is not None:
            layout.activate()
        self._arrange()
        self._rows.activate()

    def _arrange(self) -> None:
        """Put the legend in line with the title, or below it if there is no room."""
        needed = self._words.minimumSize().width() + self._readings.minimumSize().width()
        in_line = self.width() >= needed + _GAP
        if in_line is self._in_line:
            return
        self._in_line = in_line
        way = QBoxLayout.Direction.LeftToRight if in_line else QBoxLayout.Direction.TopToBottom
        self._rows.setDirection(way)
        self._rows.setSpacing(_GAP if in_line else 2)

    def show_second(self, text: str) -> None:
        """Show the time of the readings; empty for the newest."""
        self._second.setText(text)

    def show_following(self, following: bool) -> None:
        """Show the follow button while the view does not follow."""
        self._follow.setVisible(not following and not self._linked)

    def hide_follow_button(self) -> None:
        """Hide the button, since another chart on the time axis has it."""
        self._linked = True
        self._follow.hide()
        policy = self._follow.sizePolicy()
        policy.setRetainSizeWhenHidden(False)
        self._follow.setSizePolicy(policy)

    def _follow_button(self) -> QToolButton:
        tip = self.tr("Follow the newest samples (F)")
        button = icon_button("follow", self.tr("Follow"), self, tip=tip)
        button.clicked.connect(self.follow_requested)
        only_on_screen(button)
        return button


_CORNER = 7
"""Width of its edge in pixels, rounded corners included."""


@full_screen_kind
class ChartFrame(QWidget):
    """A framed surface that can be copied and saved as a picture."""

    picture_failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._caption = self._file_subject = ""
        self._renderer: Callable[[str], bytes] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Chart"))
        self.setAccessibleDescription(self.tr("No figures yet"))
        self._copy = QAction(self.tr("&Copy picture"), self)
        self._copy.setShortcut(QKeySequence.StandardKey.Copy)
        self._copy.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._copy.triggered.connect(self.copy_picture)
        self.addAction(self._copy)
        theme_signals().changed.connect(self._recolour)

    def set_caption(self, caption: str, subject: str = "") -> None:
        """Set the caption of its pictures (source and number of figures). File names are made of it
        and of `subject`, by default the chart's title."""
        self._caption, self._file_subject = caption, subject
        self.setAccessibleDescription(caption)

    def set_renderer(self, draw: Callable[[str], bytes]) -> None:
        """Have pictures rendered by `draw` instead of from the widget: it takes a format (png, svg
        or pdf) and returns the file's content. Raises OSError for another format."""
        self._renderer = draw

    def save_picture(self, path: Path | str) -> None:
        """Save in light colours: SVG, PDF, or PNG at the chosen resolution. Raises OSError."""
        if self._renderer is not None:
            replace_file(Path(path), self._renderer(Path(path).suffix[1:].lower()))
            return
        with self._pictured():
            save_picture(self, path, self._caption)

    def copy_picture(self) -> None:
        """Put the picture on the clipboard."""
        if self._renderer is not None:
            QGuiApplication.clipboard().setImage(QImage.fromData(self._renderer("png")))
            return
        with self._pictured():
            copy_picture(self, self._caption)

    def picture_filters(self) -> list[str]:
        """The formats of its pictures, for a dialog."""
        return [
            self.tr("PNG picture (*.png)"),
            self.tr("SVG drawing (*.svg)"),
            self.tr("PDF document (*.pdf)"),
        ]

    def build_menu(self) -> QMenu:
        """The context menu; it deletes itself when it closes."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self._copy)
        menu.addAction(self.tr("&Save picture…"), self._ask_where_to_save)
        menu.addAction(ResolutionAction(menu))
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.build_menu().popup(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if is_being_pictured(self):
            return
        palette = current_palette()
        painter = QPainter(self)
        if self.rect().adjusted(_CORNER, _CORNER, -_CORNER, -_CORNER).contains(event.rect()):
            painter.fillRect(event.rect(), QColor(palette.surface))  # under a reading that changed
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(palette.surface))
        painter.setPen(QPen(QColor(palette.accent if self.hasFocus() else palette.border), 1))
        edge = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(edge, _CORNER - 1, _CORNER - 1)

    def _pictured(self) -> AbstractContextManager[None]:
        """A context in which the chart is drawn for a picture."""
        return nullcontext()

    def _recolour(self) -> None:
        self.update()

    def _ask_where_to_save(self) -> None:
        ask_save_path(self, self.picture_name(), self.picture_filters(), self._save_or_tell)

    def picture_name(self) -> str:
        """A name for its picture's file: the caption, and what the chart shows."""
        title = (self.accessibleName() or self.tr("chart")).split(",")[0]
        return file_name(self._caption, self._file_subject or title, ending="png")

    def _save_or_tell(self, path: Path) -> None:
        try:
            self.save_picture(path)
        except OSError as error:
            self.picture_failed.emit(str(error))
        else:
            saving().announce_saved(path)
