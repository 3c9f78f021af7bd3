"""A narrow handle that folds a side panel away, to make room for the rest."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSettings, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from widgets.look.theme import current_palette, theme_signals

_WIDTH, _WIDE = 12, 20


class FoldHandle(QAbstractButton):
    """Points to where the panel goes, or comes back from; `at_left` is the side it stands on."""

    def __init__(
        self, panel: QWidget, name: str, *, at_left: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._panel, self._name, self._at_left = panel, name, at_left
        self._content: QWidget | None = None
        self._narrow = False
        self._settings: QSettings | None = None
        self._key = ""
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.toggled.connect(self._fold)
        theme_signals().changed.connect(self.update)
        self._update_texts()

    def remember_in(self, settings: QSettings, key: str) -> None:
        """Restore the state of the previous session, and keep it in these settings."""
        self.setChecked(settings.value(key, False, type=bool) is True)
        self._settings, self._key = settings, key

    def fold_when_narrow(self, narrow: bool, content: QWidget) -> None:
        """Where there is no room for both, show the panel or the content: the content at first."""
        self._content = content
        if narrow == self._narrow:
            return
        self._narrow = narrow
        folded = narrow or self._was_folded()
        if folded == self.isChecked():
            self._show(folded)
        else:
            self.setChecked(folded)

    def show_content(self) -> None:
        """Show the content again where the panel stands in its place."""
        if self._narrow:
            self.setChecked(True)

    def _was_folded(self) -> bool:
        """As the user left it where there was room."""
        settings = self._settings
        return settings is not None and settings.value(self._key, False, type=bool) is True

    def sizeHint(self) -> QSize:
        return QSize(_WIDE if self._narrow else _WIDTH, 48)

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = current_palette()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        around = QRectF(0.5, self.height() / 2 - 24, self.width() - 1, 48)
        painter.setPen(QPen(QColor(palette.accent if self.hasFocus() else palette.border), 1))
        painter.setBrush(QColor(palette.raised if self.underMouse() else palette.surface))
        painter.drawRoundedRect(around, 4, 4)
        painter.setPen(QPen(QColor(palette.text if self.underMouse() else palette.muted), 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        to_left = self._at_left != self.isChecked()
        tip = QPointF(around.center().x() + (-2 if to_left else 2), around.center().y())
        back = 4 if to_left else -4
        ends = [tip + QPointF(back, -4), tip, tip + QPointF(back, 4)]
        painter.drawPolyline(QPolygonF(ends))

    def _fold(self, folded: bool) -> None:
        if self._settings is not None and not self._narrow:
            self._settings.setValue(self._key, folded)
        self._show(folded)

    def _show(self, folded: bool) -> None:
        self._panel.setVisible(not folded)
        if self._content is not None:
            self._content.setVisible(folded or not self._narrow)
        self.updateGeometry()
        self._update_texts()
        self.update()

    def _update_texts(self) -> None:
        text = self.tr("Show {name}") if self.isChecked() else self.tr("Hide {name}")
        self.setAccessibleName(text.format(name=self._name))
        self.setToolTip(self.accessibleName())
