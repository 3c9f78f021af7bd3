"""The list of servers on the servers page (status dot, name, version, source, state), and the menu
that adds one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.report.words.colours import colour_keys
from app.servers.entry import ServerEntry
from app.window.base.messages import message_text
from app.window.servers.known_servers import KnownServers
from app.window.servers.server_words import dot_of, step_of, summary
from engines.contract.endpoint import Source
from engines.contract.message import NOTHING
from widgets.look.names import plain_tip
from widgets.look.theme import (
    current_palette,
    mix,
    number_font,
    scaled_font,
    series_style,
    theme_signals,
    tone_color,
)
from widgets.parts.cards import paint_status_dot


class AddMenu(QMenu):
    """One entry for each source of servers, refilled when it opens; an unavailable one shows
    why."""

    source_chosen = Signal(object)
    """The Source that a server is to be added from."""

    def __init__(self, known_servers: KnownServers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known_servers = known_servers
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        self.clear()
        self._add(Source.EMBEDDED, self.tr("&Embedded …"))
        self._add(Source.LOCAL, self.tr("&Local …"))
        self._add(Source.CONTAINER, self.tr("In a &container …"))
        self._add(Source.ADDRESS, self.tr("At an &address …") + "\tCtrl+N")

    def _add(self, source: Source, text: str) -> None:
        action = self.addAction(text)
        kinds = [kind for kind in self._known_servers.kinds() if kind.source is source]
        action.setEnabled(any(kind.available for kind in kinds))
        if not action.isEnabled():
            action.setToolTip(
                plain_tip(message_text(next((kind.reason for kind in kinds), NOTHING)))
            )
        action.triggered.connect(lambda: self.source_chosen.emit(source))


Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole


class ServerList(QListView):
    """The list; its current server stays current when entries change."""

    current_changed = Signal(str)
    """The name of the server that is current now; empty without one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = _ServerModel(self)
        self.setModel(self._model)
        self.setItemDelegate(_ServerDelegate(self))
        self.setAccessibleName(self.tr("Servers"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setUniformItemSizes(True)
        self.selectionModel().currentChanged.connect(
            lambda index, _: self.current_changed.emit(self._name(index))
        )
        theme_signals().changed.connect(self.viewport().update)

    def set_entries(self, entries: Sequence[ServerEntry]) -> None:
        """Show these servers; the first becomes current if the current one is gone."""
        name = self.current()
        self._model.set_entries(entries)
        names = [entry.name for entry in entries]
        if names and self.current() != (name if name in names else names[0]):
            self.set_current(name if name in names else names[0])

    def current(self) -> str:
        """The name of the current server; empty without one."""
        return self._name(self.currentIndex())

    def set_current(self, name: str) -> None:
        self.setCurrentIndex(self._model.index(self._model.row_of(name)))

    def _name(self, index: Index) -> str:
        entry = index.data(Role.UserRole)
        return entry.name if isinstance(entry, ServerEntry) else ""


class _ServerModel(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._entries: list[ServerEntry] = []

    def set_entries(self, entries: Sequence[ServerEntry]) -> None:
        """Reset the model only if the names change, so that position and focus are not lost."""
        if [e.name for e in entries] != [e.name for e in self._entries]:
            self.beginResetModel()
            self._entries = list(entries)
            self.endResetModel()
            return
        self._entries = list(entries)
        if entries:
            self.dataChanged.emit(self.index(0), self.index(len(entries) - 1))

    def row_of(self, name: str) -> int:
        return next((i for i, entry in enumerate(self._entries) if entry.name == name), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:  # noqa: PLR0911
        if not index.isValid():
            return None
        entry = self._entries[index.row()]
        match role:
            case Role.UserRole:
                return entry
            case Role.DecorationRole:
                names = ((each.name, each.spec.engine) for each in self._entries)
                return colour_keys(names)[entry.name]
            case Role.DisplayRole:
                return entry.name
            case Role.AccessibleTextRole:
                return f"{entry.name} {entry.version}, {summary(entry)}"
            case Role.ToolTipRole:
                return plain_tip(
                    "\n".join(
                        filter(None, (entry.name, message_text(entry.reason) or step_of(entry)))
                    )
                )
        return None


class _ServerDelegate(QStyledItemDelegate):
    """Two lines: name and version above, source and state below."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        lines = QFontMetrics(scaled_font(bold=True)).height() + QFontMetrics(_small()).height()
        return QSize(180, lines + 20)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: ServerEntry = index.data(Role.UserRole)
        box = QRectF(option.rect).adjusted(4, 2, -4, -2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_background(painter, box, option.state)
        painter.setBrush(series_style(index.data(Role.DecorationRole)).colour)
        painter.drawRoundedRect(
            QRectF(box.left() + 4, box.top() + 8, 3, box.height() - 16), 1.5, 1.5
        )
        words = box.adjusted(36, 6, -10, -6)
        paint_status_dot(painter, QRectF(box.left() + 15, words.top() + 2, 12, 12), dot_of(entry))
        _paint_name(painter, words, entry)
        _paint_summary(painter, words, entry)
        painter.restore()


def _paint_background(painter: QPainter, box: QRectF, state: QStyle.StateFlag) -> None:
    palette = current_palette()
    painter.setPen(Qt.PenStyle.NoPen)
    if state & QStyle.StateFlag.State_Selected:
        painter.setBrush(QColor(mix(palette.surface, palette.accent, 0.16)))
        painter.drawRoundedRect(box, 5, 5)
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.setBrush(QColor(palette.raised))
        painter.drawRoundedRect(box, 5, 5)


def _paint_name(painter: QPainter, words: QRectF, entry: ServerEntry) -> None:
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
    painter.setFont(number_font())
    painter.setPen(tone_color("muted"))
    painter.drawText(words, right, entry.version)
    taken = painter.fontMetrics().horizontalAdvance(entry.version)
    painter.setFont(scaled_font(bold=True))
    painter.setPen(tone_color("text"))
    _draw_elided(
        painter,
        words.adjusted(0, 0, -taken - 8, 0),
        entry.name,
        Qt.AlignmentFlag.AlignTop,
        Qt.TextElideMode.ElideMiddle,  # names of one house often differ at their ends
    )


def _paint_summary(painter: QPainter, words: QRectF, entry: ServerEntry) -> None:
    painter.setFont(_small())
    painter.setPen(tone_color("muted"))
    _draw_elided(painter, words, summary(entry), Qt.AlignmentFlag.AlignBottom)


def _draw_elided(
    painter: QPainter,
    box: QRectF,
    text: str,
    edge: Qt.AlignmentFlag,
    cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> None:
    fitting = painter.fontMetrics().elidedText(text, cut, int(box.width()))
    painter.drawText(box, Qt.AlignmentFlag.AlignLeft | edge, fitting)


def _small() -> QFont:
    return scaled_font(0.92)
