"""Shows the current chart, table or picture of a page full screen, as for a projector.

Widget classes register with `@full_screen_kind` (widgets/layout/layouts.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QCursor, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLayout,
    QPushButton,
    QScrollArea,
    QSplitter,
    QToolButton,
    QWidget,
)

from widgets.fields.choice import Choice
from widgets.layout.boxes import hbox, vbox
from widgets.layout.layouts import ClickablePictures, PictureGroup, Scalable, can_be_full_screen
from widgets.look.theme import dress
from widgets.parts.cards import ToneLabel

_MARGIN_PX = 12
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
"""Keys that go from picture to picture."""


def current_part(page: QWidget) -> QWidget | None:
    """The part with the focus, else the one under the mouse, else the largest visible one."""
    found = list(_candidates(page))
    focus = QApplication.focusWidget()
    for part in found:
        if focus is not None and (part is focus or part.isAncestorOf(focus)):
            return part
    mouse = QCursor.pos()
    under = [each for each in found if _contains(each, mouse)]
    return max(under or found, key=_area, default=None)


class FullScreenPictures(QObject):
    """Shows one part at a time full screen."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.shown: OnePicture | None = None

    def show_current(self, page: QWidget | None, title: str) -> bool:
        """Show the current part of a page; False if it has none."""
        part = current_part(page) if page is not None else None
        if part is None or self.shown is not None:
            return self.shown is not None
        self.shown = OnePicture(part, title, self._window)
        self.shown.closed.connect(self._forget)
        self.shown.open()
        return True

    def restore(self) -> None:
        """End the full screen; the part goes back to its page."""
        if self.shown is not None:
            self.shown.restore()

    def _forget(self) -> None:
        self.shown = None


