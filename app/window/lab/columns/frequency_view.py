"""The frequency attack: ciphertexts by their counts next to known values by their shares, matched
by rank; and the choice of the table of known frequencies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QFontMetricsF, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QMenu,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.patterns.columns.column import ColumnReport
from app.patterns.columns.frequency import Guess
from app.patterns.columns.frequency_table import (
    ENDINGS,
    FrequencyTable,
    delete_table,
    read_table,
    save_table,
    saved_tables,
)
from app.window.base.messages import message_text
from app.window.lab.common.statistics_table import percent_text
from engines.contract.errors import CipherbenchError
from engines.contract.message import Number, plural
from widgets.fields.choice import Choice
from widgets.fields.file_dialog import ask_for_file
from widgets.layout.boxes import hbox, vbox
from widgets.look.fonts import mono_font
from widgets.look.names import filled, isolated
from widgets.look.theme import current_palette, number_font, series_style
from widgets.parts.cards import FormLabel, WrappedLabel
from widgets.tables.data_table import Column, DataTable
from workloads.hospital.data import populations

Index = QModelIndex | QPersistentModelIndex

_HEIGHT = 10
_GAP = 8


class BarDelegate(QStyledItemDelegate):
    """Draws a cell's number (UserRole) as a bar next to its text; `most` has the longest bar.

    With `leftwards` bars begin at the right edge, so that two columns are back to back. `series` is
    the key of the series whose colour bars have; without one it is the accent colour.
    """

    def __init__(
        self, *, leftwards: bool = False, series: str = "", parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.most = 1.0
        self._leftwards = leftwards
        self._series = series

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        text, option.text = str(index.data() or ""), ""
        view = option.widget
        assert isinstance(view, QWidget)
        view.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, view)
        value = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(value, (int, float)):
            self._paint_bar(painter, QRectF(option.rect), float(value), text)

    def _paint_bar(self, painter: QPainter, cell: QRectF, value: float, text: str) -> None:
        palette = current_palette()
        font = number_font()
        words = QFontMetricsF(font).horizontalAdvance("00.00 %")
        room = max(0.0, cell.width() - words - 3 * _GAP)
        length = max(1.0, room * min(1.0, value / self.most)) if value > 0 else 0.0
        top = cell.center().y() - _HEIGHT / 2
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(
            series_style(self._series).colour if self._series else QColor(palette.accent)
        )
        if self._leftwards:
            bar = QRectF(cell.right() - _GAP - length, top, length, _HEIGHT)
            words_box = QRectF(cell.left(), cell.top(), bar.left() - cell.left() - 6, cell.height())
            side = Qt.AlignmentFlag.AlignRight
        else:
            bar = QRectF(cell.left() + _GAP, top, length, _HEIGHT)
            words_box = QRectF(bar.right() + 6, cell.top(), words + _GAP, cell.height())
            side = Qt.AlignmentFlag.AlignLeft
        painter.drawRect(bar)
        painter.setFont(font)
        painter.setPen(QColor(palette.text))
        painter.drawText(words_box, side | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()


_BY_COLUMN, _RESIDENTS = "", "residents"


class TableChoice(QWidget):
    """The choice of the frequencies that an attacker knows: public ones, or a table of the user's;
    a menu adds a table from a file or removes one."""

    changed = Signal()
    """Another table was chosen."""

    failed = Signal(object)
    """A CipherbenchError: the file cannot be used."""

    error_resolved = Signal(object)
    """The last CipherbenchError of `failed`, once a table could be used again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choice = Choice(12, self)
        self.choice.setAccessibleName(self.tr("Known frequencies"))
        self.own = QPushButton(self.tr("&Own table"), self)
        self.own.setToolTip(
            self.tr(
                "CSV with the columns value and count (or share), or TOML. A copy is kept on this "
                "machine."
            )
        )
        self._table: FrequencyTable | None = None
        self._fault: CipherbenchError | None = None
        menu = QMenu(self)
        menu.addAction(self.tr("O&pen …"), self.ask_file)
        self._remove = menu.addAction(self.tr("&Remove"), self.remove)
        self.own.setMenu(menu)
        hbox(self, (self.choice, 1), self.own, spacing=6)
        self.setFocusProxy(self.choice)
        self.offer()
        self.choice.currentIndexChanged.connect(self._load_chosen)

    def table(self) -> FrequencyTable | None:
        """The chosen table; None for the public frequencies that belong to the column."""
        return self._table

    def offer(self) -> None:
        """List the tables that there are now; the choice stays if it is among them."""
        before = self.choice.currentData()
        self.choice.set_choices(
            (
                (_BY_COLUMN, self.tr("Usual for the column")),
                (_RESIDENTS, self.tr("Residents of Brazil's states")),
                *((str(path), isolated(path.stem)) for path in saved_tables()),
            )
        )
        if self.choice.currentData() != before:
            self._load_chosen()
        self._show_remove()

    def choose(self, name: str = "") -> None:
        """Choose a table by its name; without one the public frequencies of the column."""
        names = [Path(str(self.choice.itemData(at))).stem for at in range(self.choice.count())]
        self.choice.setCurrentIndex(names.index(name) if name in names else 0)

    def ask_file(self) -> None:
        endings = " ".join(f"*{each}" for each in ENDINGS)
        filters = filled(self.tr("Tables ({endings})"), endings=endings), self.tr("All files (*)")
        ask_for_file(self, self.tr("Open a table"), filters, self.open)

    def open(self, path: Path) -> None:
        """Store a copy of the table in a file and choose it; emits `failed` if it is unusable."""
        try:
            copy = save_table(path)
        except CipherbenchError as error:
            self._fail(error)
            return
        self.offer()
        at = self.choice.findData(str(copy))
        if at == self.choice.currentIndex():
            self._load_chosen()  # another table under the same name
        self.choice.setCurrentIndex(at)

    def remove(self) -> None:
        """Delete the stored copy of the chosen table."""
        delete_table(Path(str(self.choice.currentData())))
        self.offer()

    def _load_chosen(self) -> None:
        self._show_remove()
        try:
            self._table = self._chosen(str(self.choice.currentData()))
        except CipherbenchError as error:  # a file that was changed in its folder
            self.choice.setCurrentIndex(0)
            self._fail(error)
            return
        if self._fault is not None:
            self.error_resolved.emit(self._fault)
            self._fault = None
        self.changed.emit()

    def _fail(self, error: CipherbenchError) -> None:
        self._fault = error
        self.failed.emit(error)

    def _chosen(self, which: str) -> FrequencyTable | None:
        if which == _BY_COLUMN:
            return None
        if which == _RESIDENTS:
            return FrequencyTable(self.choice.currentText(), populations())
        return read_table(Path(which))

    def _show_remove(self) -> None:
        own = self.choice.currentData() not in (_BY_COLUMN, _RESIDENTS)
        self._remove.setEnabled(own)


