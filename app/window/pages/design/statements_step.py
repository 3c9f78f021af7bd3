"""The third step: which statements are measured, and where the file is written."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.designing.model.design import Design, DesignedStatement, Unread
from app.window.base.messages import message_text
from engines.contract.message import plural
from widgets.fields.check_tree import CheckTree, TreeCell, TreeColumn
from widgets.look.fonts import mono_font
from widgets.look.names import filled, shortened
from widgets.look.numbers import format_number
from widgets.parts.cards import FormLabel, ToneLabel
from widgets.saving.files import ask_save_path
from widgets.saving.last_saved import file_name, saving


class StatementsStep(QWidget):
    """Statements by their share of the server's time, and those that cannot be measured."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._design: Design | None = None
        self.chosen: set[str] = set()
        """The names of the ticked statements."""
        self.head = ToneLabel("")
        self.head.setWordWrap(True)
        self.tree = CheckTree(
            [
                TreeColumn(self.tr("Statement"), stretch=True),
                TreeColumn(
                    self.tr("Time, %"), self.tr("Its share of the server's time"), number=True
                ),
                TreeColumn(self.tr("Calls"), number=True),
                TreeColumn(
                    self.tr("Measure"),
                    self.tr("The workload has this statement (Space)"),
                    Qt.Key.Key_Space,
                ),
            ]
        )
        self.tree.setAccessibleName(self.tr("Statements"))
        self.tree.rows.ticked.connect(self._tick)
        self.tree.current_changed.connect(self._show_text)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setFont(mono_font(0.92))
        self.text.setAccessibleName(self.tr("Statement"))
        self._make_file()
        self._lay_out()

    @property
    def path(self) -> Path | None:
        """Where the file is to be; None while no place is named."""
        text = self.file.text().strip()
        if not text:
            return None
        try:
            return Path(text).expanduser()
        except RuntimeError:  # “~nobody”
            return Path(text)

    @property
    def name(self) -> str:
        """The name of the workload."""
        return self.title.text().strip()

    def show_design(self, design: Design) -> None:
        """Show the statements; those that are proposed are ticked."""
        self._design = design
        self.chosen = {each.name for each in design.statements if each.chosen}
        names: list[list[object]] = [
            [each.name for each in design.statements],
            [(each.verb, each.tables, str(each.reason)) for each in design.unread],
        ]
        rows = [len(each) for each in names]
        shown = 2 if design.unread else 1
        self.tree.show_groups(names[:shown], rows[:shown], self._cell)
        self.tree.rows.tell()
        if design.statements:
            self.tree.setCurrentIndex(self.tree.place(0, 0))
        self.title.setText(design.name)
        place = saving().place_for(file_name(design.name, ending="toml"))
        self.file.setText(str(Path(place).absolute()))
        self._count()

    def _make_file(self) -> None:
        self.title = QLineEdit()
        self.title.setMaxLength(60)
        self.title.textChanged.connect(lambda _: self.changed.emit())
        self.file = QLineEdit()
        self.file.textChanged.connect(lambda _: self.changed.emit())
        self.browse = QPushButton(self.tr("Browse …"))
        self.browse.setAccessibleName(self.tr("Browse: workload file"))
        self.browse.clicked.connect(self._ask)

    def _ask(self) -> None:
        ask_save_path(
            self,
            file_name(self.name or "workload", ending="toml"),
            [self.tr("Workload files (*.toml)")],
            lambda path: self.file.setText(str(path)),
        )

    def _lay_out(self) -> None:
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        halves.setHandleWidth(12)
        halves.addWidget(self.tree)
        halves.addWidget(self.text)
        halves.setSizes([520, 380])
        place = QGridLayout()
        place.setHorizontalSpacing(12)
        place.setVerticalSpacing(8)
        file = QHBoxLayout()
        file.setSpacing(8)
        file.addWidget(self.file, 1)
        file.addWidget(self.browse)
        place.addWidget(FormLabel(self.tr("Na&me"), self.title), 0, 0)
        place.addWidget(self.title, 0, 1)
        place.addWidget(FormLabel(self.tr("&File"), self.file), 1, 0)
        place.addLayout(file, 1, 1)
        place.setColumnStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.head)
        column.addWidget(halves, 1)
        column.addLayout(place)

    def _cell(self, group: int, row: int, column: int) -> TreeCell:
        assert self._design is not None
        if row < 0:
            words = self.tr("Can be measured") if not group else self.tr("Cannot be measured")
            return TreeCell(words) if not column else TreeCell()
        if group:
            return _unread_cell(self._design.unread[row], column)
        return self._statement_cell(self._design.statements[row], column)

    def _statement_cell(self, known: DesignedStatement, column: int) -> TreeCell:
        match column:
            case 0:
                notes = "\n".join(map(message_text, known.notes))
                return TreeCell(
                    shortened(known.name, 60), tip="\n".join(filter(None, (known.name, notes)))
                )
            case 1:
                return TreeCell(format_number(100 * known.share, 1) if known.calls else "–")
            case 2:
                return TreeCell(format_number(known.calls) if known.calls else "–")
            case _:
                spoken = f"{self.tr('Measure')}: {known.name}"
                return TreeCell(check=known.name in self.chosen, spoken=spoken)

    def _tick(self, _: int, row: int, __: int, on: bool) -> None:
        assert self._design is not None
        name = self._design.statements[row].name
        (self.chosen.add if on else self.chosen.discard)(name)
        self._count()

    def _show_text(self, group: int, row: int) -> None:
        if self._design is None or row < 0:
            self.text.clear()
        elif group:
            self.text.setPlainText(message_text(self._design.unread[row].reason))
        else:
            known = self._design.statements[row]
            notes = [f"-- {message_text(each)}" for each in known.notes]
            self.text.setPlainText("\n".join([*notes, ";\n\n".join(known.sql)]))

    def _count(self) -> None:
        if self._design is None:
            return
        known = self._design.statements
        share = sum(each.share for each in known if each.name in self.chosen)
        if self._design.why_no_statements:
            frame = self.tr("Statements are made from keys and references: {0}.")
            said = filled(frame, message_text(self._design.why_no_statements))
        else:
            ticked = plural("{n} statements ticked", "{n} statement ticked", len(self.chosen))
            frame = self.tr("{0}, which took {1} % of the server's time.")
            said = filled(frame, message_text(ticked), format_number(100 * share, 1))
        self.head.setText(said)
        self.changed.emit()


def _unread_cell(known: Unread, column: int) -> TreeCell:
    match column:
        case 0:
            words = " ".join(filter(None, (known.verb, ", ".join(known.tables))))
            said = message_text(known.reason)
            return TreeCell(f"{shortened(words, 40)}: {said}", "muted", f"{words}: {said}")
        case 1:
            return TreeCell(format_number(100 * known.share, 1) if known.calls else "–", "muted")
        case 2:
            return TreeCell(format_number(known.calls) if known.calls else "–", "muted")
        case _:
            return TreeCell()
