"""Notices above a body that does not move under the mouse while they come and go."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMargins, QObject, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

_SPACING = 8
_SHOWN_OR_HIDDEN = frozenset({QEvent.Type.HideToParent, QEvent.Type.ShowToParent})


class NoticesAbove(QWidget):
    """A notice lies over the body as long as the mouse points there; when it points elsewhere, the
    body gives it room, or takes back the room of one that has gone."""

    def __init__(
        self,
        notices: Sequence[QWidget],
        body: QWidget,
        margins: QMargins | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`margins` are around all notices together, while there are any."""
        super().__init__(parent)
        self._body = body
        self._room = 0
        """Height in pixels that the body now leaves for notices."""
        self._strip = QWidget(self)
        self._notices = tuple(notices)
        column = QVBoxLayout(self._strip)
        column.setContentsMargins(margins or QMargins(0, 0, 0, _SPACING))
        column.setSpacing(_SPACING)
        for notice in notices:
            column.addWidget(notice)
            notice.installEventFilter(self)
        body.setParent(self)
        body.installEventFilter(self)
        self._strip.installEventFilter(self)
        self.fit_notices()

    def fit_notices(self) -> None:
        """Give the notices exactly the room they need, since the body moves anyway."""
        self._room = self._wanted()
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        return self._body.minimumSizeHint() + QSize(0, self._room)

    def sizeHint(self) -> QSize:
        return self._body.sizeHint() + QSize(0, self._room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.fit_notices()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self._body:
            if kind == QEvent.Type.Leave and QApplication.activePopupWidget() is None:
                self.fit_notices()
            elif kind == QEvent.Type.LayoutRequest:
                self.updateGeometry()
        elif kind in _SHOWN_OR_HIDDEN or (
            watched is self._strip and kind == QEvent.Type.LayoutRequest
        ):
            self._follow()
        return super().eventFilter(watched, event)

    def _follow(self) -> None:
        if self._body.underMouse():
            self._arrange()
        else:
            self.fit_notices()

    def _wanted(self) -> int:
        layout = self._strip.layout()
        if layout is None or all(each.isHidden() for each in self._notices):
            return 0
        layout.activate()
        return (
            layout.totalHeightForWidth(self.width())
            if layout.hasHeightForWidth()
            else (layout.totalSizeHint().height())
        )

    def _arrange(self) -> None:
        wanted = self._wanted()
        self._strip.setVisible(bool(wanted))
        self._strip.setGeometry(0, 0, self.width(), wanted)
        self._body.setGeometry(0, self._room, self.width(), max(0, self.height() - self._room))
        (self._strip if wanted > self._room else self._body).raise_()
        self.updateGeometry()
