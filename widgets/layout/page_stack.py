"""Pages on top of each other, of which one that is larger than the window is scrolled."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QStackedWidget, QWidget

from widgets.layout.boxes import vbox
from widgets.look.theme import dress

# A scroll area as high as its contents, which scrolls only if there is less room.


class FittingScrollArea(QScrollArea):
    """Widgets below it stay visible, however long its contents are."""

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._content = content
        self.setWidget(content)

    def sizeHint(self) -> QSize:
        content = self._content
        width = min(content.maximumWidth(), max(1, self.viewport().width()))
        height = content.heightForWidth(width) if content.hasHeightForWidth() else -1
        hint = content.sizeHint()
        return QSize(hint.width(), max(height, 0) or hint.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)


# Parts of which one is in front.


class FrontPart(QWidget):
    """Unlike those of a QStackedWidget, parts that are not in front ask for no room."""

    def __init__(self, *parts: QWidget, parent: QWidget | None = None) -> None:
        """The first of them is in front."""
        super().__init__(parent)
        self._parts = parts
        column = vbox(self)
        for part in parts:
            column.addWidget(part)
        self.show_part(parts[0])

    def show_part(self, part: QWidget) -> None:
        for each in self._parts:
            each.setVisible(each is part)


class PageStack(QScrollArea):
    """Only the page in front determines the size: a large page makes no other one scroll."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._inside = _Inside(self)
        self.pages = self._inside.pages
        self.pages.currentChanged.connect(lambda _: self.fit())
        self.setWidget(self._inside)
        dress(self.verticalScrollBar(), self.horizontalScrollBar())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def show_page(self, page: QWidget) -> None:
        """Bring a page to the front."""
        self.pages.setCurrentWidget(page)

    def fit(self) -> None:
        """Adopt the minimum size of the page in front."""
        QCoreApplication.sendEvent(self, QEvent(QEvent.Type.LayoutRequest))


class _Inside(QWidget):
    """Holds the stack without a layout, which would ask all of its pages."""

    def __init__(self, area: PageStack) -> None:
        super().__init__(area)
        self._area = area
        self.pages = QStackedWidget(self)

    def minimumSizeHint(self) -> QSize:
        page: QWidget | None = self.pages.currentWidget()
        return QSize() if page is None else page.minimumSizeHint()

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.pages.setGeometry(self.rect())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._area.fit()
        return super().event(event)
