"""How parts are laid out: in lines as words in a paragraph, in rows of fields, in grids of cards,
beside or below each other, scrolled; and which of them can fill the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, SignalInstance
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QTableView,
    QWidget,
)

# Parts that a window can show as large as the screen.

_kinds: list[type[QWidget]] = [QTableView]


def full_screen_kind[Kind: type[QWidget]](kind: Kind) -> Kind:
    """A class decorator: its widgets can fill the screen, as all tables can."""
    _kinds.append(kind)
    return kind


def can_be_full_screen(part: QWidget) -> bool:
    return isinstance(part, tuple(_kinds))


@runtime_checkable
class Scalable(Protocol):
    """A part whose text grows with its size."""

    def scale_to(self, size: QSize) -> None:
        """Fit the text to `size` in pixels; an empty size: as usual."""


@runtime_checkable
class PictureGroup(Protocol):
    """A part that holds several pictures, each of which can be shown by itself."""

    def titles(self) -> Sequence[str]:
        """Titles in the order of reading."""

    def index_with_focus(self, focus: QWidget | None) -> int | None:
        """Index of the picture that contains `focus`, the widget with the keyboard."""

    def show_only(self, at: int | None) -> None:
        """Show the picture with this index, or all."""


@runtime_checkable
class ClickablePictures(PictureGroup, Protocol):
    """Where all of them fill the screen, a click picks one."""

    @property
    def picked(self) -> SignalInstance:
        """Emits the index."""


# A column of parts some of which wrap: each has the height that its lines need.


class WrappingBox(QWidget):
    """It asks for the height that its layout needs at its width. A plain widget asks for that of
    the narrowest lines or of one line, and in a scroll area its parts come to lie over others."""

    def minimumSizeHint(self) -> QSize:
        least, layout = super().minimumSizeHint(), self.layout()
        if layout is None or not layout.hasHeightForWidth():
            return least
        width = max(self.width(), least.width())
        return QSize(least.width(), layout.totalMinimumHeightForWidth(width))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


# A splitter that has no room for its parts side by side, and sets them one above the other.


class TurningSplitter(QSplitter):
    """Side by side from `room` pixels on. It asks for no more width than its widest part."""

    def __init__(self, room: int, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._room = room

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        parts = filter(None, map(self.widget, range(self.count())))
        needs = (part.minimumSizeHint().expandedTo(part.minimumSize()).width() for part in parts)
        return QSize(max(needs, default=0), least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        across = self.width() >= self._room
        wanted = Qt.Orientation.Horizontal if across else Qt.Orientation.Vertical
        if wanted is not self.orientation():
            self.setOrientation(wanted)


class VerticalScroll(QScrollArea):
    """What is taller than its place, without a frame; its widget is as wide as it is itself."""

    def __init__(self, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(accessible_name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


class SteadyBox(QWidget):
    """Holds one widget, `inside`, which has a layout; has its surroundings laid out anew only when
    it needs another size.

    A layout that is done tells the one around it, up to the window, whether its size has changed or
    not: words that come and go in one corner had all of a page laid out.
    """

    def __init__(self, parent: QWidget | None = None, *, grows: bool = True) -> None:
        """One that `grows` is as high as it must be at its width."""
        super().__init__(parent)
        self._grows = grows
        self.inside = QWidget(self)
        self._last_needs: tuple[QSize, QSize, int] | None = None
        """What was told around it: its wish, its least size, and its height at its width."""

    def sizeHint(self) -> QSize:
        return self.inside.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self.inside.minimumSizeHint()

    def hasHeightForWidth(self) -> bool:
        return self._grows and self.inside.hasHeightForWidth()

    def heightForWidth(self, width: int) -> int:
        return self.inside.heightForWidth(width) if self._grows else -1

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.inside.setGeometry(self.rect())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._notify_if_changed()  # what is hidden hears of nothing

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._notify_if_changed()
        return super().event(event)

    def _notify_if_changed(self) -> None:
        needs = self.sizeHint(), self.minimumSizeHint(), self.heightForWidth(self.width())
        if needs != self._last_needs:
            self._last_needs = needs
            self.updateGeometry()


# Cards of equal width: as many side by side as have room, the others below.

_GAP = 16


class CardGrid(QWidget):
    """No card is narrower than `least` pixels, and none has more than `most` beside it."""

    def __init__(self, least: int, most: int = 3, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._least, self._most = least, most
        self._cards: list[QWidget] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add_card(self, card: QWidget) -> None:
        """Add a card behind the others."""
        card.setParent(self)
        self._cards.append(card)
        card.show()
        self.updateGeometry()

    def cards(self) -> Sequence[QWidget]:
        """The cards, in reading order."""
        return tuple(self._cards)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        rows = self._row_heights(width)
        return sum(rows) + _GAP * max(0, len(rows) - 1)

    def sizeHint(self) -> QSize:
        width = self._most * self._least + (self._most - 1) * _GAP
        return QSize(width, self.heightForWidth(max(self.width(), self._least)))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._least, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        columns, width = self._columns(self.width())
        top = 0
        for row, height in enumerate(self._row_heights(self.width())):
            for at, card in enumerate(self._cards[row * columns : (row + 1) * columns]):
                card.setGeometry(QRect(at * (width + _GAP), top, width, height))
            top += height + _GAP
        self.setMinimumHeight(max(0, top - _GAP))

    def _columns(self, width: int) -> tuple[int, int]:
        """How many, and how wide each is."""
        fitting = (width + _GAP) // (self._least + _GAP)
        columns = max(1, min(self._most, fitting, len(self._cards) or 1))
        return columns, (width - _GAP * (columns - 1)) // columns

    def _row_heights(self, width: int) -> list[int]:
        columns, each = self._columns(width)
        rows = (self._cards[at : at + columns] for at in range(0, len(self._cards), columns))
        return [max(_height(card, each) for card in row) for row in rows]


def _height(card: QWidget, width: int) -> int:
    layout = card.layout()
    if layout is not None and layout.hasHeightForWidth():
        return max(layout.totalHeightForWidth(width), card.minimumHeight())
    return max(card.sizeHint().height(), card.minimumHeight())


_MOST_WIDTH_HINT = 360


class FlowLayout(QLayout):
    """Places parts left to right and begins a new line where the width ends.

    Gaps are in px, and so are `indent`, which every line but the first begins with, and `wish`, the
    most that it asks for. One that `keeps_height` its height never gets lower again at the same
    width, until it is `reset`: all that lies below stands still while parts come and go. Sizes are
    asked of the parts once and kept until one of them changes, since a page asks a hundred times
    before it is laid out.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        gap: int = 8,
        line_gap: int = 8,
        indent: int = 0,
        wish: int = _MOST_WIDTH_HINT,
        *,
        keeps_height: bool = False,
    ) -> None:
        super().__init__()
        self._tallest: dict[int, int] | None = {} if keeps_height else None
        """The greatest height so far, by width."""
        self._wish = wish
        self._expected: Sequence[int] = ()
        """Widths of parts that are still to come."""
        self._expected_height, self._expected_lines = 0, 0
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}
        self._least: QSize | None = None
        self._gap = gap
        self._line_gap = line_gap
        self._indent = indent
        self.setContentsMargins(0, 0, 0, 0)
        if parent is not None:
            parent.setLayout(self)

    def insert_widget(self, index: int, widget: QWidget) -> None:
        """Put a widget before the part at `index`."""
        self.addWidget(widget)
        self._items.insert(index, self._items.pop())
        self.invalidate()

    def invalidate(self) -> None:
        self._heights.clear()
        self._least = None
        super().invalidate()

    def reset(self) -> None:
        """Take no more height than the parts need from now on."""
        if self._tallest or self._expected:
            self._tallest = {} if self._tallest is not None else None
            self._expected = ()
            self.invalidate()

    def reserve_lines(self, widths: Sequence[int], height: int, most_lines: int) -> None:
        """Take at least the height of parts so wide and high that are still to come, of no more
        than so many lines, until it is `reset`."""
        self._expected = widths
        self._expected_height, self._expected_lines = height, most_lines
        self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        if not 0 <= index < len(self._items):
            return None
        self.invalidate()
        return self._items.pop(index)

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            needed = self._place(QRect(0, 0, width, 0), move=False)
            needed = max(needed, self._expected_at(width))
            if self._tallest is not None:
                needed = self._tallest[width] = max(needed, self._tallest.get(width, 0))
            self._heights[width] = needed
        return self._heights[width]

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        spare = rect.height() - self.heightForWidth(rect.width())
        self._place(rect.adjusted(0, max(0, spare) // 2, 0, 0), move=True)

    def sizeHint(self) -> QSize:
        parts = [item.sizeHint() for item in self._visible()]
        width = sum(part.width() for part in parts) + self._gap * max(0, len(parts) - 1)
        height = max((part.height() for part in parts), default=0)
        return QSize(min(width, self._wish), height).expandedTo(self.minimumSize())

    def minimumSize(self) -> QSize:
        if self._least is None:
            self._least = self._least_size()
        return QSize(self._least)

    def _least_size(self) -> QSize:
        size = QSize()
        for item in self._visible():
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _visible(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _place(self, rect: QRect, *, move: bool) -> int:
        """Set parts in lines, each centred in its line's height; gives the height needed."""
        area = rect.marginsRemoved(self.contentsMargins())
        y = area.y()
        for number, line in enumerate(self._lines(area.width())):
            x = area.x() + (self._indent if number else 0)
            sizes = [self._fitted(item, area.x() + area.width() - x) for item in line]
            height = max(size.height() for size in sizes)
            for item, size in zip(line, sizes, strict=True):
                if move:
                    down = (height - size.height()) // 2
                    item.setGeometry(QRect(QPoint(x, y + down), size))
                x += size.width() + self._gap
            y += height + self._line_gap
        return max(0, y - self._line_gap - rect.y()) + self.contentsMargins().bottom()

    @staticmethod
    def _fitted(item: QLayoutItem, room: int) -> QSize:
        """What it wishes; higher where it is alone in its line, too wide, and wraps."""
        size = item.sizeHint()
        room = max(room, item.minimumSize().width())
        if size.width() <= room:
            return size
        return QSize(room, item.heightForWidth(room) if item.hasHeightForWidth() else size.height())

    def _expected_at(self, width: int) -> int:
        """Height of the parts that are still to come."""
        lines = used = 0
        for wide in self._expected:
            if lines and used + self._gap + wide <= width:
                used += self._gap + wide
            else:
                used = wide
                lines += 1
        lines = min(lines, self._expected_lines)
        return max(0, lines * (self._expected_height + self._line_gap) - self._line_gap)

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        used = 0
        for item in self._visible():
            wide = item.sizeHint().width()
            if lines and used + self._gap + wide <= width:
                lines[-1].append(item)
                used += self._gap + wide
            else:
                used = wide + (self._indent if lines else 0)
                lines.append([item])
        return lines
