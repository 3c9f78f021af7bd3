"""The current chart, table or picture as large as the screen, for a projector.

Kinds of widgets are registered with `@alone` in widgets/layout/layouts.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QCursor, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QScrollArea,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from widgets.fields.choice import Choice
from widgets.layout.layouts import Filling, Picking, Several, can_be_alone
from widgets.look.theme import dress
from widgets.parts.cards import ToneLabel

_ROOM = 12
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
"""Keys that go from picture to picture."""


def current_part(page: QWidget) -> QWidget | None:
    """The part of a page that is shown alone: the one with the keyboard, else the one under the
    mouse, else the largest in sight."""
    found = list(_parts(page))
    focus = QApplication.focusWidget()
    for part in found:
        if focus is not None and (part is focus or part.isAncestorOf(focus)):
            return part
    mouse = QCursor.pos()
    under = [each for each in found if _seen(each) and _holds(each, mouse)]
    return max(under or found, key=_area, default=None)


class FullScreenPictures(QObject):
    """Shows one part at a time alone."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.shown: OnePicture | None = None

    def show_current(self, page: QWidget | None, title: str) -> bool:
        """Show the current part of a page; whether it has one."""
        part = current_part(page) if page is not None else None
        if part is None or self.shown is not None:
            return self.shown is not None
        self.shown = OnePicture(part, title, self._window)
        self.shown.returned.connect(self._forget)
        self.shown.open()
        return True

    def give_back(self) -> None:
        """Put back what is shown alone."""
        if self.shown is not None:
            self.shown.give_back()

    def _forget(self) -> None:
        self.shown = None


class OnePicture(QWidget):
    """A window as large as the screen that borrows a part, and gives it back where it was. Of
    several pictures it shows all, or the one that has the keyboard or is chosen."""

    returned = Signal()

    def __init__(self, part: QWidget, title: str, over: QWidget) -> None:
        super().__init__(over, Qt.WindowType.Window)
        self.part = part
        self._over = over
        self._focus = QApplication.focusWidget()
        self._several = part if isinstance(part, Several) and len(part.titles()) > 1 else None
        self._first = self._several.holding(self._focus) if self._several else None
        self._given_back = False
        self.choice = Choice(16, self)
        self.choice.setAccessibleName(self.tr("Picture"))
        self._scroll = _Screen(self) if self._several else QScrollArea(self)
        self.back = QPushButton(self.tr("&Back (Esc)"), self)
        self.setWindowTitle(title)
        self._place = _Placeholder(self.tr("Shown as large as the screen. Esc brings it back."))
        self._put_back = _taken_out(part, self._place)
        self._lay_out(title)
        self.back.clicked.connect(self.give_back)
        part.destroyed.connect(self._lost)
        self._place.destroyed.connect(self._lost)
        for key in (Qt.Key.Key_Escape, Qt.Key.Key_F11):
            QShortcut(QKeySequence(key), self, self.give_back)
        if self._several is not None:
            self._offer(self._several)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dress(self)

    def open(self) -> None:
        """Take the whole screen that the other window is on."""
        self.setScreen(self._over.screen())
        self.setGeometry(self._over.screen().geometry())
        self.showFullScreen()
        self.part.show()
        self.part.setFocus()
        self._fill()
        if self._first is not None:
            self.choice.setCurrentIndex(1 + self._first)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows that the part has no use for go from picture to picture."""
        by = _STEPS.get(Qt.Key(event.key()))
        if by is None or self._several is None:
            super().keyPressEvent(event)
        else:
            self._step(by)

    def _offer(self, several: Several) -> None:
        self.choice.addItems([self.tr("All pictures"), *several.titles()])
        self.choice.currentIndexChanged.connect(self._show_chosen)
        if isinstance(several, Picking):
            several.picked.connect(lambda at: self.choice.setCurrentIndex(1 + at))
        for key, by in ((Qt.Key.Key_PageUp, -1), (Qt.Key.Key_PageDown, 1)):
            QShortcut(QKeySequence(key), self, partial(self._step, by))

    def _step(self, by: int) -> None:
        """Show the next picture, or the one before; all are between the last and the first."""
        self.choice.setCurrentIndex((self.choice.currentIndex() + by) % self.choice.count())

    def _show_chosen(self, at: int) -> None:
        if self._several is None or at > len(self._several.titles()):
            return
        self._several.show_only(at - 1 if at > 0 else None)
        self._fill()

    def give_back(self) -> None:
        """Put the part where it was, and go."""
        if self._given_back:
            return
        self._given_back = True
        if self._several is not None:
            self._several.show_only(None)
        self._fill(as_usual=True)
        self._scroll.takeWidget()
        self._put_back()
        self.part.show()
        self._over.activateWindow()
        if self._focus is not None and self.part.isAncestorOf(self._focus):
            self._focus.setFocus()
        else:
            self.part.setFocus()
        self.returned.emit()
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.give_back()
        super().closeEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._fill()
        return super().event(event)

    def _lost(self) -> None:
        """The part, or the page that it belongs to, has gone."""
        if not self._given_back:
            self._given_back = True
            self.returned.emit()
            self.close()

    def _fill(self, *, as_usual: bool = False) -> None:
        """Have the part's letters larger, too, if it can."""
        if isinstance(self.part, Filling):
            self.part.fill(QSize() if as_usual else self._scroll.viewport().size())

    def _lay_out(self, title: str) -> None:
        head = QHBoxLayout()
        head.addWidget(ToneLabel(title, "muted"), 1)
        previous, following = (
            _small(text, tip, partial(self._step, by), self)
            for text, tip, by in (
                ("◂", self.tr("The picture before (←, Page Up)"), -1),
                ("▸", self.tr("The next picture (→, Page Down)"), 1),
            )
        )
        for part in (previous, self.choice, following):
            part.setVisible(self._several is not None)
            head.addWidget(part)
        head.addWidget(self.back)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self.part)
        column = QVBoxLayout(self)
        column.setContentsMargins(_ROOM, _ROOM, _ROOM, _ROOM)
        column.addLayout(head)
        column.addWidget(self._scroll, 1)


