"""A layout that sets its parts in lines, as words in a paragraph."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

_WIDEST_WISH = 360


class FlowLayout(QLayout):
    """Places parts left to right and begins a new line where the width ends.

    Gaps are in px, and so are `indent`, which every line but the first begins with, and `wish`,
    the most that it asks for. One that `keeps` its height never gets lower again at the same width,
    until it is `reset`: all that lies below stands still while parts come and go. Sizes are asked
    of the parts once and kept until one of them changes, since a page asks a hundred times before
    it is laid out.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        gap: int = 8,
        line_gap: int = 8,
        indent: int = 0,
        wish: int = _WIDEST_WISH,
        *,
        keeps: bool = False,
    ) -> None:
        super().__init__()
        self._stored: dict[int, int] | None = {} if keeps else None
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
        if self._stored or self._expected:
            self._stored = {} if self._stored is not None else None
            self._expected = ()
            self.invalidate()

    def expect(self, widths: Sequence[int], height: int, most_lines: int) -> None:
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
            if self._stored is not None:
                needed = self._stored[width] = max(needed, self._stored.get(width, 0))
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
