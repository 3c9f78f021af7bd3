"""The frequency attack: ciphertexts by count, public names by share, rank matched with rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QFontMetricsF, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
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
from widgets.look.fonts import mono_font
from widgets.look.names import filled, isolated
from widgets.look.theme import current_palette, number_font, series_style
from widgets.parts.cards import FormLabel, ToneLabel
from widgets.tables.data_table import Column, DataTable
from workloads.hospital.data import populations

# Bars in the cells of a table, so that figures of many rows are compared at a glance.

Index = QModelIndex | QPersistentModelIndex

_HEIGHT = 10
_GAP = 8


class BarDelegate(QStyledItemDelegate):
    """Draws a number (UserRole) as a bar beside its text; the longest is `most`.

    Bars of `leftwards` begin at the right edge, so that two columns can stand back to back.
    `series` is the key of the series they show; without one they have the accent colour.
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


# The choice of what a thief knows of a column: public figures, or a table of one's own.

_USUAL, _RESIDENTS = "", "residents"


class TableChoice(QWidget):
    """A list of tables, and a menu that takes a file in or removes one."""

    changed = Signal()
    """Another table is chosen."""

    failed = Signal(object)
    """A CipherbenchError: the file cannot be used."""

    settled = Signal(object)
    """The CipherbenchError that was told last, once another table could be used."""

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
        menu.addAction(self.tr("O&pen …"), self.ask)
        self._remove = menu.addAction(self.tr("&Remove"), self.remove)
        self.own.setMenu(menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.choice, 1)
        row.addWidget(self.own)
        self.setFocusProxy(self.choice)
        self.offer()
        self.choice.currentIndexChanged.connect(self._take)

    def table(self) -> FrequencyTable | None:
        """The one that is chosen; None for public figures of the column."""
        return self._table

    def offer(self) -> None:
        """List what there is now; the choice stays as far as it can."""
        before = self.choice.currentData()
        self.choice.set_choices(
            (
                (_USUAL, self.tr("Usual for the column")),
                (_RESIDENTS, self.tr("Residents of Brazil's states")),
                *((str(path), isolated(path.stem)) for path in saved_tables()),
            )
        )
        if self.choice.currentData() != before:
            self._take()
        self._show_remove()

    def choose(self, name: str = "") -> None:
        """Choose a table by its name; without one what is usual for the column."""
        names = [Path(str(self.choice.itemData(at))).stem for at in range(self.choice.count())]
        self.choice.setCurrentIndex(names.index(name) if name in names else 0)

    def ask(self) -> None:
        dialog = QFileDialog(self, self.tr("Open a table"))
        endings = " ".join(f"*{each}" for each in ENDINGS)
        dialog.setNameFilters(
            [filled(self.tr("Tables ({endings})"), endings=endings), self.tr("All files (*)")]
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda path: self.open(Path(path)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()

    def open(self, path: Path) -> None:
        """Keep and choose the table in a file; `failed` says why it cannot be used."""
        try:
            copy = save_table(path)
        except CipherbenchError as error:
            self._fail(error)
            return
        self.offer()
        at = self.choice.findData(str(copy))
        if at == self.choice.currentIndex():
            self._take()  # another table under the same name
        self.choice.setCurrentIndex(at)

    def remove(self) -> None:
        """Delete the copy of the table that is chosen."""
        delete_table(Path(str(self.choice.currentData())))
        self.offer()

    def _take(self) -> None:
        self._show_remove()
        try:
            self._table = self._chosen(str(self.choice.currentData()))
        except CipherbenchError as error:  # a file that was changed in its folder
            self.choice.setCurrentIndex(0)
            self._fail(error)
            return
        if self._fault is not None:
            self.settled.emit(self._fault)
            self._fault = None
        self.changed.emit()

    def _fail(self, error: CipherbenchError) -> None:
        self._fault = error
        self.failed.emit(error)

    def _chosen(self, which: str) -> FrequencyTable | None:
        if which == _USUAL:
            return None
        if which == _RESIDENTS:
            return FrequencyTable(self.choice.currentText(), populations())
        return read_table(Path(which))

    def _show_remove(self) -> None:
        own = self.choice.currentData() not in (_USUAL, _RESIDENTS)
        self._remove.setEnabled(own)


_DIGITS = 16
_NAME_ROOM = 210
_SMALL, _FEW_DIGITS, _LITTLE_NAME_ROOM = 760, 4, 130
"""On a screen of 1024 × 640 the view is some 630 wide; a tooltip has the whole."""
_LEAST_NAME_ROOM, _SCROLL_BAR = 80, 16


@dataclass(frozen=True)
class GuessedName:
    """A name given to a ciphertext, and the true one where it is known."""

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
        """A lesson that guides it says which frequencies are known."""
        super().__init__(parent)
        self.table = DataTable(self)
        self.table.setAccessibleName(self.tr("Frequencies"))
        self.known = TableChoice(self)
        self._encrypted_bars = BarDelegate(leftwards=True, parent=self)
        self._public_bars = BarDelegate(series="public figures", parent=self)
        self._words = ToneLabel("", "muted")
        self._words.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        head = QWidget(self)
        row = QHBoxLayout(head)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(FormLabel(self.tr("&Known frequencies"), self.known))
        row.addWidget(self.known, 1)
        head.setVisible(not guided)
        column.addWidget(head)
        column.addWidget(self._words)
        column.addWidget(self.table, 1)

    def show_report(self, report: ColumnReport) -> None:
        """Fill the table."""
        if report.guesses:
            self._show_guesses(report)
        elif report.plain_top:
            self._show_counts(report)
        else:
            self._show_ciphertexts(report)

    def _show_guesses(self, report: ColumnReport) -> None:
        self._words.setText(self._guessed_how(report))
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

    def _guessed_how(self, report: ColumnReport) -> str:
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
        self._words.setText(
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
        self._words.setText(text)
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
        """Give bars the width that names and digits leave; on a small screen these are shorter."""
        small = self.width() < _SMALL
        digits = "0" * ((_FEW_DIGITS if small else _DIGITS) + 2)
        table = self.table
        if not table.table_model().columnCount():
            return
        header = table.horizontalHeader()
        headed = header.sectionSizeFromContents(0).width()
        barred = max(_title_width(header, at) for at in range(1, header.count(), 2))
        wide = QFontMetrics(mono_font()).horizontalAdvance(digits) + 16
        table.setColumnWidth(0, max(wide, headed))
        left = self.width() - _SCROLL_BAR - max(wide, headed) - 2 * barred
        most = max(_LEAST_NAME_ROOM, min(_LITTLE_NAME_ROOM if small else _NAME_ROOM, left // 2))
        for at in (2, 4):  # the guess and the truth
            if at < table.table_model().columnCount():
                table.setColumnWidth(at, min(most, table.sizeHintForColumn(at) + 16))


def _title_width(header: QHeaderView, at: int) -> int:
    """What the longest line of a column's title takes; Qt takes all lines for one."""
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
