"""The list of stored campaigns, with a search field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.results.records import CampaignSummary
from app.window.shared.run_words import progress_text
from app.window.shared.states import campaign_state
from widgets.layout.boxes import vbox
from widgets.look.names import filled, isolated, plain_tip, shortened
from widgets.look.numbers import datetime_text
from widgets.look.theme import number_font, scaled_font, theme_signals, tone_color, tone_tint
from widgets.parts.cards import ToneLabel
from widgets.tables.cell_grid import paint_status_icon, status_word

Index = QModelIndex | QPersistentModelIndex
_SUMMARY = Qt.ItemDataRole.UserRole


class CampaignList(QWidget):
    """Newest first. Signals carry the id in the store.

    Hidden campaigns are listed on request.
    """

    selected = Signal(int)
    comparison_selected = Signal(object)
    """The ids of the campaigns to compare, in the order of the list: two or more, or one to compare
    within itself."""

    menu_wanted = Signal(object)
    """The place on the screen (QPoint) for a menu about the current campaign."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._all: list[CampaignSummary] = []
        self._current = 0
        self._compared: tuple[int, ...] = ()
        self._marking = False
        self.field = self._make_search()
        self.show_hidden = QCheckBox(self.tr("Show hidden c&ampaigns"), self)
        self.show_hidden.toggled.connect(self._relist)
        self.show_hidden.hide()
        self._nothing = ToneLabel("", "muted", self)
        self._nothing.setWordWrap(True)
        self._nothing.hide()
        self._model = _Model(self)
        self.view = QListView(self)
        self.view.setModel(self._model)
        self.view.setItemDelegate(_Delegate(self.view))
        self.view.setAccessibleName(self.tr("Campaigns"))
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.view.selectionModel().selectionChanged.connect(self._on_selection)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.view)
        escape.setContext(Qt.ShortcutContext.WidgetShortcut)
        escape.activated.connect(self.leave_comparison)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._ask_for_menu)
        self.setFocusProxy(self.view)
        theme_signals().changed.connect(self.view.viewport().update)
        vbox(self, self.field, self._nothing, (self.view, 1), self.show_hidden, spacing=8)

    def show_campaigns(self, summaries: Sequence[CampaignSummary]) -> None:
        """Replace the list and keep the current campaign; take the newest when it is gone."""
        if list(summaries) == self._all:
            return
        before = {each.id for each in self._listable()}
        self._all = list(summaries)
        self.show_hidden.setVisible(any(each.archived for each in summaries))
        self._keep_current(before)

    def _relist(self) -> None:
        self._keep_current({each.id for each in self._all})

    def _keep_current(self, before: set[int]) -> None:
        """Filter again; `before` are the ids that were listed. Where the current campaign is one of
        them and no longer listed, the newest becomes current."""
        gone = before - {each.id for each in self._listable()}
        left = tuple(each for each in self._compared if each not in gone)
        if len(left) < min(2, len(self._compared)):
            self.select(next(iter(left), 0))
        elif self._current in gone and not left:
            self.select(0)
        else:
            self._compared = left
            self._filter()

    def _listable(self) -> list[CampaignSummary]:
        return [each for each in self._all if self.show_hidden.isChecked() or not each.archived]

    def select(self, campaign_id: int) -> None:
        """Make a campaign current; one that is not listed yet will be once it is."""
        self._current, self._compared = campaign_id, ()
        if any(each.id == campaign_id and each.archived for each in self._all):
            self.show_hidden.setChecked(True)
        with QSignalBlocker(self.field):  # else it marks a campaign that was current before
            self.field.clear()
        self._filter()

    def compare_current(self) -> None:
        """Compare the servers, cases or studies of the current campaign."""
        if self._current:
            self._compared = (self._current,)
            self.comparison_selected.emit(self._compared)

    def leave_comparison(self) -> None:
        """Leave the comparison and show one of its campaigns."""
        if self._compared:
            self.select(self._current)

    def search(self) -> None:
        """Focus the search field."""
        self.field.setFocus()

    def current(self) -> int:
        """The id of the current campaign; 0 without one."""
        return self._current

    def compared(self) -> tuple[int, ...]:
        """Ids of the compared campaigns; empty while a single one is shown."""
        return self._compared

    def current_summary(self) -> CampaignSummary | None:
        """None if no current campaign is in the list."""
        return next((each for each in self._all if each.id == self._current), None)

    def _make_search(self) -> QLineEdit:
        search = QLineEdit(self)
        search.setPlaceholderText(self.tr("Search campaigns"))
        search.setAccessibleName(self.tr("Search campaigns"))
        search.setClearButtonEnabled(True)
        search.textChanged.connect(self._filter)
        return search

    def _filter(self) -> None:
        wanted = self.field.text().split()
        found = [each for each in self._listable() if each.matches(wanted)]
        with self._quietly():
            self._model.replace(found)
            self._mark_compared()
        self._show_no_match(bool(wanted) and not found)
        if not self._compared:
            self._mark_current()

    def _show_no_match(self, nothing: bool) -> None:
        """Show that the search found nothing."""
        self._nothing.setVisible(nothing)
        if nothing:
            frame = self.tr("No campaign matches “{0}”.")
            self._nothing.setText(filled(frame, shortened(self.field.text().strip())))

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """Emit nothing while the selection is restored."""
        self._marking = True
        try:
            yield
        finally:
            self._marking = False

    def _mark_compared(self) -> None:
        """Restore the selection of the compared campaigns that are still listed."""
        several = QItemSelection()
        rows = [self._model.row_of(each) for each in self._compared]
        listed = [self._model.index(row) for row in rows if row is not None]
        for index in listed:
            several.select(index, index)
        if listed:
            choose, chosen = QItemSelectionModel.SelectionFlag, self.view.selectionModel()
            chosen.select(several, choose.ClearAndSelect)
            chosen.setCurrentIndex(listed[0], choose.NoUpdate)

    def _mark_current(self) -> None:
        row = self._model.row_of(self._current)
        if row is None and not self.field.text() and self._model.rowCount() and not self._current:
            row = 0
        if row is not None:
            self.view.setCurrentIndex(self._model.index(row))

    def _on_selection(self) -> None:
        """Compare two or more, show one. The current index does not help: it changes before the
        selection, or after it."""
        chosen = self._chosen()
        if self._marking or not chosen:
            return
        were, self._compared = self._compared, chosen if len(chosen) > 1 else ()
        if self._compared and self._compared != were:
            self.comparison_selected.emit(self._compared)
        elif len(chosen) == 1:
            self._current = chosen[0]
            self.selected.emit(chosen[0])

    def _chosen(self) -> tuple[int, ...]:
        rows = sorted(index.row() for index in self.view.selectionModel().selectedIndexes())
        return tuple(self._model.index(row).data(_SUMMARY).id for row in rows)

    def _ask_for_menu(self, place: QPoint) -> None:
        index = self.view.indexAt(place)
        if index.isValid():
            self.view.setCurrentIndex(index)
            self.menu_wanted.emit(self.view.viewport().mapToGlobal(place))