class OnePicture(QWidget):
    """A full-screen window that takes a part out of its page, and puts it back when it closes. Of a
    group of pictures it shows all or one."""

    closed = Signal()

    def __init__(self, part: QWidget, title: str, over: QWidget) -> None:
        super().__init__(over, Qt.WindowType.Window)
        self.part = part
        self._origin = over
        self._focus = QApplication.focusWidget()
        self._group = part if isinstance(part, PictureGroup) and len(part.titles()) > 1 else None
        self._first = self._group.index_with_focus(self._focus) if self._group else None
        self._restored = False
        self.choice = Choice(16, self)
        self.choice.setAccessibleName(self.tr("Picture"))
        self._scroll = _ArrowsToWindow(self) if self._group else QScrollArea(self)
        self.back = QPushButton(self.tr("&Back (Esc)"), self)
        self.setWindowTitle(title)
        self._placeholder = _Placeholder(
            self.tr("Shown as large as the screen. Esc brings it back.")
        )
        self._swap_back = _replace_widget(part, self._placeholder)
        self._lay_out(title)
        self.back.clicked.connect(self.restore)
        part.destroyed.connect(self._part_destroyed)
        self._placeholder.destroyed.connect(self._part_destroyed)
        for key in (Qt.Key.Key_Escape, Qt.Key.Key_F11):
            QShortcut(QKeySequence(key), self, self.restore)
        if self._group is not None:
            self._offer(self._group)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dress(self)

    def open(self) -> None:
        self.setScreen(self._origin.screen())
        self.setGeometry(self._origin.screen().geometry())
        self.showFullScreen()
        self.part.show()
        self.part.setFocus()
        self._scale_part()
        if self._first is not None:
            self.choice.setCurrentIndex(1 + self._first)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to another picture by arrow keys that the part ignores."""
        by = _STEPS.get(Qt.Key(event.key()))
        if by is None or self._group is None:
            super().keyPressEvent(event)
        else:
            self._show_next(by)

    def _offer(self, group: PictureGroup) -> None:
        self.choice.addItems([self.tr("All pictures"), *group.titles()])
        self.choice.currentIndexChanged.connect(self._show_chosen)
        if isinstance(group, ClickablePictures):
            group.picked.connect(lambda at: self.choice.setCurrentIndex(1 + at))
        for key, by in ((Qt.Key.Key_PageUp, -1), (Qt.Key.Key_PageDown, 1)):
            QShortcut(QKeySequence(key), self, partial(self._show_next, by))

    def _show_next(self, by: int) -> None:
        """Show the next picture (`by` 1) or the previous one (-1), “All pictures” among them."""
        self.choice.setCurrentIndex((self.choice.currentIndex() + by) % self.choice.count())

    def _show_chosen(self, at: int) -> None:
        if self._group is None or at > len(self._group.titles()):
            return
        self._group.show_only(at - 1 if at > 0 else None)
        self._scale_part()

    def restore(self) -> None:
        """Put the part back into its page and close."""
        if self._restored:
            return
        self._restored = True
        if self._group is not None:
            self._group.show_only(None)
        self._scale_part(unscaled=True)
        self._scroll.takeWidget()
        self._swap_back()
        self.part.show()
        self._origin.activateWindow()
        if self._focus is not None and self.part.isAncestorOf(self._focus):
            self._focus.setFocus()
        else:
            self.part.setFocus()
        self.closed.emit()
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.restore()
        super().closeEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._scale_part()
        return super().event(event)

    def _part_destroyed(self) -> None:
        """The part or its page was destroyed meanwhile."""
        if not self._restored:
            self._restored = True
            self.closed.emit()
            self.close()

    def _scale_part(self, *, unscaled: bool = False) -> None:
        if isinstance(self.part, Scalable):
            self.part.scale_to(QSize() if unscaled else self._scroll.viewport().size())

    def _lay_out(self, title: str) -> None:
        head = hbox(None, (ToneLabel(title, "muted"), 1))
        previous, following = (
            _small(text, tip, partial(self._show_next, by), self)
            for text, tip, by in (
                ("◂", self.tr("The picture before (←, Page Up)"), -1),
                ("▸", self.tr("The next picture (→, Page Down)"), 1),
            )
        )
        for part in (previous, self.choice, following):
            part.setVisible(self._group is not None)
            head.addWidget(part)
        head.addWidget(self.back)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self.part)
        vbox(
            self, head, (self._scroll, 1), margins=(_MARGIN_PX, _MARGIN_PX, _MARGIN_PX, _MARGIN_PX)
        )


def _small(text: str, tip: str, act: Callable[[], None], parent: QWidget) -> QToolButton:
    button = QToolButton(parent)
    button.setText(text)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # arrows stay with the picture
    button.clicked.connect(lambda _: act())
    return button


class _ArrowsToWindow(QScrollArea):
    """A scroll area that leaves arrow keys to the window."""

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


def _replace_widget(part: QWidget, instead: QWidget) -> Callable[[], None]:
    """Replace a part by `instead`; returns a function that undoes that. It handles the kinds of
    parents that `_can_be_swapped` accepts."""
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
    assert layout is not None, "`_can_be_swapped` has not been asked"
    instead.setMinimumSize(part.minimumSize())
    layout.replaceWidget(part, instead)
    instead.show()

    def to_layout() -> None:
        part.setParent(parent)
        layout.replaceWidget(instead, part)
        instead.deleteLater()

    return to_layout


def _candidates(page: QWidget) -> Iterator[QWidget]:
    """Visible parts that can be shown full screen; not the popup list of a field."""
    for each in page.findChildren(QWidget):
        if can_be_full_screen(each) and each.isVisible() and _can_be_swapped(each):
            yield each


def _can_be_swapped(part: QWidget) -> bool:
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
    """Whether a part is in a layout or one nested in it."""
    items = (layout.itemAt(at) for at in range(layout.count()))
    inner = (item.layout() for item in items if item is not None)
    return layout.indexOf(part) >= 0 or any(each and _in_layout(each, part) for each in inner)


def _area(part: QWidget) -> int:
    seen = part.visibleRegion().boundingRect()
    return seen.width() * seen.height()


def _contains(part: QWidget, place: QPoint) -> bool:
    return part.visibleRegion().contains(part.mapFromGlobal(place))
