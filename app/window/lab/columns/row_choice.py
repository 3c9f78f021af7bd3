"""A drop-down list of a column's records, by id."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from widgets.fields.choice import Choice


class RowChoice(Choice):
    """Records of a column; with their plaintext if `shows_text`."""

    def __init__(self, name: str, *, shows_text: bool, parent: QWidget | None = None) -> None:
        super().__init__(6, parent)
        self._shows_text = shows_text
        self._texts: dict[int, str] = {}
        self.setAccessibleName(name)

    def set_rows(self, rows: Sequence[tuple[int, str]]) -> None:
        """Offer these ids with their texts, without emitting a signal."""
        self._texts = dict(rows)
        self.blockSignals(True)
        self.clear()
        for row, text in rows:
            self.addItem(f"{row} · {text}" if self._shows_text and text else str(row), row)
        self.blockSignals(False)

    def row(self) -> int | None:
        """The chosen record's id."""
        found = self.currentData()
        return None if found is None else int(found)

    def text(self) -> str:
        """The chosen record's plaintext; empty where it is unknown."""
        row = self.row()
        return "" if row is None else self._texts.get(row, "")

    def choose(self, row: int) -> None:
        """Choose a record by its id, without emitting a signal."""
        self.blockSignals(True)
        self.setCurrentIndex(self.findData(row))
        self.blockSignals(False)