def _small(text: str, tip: str, act: Callable[[], None], parent: QWidget) -> QToolButton:
    button = QToolButton(parent)
    button.setText(text)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # arrows stay with the picture
    button.clicked.connect(lambda _: act())
    return button


class _Screen(QScrollArea):
    """Leaves it to the window to go from picture to picture."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if Qt.Key(event.key()) in _STEPS:
            event.ignore()
        else:
            super().keyPressEvent(event)


class _Placeholder(ToneLabel):
    def __init__(self, message: str) -> None:
        super().__init__(message, "muted")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)


def _taken_out(part: QWidget, instead: QWidget) -> Callable[[], None]:
    """Put `instead` where a part stands; gives what puts the part back.

    The kinds of parents here and in `_can_leave` must agree.
    """
    parent = part.parentWidget()
    area = parent.parentWidget() if parent is not None else None
    if isinstance(area, QScrollArea) and area.widget() is part:
        area.takeWidget()
        area.setWidget(instead)

        def to_area() -> None:
            area.takeWidget()
            area.setWidget(part)
            instead.deleteLater()

        return to_area
    if isinstance(parent, QSplitter):
        at, sizes = parent.indexOf(part), parent.sizes()
        parent.replaceWidget(at, instead)
        parent.setSizes(sizes)

        def to_splitter() -> None:
            parent.replaceWidget(at, part)
            parent.setSizes(sizes)
            instead.deleteLater()

        return to_splitter
    layout = parent.layout() if parent is not None else None
    assert layout is not None, "a part that stands nowhere cannot be given back"
    instead.setMinimumSize(part.minimumSize())
    layout.replaceWidget(part, instead)
    instead.show()

    def to_layout() -> None:
        part.setParent(parent)
        layout.replaceWidget(instead, part)
        instead.deleteLater()

    return to_layout


def _parts(page: QWidget) -> Iterator[QWidget]:
    """What can be shown alone: what is seen, stands in something that can hold another in its
    place, and is no list that a field opens."""
    for each in page.findChildren(QWidget):
        if can_be_alone(each) and each.isVisible() and _can_leave(each):
            yield each


def _can_leave(part: QWidget) -> bool:
    """Whether `_taken_out` knows its kind of parent."""
    parent = part.parentWidget()
    if parent is None or part.isWindow() or parent.isWindow():
        return False
    area = parent.parentWidget()
    if isinstance(area, QScrollArea) and area.widget() is part:
        return True
    if isinstance(parent, QSplitter):
        return True
    layout = parent.layout()
    return layout is not None and _in_layout(layout, part)


def _in_layout(layout: QLayout, part: QWidget) -> bool:
    """Whether it stands in a layout, or in one of those within."""
    items = (layout.itemAt(at) for at in range(layout.count()))
    inner = (item.layout() for item in items if item is not None)
    return layout.indexOf(part) >= 0 or any(each and _in_layout(each, part) for each in inner)


def _area(part: QWidget) -> int:
    seen = part.visibleRegion().boundingRect()
    return seen.width() * seen.height()


def _seen(part: QWidget) -> bool:
    return not part.visibleRegion().isEmpty()


def _holds(part: QWidget, place: QPoint) -> bool:
    return part.visibleRegion().contains(part.mapFromGlobal(place))