class _Model(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._summaries: list[CampaignSummary] = []

    def replace(self, summaries: list[CampaignSummary]) -> None:
        self.beginResetModel()
        self._summaries = summaries
        self.endResetModel()

    def row_of(self, campaign_id: int) -> int | None:
        rows = (row for row, each in enumerate(self._summaries) if each.id == campaign_id)
        return next(rows, None)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._summaries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        summary = self._summaries[index.row()]
        match role:
            case Qt.ItemDataRole.UserRole:
                return summary
            case Qt.ItemDataRole.DisplayRole:
                return summary.name
            case Qt.ItemDataRole.ToolTipRole:
                word = status_word(campaign_state(summary))
                servers = ", ".join(map(isolated, summary.servers))
                lines = (f"#{summary.id}  {isolated(summary.name)}", word, servers, summary.notes)
                return plain_tip("\n".join(filter(None, lines)))
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{summary.name}, {status_word(campaign_state(summary))}"
        return None


class _Delegate(QStyledItemDelegate):
    """Two lines: the name; status, runs and date. Below them its tags, where it has any."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        lines = 3 if _third_line(index.data(_SUMMARY)) else 2
        return QSize(200, lines * option.fontMetrics.height() + 22)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        summary: CampaignSummary = index.data(_SUMMARY)
        box = QRectF(option.rect).adjusted(4, 2, -4, -2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tone_tint("accent"))
            painter.drawRoundedRect(box, 4, 4)
        words = box.adjusted(8, 6, -8, -6)
        if tags := _third_line(summary):
            _line(painter, words, tags, scaled_font(0.92), "accent", top=False)
            words.setBottom(words.bottom() - option.fontMetrics.height())
        _line(painter, words, summary.name, scaled_font(bold=True), "text", top=True)
        status = campaign_state(summary)
        paint_status_icon(painter, QRectF(words.left(), words.bottom() - 14, 12, 12), status)
        below = words.adjusted(18, 0, 0, 0)
        _line(painter, below, _second_line(summary), number_font(0.92), "muted", top=False)
        painter.restore()


def _second_line(summary: CampaignSummary) -> str:
    return "  ".join(
        (progress_text(summary.runs_done, summary.runs_total), datetime_text(summary.created_at))
    )


def _third_line(summary: CampaignSummary) -> str:
    """Its tags, and whether it is hidden."""
    hidden = [QCoreApplication.translate("CampaignList", "hidden")] if summary.archived else []
    return " · ".join((*map(isolated, summary.tags), *hidden))


def _line(painter: QPainter, box: QRectF, text: str, font: Any, tone: str, *, top: bool) -> None:
    painter.setFont(font)
    painter.setPen(tone_color(tone))
    short = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()))
    side = Qt.AlignmentFlag.AlignTop if top else Qt.AlignmentFlag.AlignBottom
    painter.drawText(box, side | Qt.AlignmentFlag.AlignLeft, short)
