"""The tables of a workload file, whose columns can be ticked."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QCoreApplication, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.window.base.messages import message_text
from app.window.pages.campaign.own.words import type_words
from engines.contract.message import plural
from widgets.fields.check_tree import CheckTree, TreeCell, TreeColumn
from widgets.look.names import shortened
from workloads.own.outline import ColumnOutline, TableOutline

_NAME, _TYPE, _SEALED, _SEARCHED = range(4)
_tr = QCoreApplication.translate


class ColumnsView(CheckTree):
    """Space ticks whether a column is encrypted, “=” whether it is found by equality."""

    sealed_changed = Signal(object)
    """The columns that are to be encrypted now (frozenset of `table.column`)."""
    searched_changed = Signal(object)
    """Those that are to be found by equality."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_columns(), parent)
        self._tables: tuple[TableOutline, ...] = ()
        self._sealed: frozenset[str] = frozenset()
        self._searched: frozenset[str] = frozenset()
        self.setAccessibleName(self.tr("Tables and columns"))
        self.rows.ticked.connect(self._tick)

    def show_tables(
        self, tables: tuple[TableOutline, ...], sealed: Collection[str], searched: Collection[str]
    ) -> None:
        self._tables = tables
        self._sealed, self._searched = frozenset(sealed), frozenset(searched)
        names = [(each.name, *(column.name for column in each.columns)) for each in tables]
        self.show_groups(names, [len(each.columns) for each in tables], self._cell)

    def index_of(self, name: str, *, searched: bool = False) -> QModelIndex:
        """The box of `table.column`.

        Raises: StopIteration where there is none
        """
        group, row = next(
            (group, row)
            for group, table in enumerate(self._tables)
            for row, column in enumerate(table.columns)
            if f"{table.name}.{column.name}" == name
        )
        return self.place(group, row, _SEARCHED if searched else _SEALED)

    def _tick(self, group: int, row: int, column: int, on: bool) -> None:
        table = self._tables[group]
        name = {f"{table.name}.{table.columns[row].name}"}
        if column == _SEALED:
            self._sealed = self._sealed | name if on else self._sealed - name
            self.sealed_changed.emit(self._sealed)
        else:
            self._searched = self._searched | name if on else self._searched - name
            self.searched_changed.emit(self._searched)

    def _cell(self, group: int, row: int, column: int) -> TreeCell:
        table = self._tables[group]
        if row < 0:
            return _table_cell(table, column)
        return self._column_cell(f"{table.name}.", table.columns[row], column)

    def _column_cell(self, table: str, known: ColumnOutline, column: int) -> TreeCell:
        name = f"{table}{known.name}"
        match column:
            case 0:
                return TreeCell(shortened(known.name), tip=name)
            case 1:
                return TreeCell(type_words(known), "muted", f"{name}: {type_words(known)}")
            case 2 if known.why_not:
                return TreeCell(tip=message_text(known.why_not))
            case 2:
                spoken = f"{self.tr('Encrypt')}: {name}"
                return TreeCell(tip=name, check=name in self._sealed, spoken=spoken)
            case _ if name not in self._sealed:
                return TreeCell()
            case _:
                spoken = f"{self.tr('Find by =')}: {name}"
                return TreeCell(tip=name, check=name in self._searched, spoken=spoken)


def _table_cell(table: TableOutline, column: int) -> TreeCell:
    if column == _NAME:
        return TreeCell(shortened(table.name), tip=table.name)
    if column != _TYPE:
        return TreeCell()
    rows = message_text(plural("{n} rows", "{n} row", table.rows))
    tip = _tr("ColumnsView", "Rows at the size that the file has; sizes of the plan scale them")
    return TreeCell(rows, "muted", tip)


def _columns() -> list[TreeColumn]:
    return [
        TreeColumn(_tr("ColumnsView", "Column")),
        TreeColumn(_tr("ColumnsView", "Type"), stretch=True),
        TreeColumn(
            _tr("ColumnsView", "Encrypt"),
            _tr("ColumnsView", "Protections encrypt this column (Space)"),
            Qt.Key.Key_Space,
        ),
        TreeColumn(
            _tr("ColumnsView", "Find by ="),
            _tr(
                "ColumnsView",
                "Statements find the encrypted column by equality (=). Where equal values have "
                "different ciphertexts it gets a blind index, which shows equal values",
            ),
            Qt.Key.Key_Equal,
        ),
    ]
