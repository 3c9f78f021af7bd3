"""Files that are dropped on a part of the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from widgets.look.theme import draw_box, scaled_font, tone_color

_EDGE = 12


class FileDrop(QObject):
    """Accepts files dropped on a widget or its children, and nothing else."""

    dropped = Signal(list)
    """The paths of the files (list[Path])."""

    def __init__(self, target: QWidget, invitation: str) -> None:
        """`invitation` is shown over the widget while files are held over it."""
        super().__init__(target)
        self._cover = _Invitation(target, invitation)
        target.setAcceptDrops(True)
        target.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event.type():
            case QEvent.Type.DragEnter if isinstance(event, QDragEnterEvent) and _files(event):
                self._cover.invite()
                _accept(event)
            case QEvent.Type.DragLeave:
                self._cover.hide()
            case QEvent.Type.Drop if isinstance(event, QDropEvent) and (files := _files(event)):
                self._cover.hide()
                _accept(event)
                self.dropped.emit(files)
            case _:
                return super().eventFilter(watched, event)
        return True


def _files(event: QDropEvent) -> list[Path]:
    """The dragged files of this machine."""
    return [Path(each.toLocalFile()) for each in event.mimeData().urls() if each.isLocalFile()]


def _accept(event: QDropEvent) -> None:
    """Take a copy, so that a file manager never takes its own away."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()


class _Invitation(QWidget):
    """Lies over a widget and says what can be dropped on it."""

    def __init__(self, over: QWidget, words: str) -> None:
        super().__init__(over)
        self._over = over
        self._words = words
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def invite(self) -> None:
        self.setGeometry(self._over.rect().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE))
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setOpacity(0.9)
        draw_box(painter, self.rect(), "accent")
        painter.setOpacity(1.0)
        painter.setFont(scaled_font(1.2, bold=True))
        painter.setPen(tone_color("text"))
        painter.drawText(QRect(self.rect()), int(Qt.AlignmentFlag.AlignCenter), self._words)