_DIGITS = 16
_MAX_NAME_WIDTH = 210
_SMALL_BELOW_PX, _DIGITS_SMALL, _MAX_NAME_WIDTH_SMALL = 760, 4, 130
"""Pixels and digits on a small screen: at 1024 × 640 the view is some 630 wide. Tooltips have the
full texts."""
_MIN_NAME_WIDTH, _SCROLL_BAR_WIDTH = 80, 16


@dataclass(frozen=True)
class GuessedName:
    """A plaintext guessed for a ciphertext, and the true one where it is known."""

    name: str
    truth: str | None

    @property
    def right(self) -> bool | None:
        """Whether the guess is right; None if the truth is unknown."""
        return None if self.truth is None else self.name == self.truth

    def __str__(self) -> str:
        return self.name


class FrequencyView(QWidget):
    """Two columns of bars back to back, with the guess between them."""

    def __init__(self, parent: QWidget | None = None, *, guided: bool = False) -> None:
        """`guided`: a lesson shows the choice of known frequencies elsewhere."""
        super().__init__(parent)
        self.table = DataTable(self)
        self.table.setAccessibleName(self.tr("Frequencies"))
        self.known = TableChoice(self)
        self._encrypted_bars = BarDelegate(leftwards=True, parent=self)
        self._public_bars = BarDelegate(series="public figures", parent=self)
        self._explanation = WrappedLabel("", "muted")
        column = vbox(self, spacing=6)
        head = QWidget(self)
        hbox(head, FormLabel(self.tr("&Known frequencies"), self.known), (self.known, 1), spacing=8)
        head.setVisible(not guided)
        column.addWidget(head)
        column.addWidget(self._explanation)
        column.addWidget(self.table, 1)

    def show_report(self, report: ColumnReport) -> None:
        if report.guesses:
            self._show_guesses(report)
        elif report.plain_top:
            self._show_counts(report)
        else:
            self._show_ciphertexts(report)

    def _show_guesses(self, report: ColumnReport) -> None:
        self._explanation.setText(self._explain_guesses(report))
        share = self.tr("Share in\nthe table") if report.table else self.tr("Share of\nresidents")
        columns = [
            *self._encrypted_columns(),
            Column("name", self.tr("Guess"), "center", _guess_text, _guess_tone, tip=_guess_tip),
            Column("public", share, format=_percent),
        ]
        if report.truths:
            columns.append(Column("truth", self.tr("Truth")))
        rows = [self._row(guess, report)[: len(columns)] for guess in report.guesses]
        most = max(max(each.share, each.public_share or 0.0) for each in report.guesses)
        self._encrypted_bars.most = self._public_bars.most = most
        self._fill(columns, rows, 3)

    def _explain_guesses(self, report: ColumnReport) -> str:
        if report.table:
            return self._guessed_by_table(report)
        if report.distinct_ciphertexts == report.records:
            text = plural(
                "No ciphertext repeats, so there are no frequencies. Shown: {n} records of "
                "{records}. Names with ✓ are right, found by length alone. Right column: each "
                "state's share of Brazil's residents, from the 2022 census of IBGE, its "
                "statistics office (censo2022.ibge.gov.br).",
                "No ciphertext repeats, so there are no frequencies. Shown: {n} record of "
                "{records}. Names with ✓ are right, found by length alone. Right column: each "
                "state's share of Brazil's residents, from the 2022 census of IBGE, its "
                "statistics office (censo2022.ibge.gov.br).",
                len(report.guesses),
                records=Number(report.records),
            )
            return message_text(text)
        return self.tr(
            "✓: ciphertext (left) that was named correctly without any key, by its rank among "
            "equal lengths. Right column: each state's share of Brazil's residents, from the 2022 "
            "census of IBGE, its statistics office (censo2022.ibge.gov.br)."
        )

    def _guessed_by_table(self, report: ColumnReport) -> str:
        if not report.truths:
            message = self.tr(
                "The most frequent ciphertext gets the most frequent value of “{table}”, and so "
                "on. Without the key, nothing says which guesses are right."
            )
        elif report.distinct_ciphertexts == report.records:
            message = self.tr(
                "No ciphertext repeats, so there are no frequencies. Names with ✓ are right, "
                "found by length alone. Right column: each value's share in “{table}”."
            )
        else:
            message = self.tr(
                "✓: ciphertext (left) that was named correctly without any key, by its rank "
                "among equal lengths. Right column: each value's share in “{table}”."
            )
        return filled(message, table=report.table)

    def _row(self, guess: Guess, report: ColumnReport) -> tuple[object, ...]:
        truth = report.truths.get(guess.ciphertext)
        named = GuessedName(guess.name or "", truth)
        shares = guess.share, guess.public_share or 0.0
        return guess.ciphertext, shares[0], named, shares[1], truth or "–"

    def _show_counts(self, report: ColumnReport) -> None:
        self._explanation.setText(
            self.tr(
                "Left: the most frequent ciphertexts. Right: the most frequent plaintexts, read "
                "with the key. Equal bars: the ciphertext reveals the counts."
            )
        )
        columns = [
            *self._encrypted_columns(),
            Column("plain", self.tr("Plaintext"), "center"),
            Column("public", self.tr("Share of\nrecords"), format=_percent),
        ]
        total = report.records
        plain = [(each.value.decode(errors="replace"), each.count) for each in report.plain_top]
        plain += [("", 0)] * (len(report.encrypted_top) - len(plain))
        rows = [
            (encrypted.value, encrypted.count / total, text, count / total if count else None)
            for encrypted, (text, count) in zip(report.encrypted_top, plain, strict=False)
        ]
        most = max((max(row[1], row[3] or 0.0) for row in rows), default=1.0)
        self._encrypted_bars.most = self._public_bars.most = most
        self._fill(columns, rows, 3)

    def _show_ciphertexts(self, report: ColumnReport) -> None:
        """Show the most frequent values of a column whose key is unknown."""
        total = report.records
        text = self.tr(
            "The most frequent ciphertexts. Without the key, only their counts are known."
        )
        texts = {} if report.readable is None else report.readable.texts
        if texts:
            text = self.tr("The most frequent values. Readable text is in quotation marks.")
        self._explanation.setText(text)
        rows = [
            (f"“{texts[each.value]}”" if each.value in texts else each.value, each.count / total)
            for each in report.encrypted_top
        ]
        self._encrypted_bars.most = max((share for _, share in rows), default=1.0)
        title = self.tr("Value") if texts else self.tr("Ciphertext")
        self._fill(self._encrypted_columns(title), rows)

    def _encrypted_columns(self, title: str = "") -> list[Column]:
        return [
            Column("sealed", title or self.tr("Ciphertext"), format=_shortened, mono=True),
            Column("share", self.tr("Share of\nrecords"), "right", _percent),
        ]

    def _fill(
        self, columns: list[Column], rows: Sequence[tuple[object, ...]], public: int | None = None
    ) -> None:
        table = self.table
        table.set_rows(columns, rows)
        table.setItemDelegateForColumn(1, self._encrypted_bars)
        if public is not None:
            table.setItemDelegateForColumn(public, self._public_bars)
        header = table.horizontalHeader()
        for at in range(len(columns)):
            bar = at in (1, public)
            mode = QHeaderView.ResizeMode.Stretch if bar else QHeaderView.ResizeMode.Interactive
            header.setSectionResizeMode(at, mode)
        table.fit_by(self._fit_columns)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Give bars the width that names and digits leave; on a small screen digits are fewer."""
        small = self.width() < _SMALL_BELOW_PX
        digits = "0" * ((_DIGITS_SMALL if small else _DIGITS) + 2)
        table = self.table
        if not table.table_model().columnCount():
            return
        header = table.horizontalHeader()
        headed = header.sectionSizeFromContents(0).width()
        barred = max(_title_width(header, at) for at in range(1, header.count(), 2))
        wide = QFontMetrics(mono_font()).horizontalAdvance(digits) + 16
        table.setColumnWidth(0, max(wide, headed))
        left = self.width() - _SCROLL_BAR_WIDTH - max(wide, headed) - 2 * barred
        most = max(
            _MIN_NAME_WIDTH, min(_MAX_NAME_WIDTH_SMALL if small else _MAX_NAME_WIDTH, left // 2)
        )
        for at in (2, 4):  # the guess and the truth
            if at < table.table_model().columnCount():
                table.setColumnWidth(at, min(most, table.sizeHintForColumn(at) + 16))


def _title_width(header: QHeaderView, at: int) -> int:
    """Width of the longest line of a column's title; Qt measures all lines as one."""
    title = str(header.model().headerData(at, Qt.Orientation.Horizontal) or "")
    lines = map(header.fontMetrics().horizontalAdvance, title.splitlines())
    return max(lines, default=0) + 16


def _shortened(value: object) -> str:
    digits = value.hex() if isinstance(value, bytes) else str(value)
    return digits if len(digits) <= _DIGITS else f"{digits[:_DIGITS]}…"


def _percent(value: object) -> str:
    return percent_text(100 * value) if isinstance(value, float) else ""


def _guess_text(value: object) -> str:
    if not isinstance(value, GuessedName):
        return str(value)
    sign = {True: "✓ ", False: "✗ ", None: ""}[value.right]
    return f"{sign}{value.name}"


def _guess_tone(value: object) -> str | None:
    if not isinstance(value, GuessedName) or value.right is None:
        return None
    return "bad" if value.right else "muted"


def _guess_tip(value: object) -> str:
    return value.truth or "" if isinstance(value, GuessedName) else ""
