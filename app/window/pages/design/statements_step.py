"""Third step of designing a workload from a database: which statements to measure, an editor of
their SQL, and the name and path of the file."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from app.designing.design import Design, DesignedStatement, UnmeasuredStatement
from app.window.base.messages import message_text
from engines.contract.message import Message, plural
from widgets.fields.check_tree import CheckTree, TreeCell, TreeColumn
from widgets.fields.number_field import NumberField
from widgets.layout.boxes import STRETCH, hbox, vbox
from widgets.layout.layouts import TurningSplitter
from widgets.look.fonts import mono_font
from widgets.look.names import filled, shortened
from widgets.look.numbers import format_number
from widgets.look.theme import drawing_scale
from widgets.parts.cards import FormLabel, ToneLabel, WrappedLabel
from widgets.saving.saving import ask_save_path, file_name, saving

_MAX_RANGE_WIDTH = 1_000_000_000
_SIDE_BY_SIDE_FROM = 760
"""Width, in pixels at scale 1, from which the SQL is at the side of the list of statements."""


class StatementEditor(QWidget):
    """Edits one statement: why it does not work above, its SQL, and the widths of its ranges below
    (`between :low and :high`, where high is low + width)."""

    statement_applied = Signal(str, str)
    """SQL, and the name of the statement that it replaces; empty for a new one."""
    width_changed = Signal(str, int)
    """The upper parameter of a range, and its new width."""

    def __init__(self) -> None:
        super().__init__()
        self.name = ""
        """The name of the shown statement; of one that cannot be measured its SQL; empty for a new
        one."""
        self._original_text = ""
        self.reason = WrappedLabel("", "warning")
        self.text = QPlainTextEdit()
        self.text.setTabChangesFocus(True)
        self.text.setFont(mono_font(0.92))
        self.text.setAccessibleName(self.tr("SQL"))
        self.text.textChanged.connect(self._follow)
        self.apply_button = QPushButton(self.tr("Appl&y"))
        self.apply_button.setToolTip(self.tr("Take this SQL (Ctrl+S)"))
        self.apply_button.setShortcut(QKeySequence("Ctrl+S"))
        self.apply_button.clicked.connect(self._apply)
        self.undo_button = QPushButton(self.tr("Un&do"))
        self.undo_button.clicked.connect(lambda: self.text.setPlainText(self._original_text))
        self.widths: dict[str, NumberField] = {}
        self._ranges = QWidget()
        self._rows = QGridLayout(self._ranges)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setColumnStretch(2, 1)
        buttons = hbox(None, self.apply_button, self.undo_button, STRETCH)
        vbox(self, self.reason, (self.text, 1), self._ranges, buttons, spacing=6)
        self.show_nothing()

    def show_statement(self, known: DesignedStatement) -> None:
        """Show a statement, its notes, and why it does not work."""
        self.name = known.name
        failed = [
            filled("{0}: {1}", each.protection, message_text(each.reason))
            for each in known.failures
        ]
        if known.fails:  # in plaintext already: the same reason under all protections
            failed = [message_text(known.failures[0].reason)]
        notes = [message_text(each) for each in known.notes]
        self._show(";\n\n".join(known.sql), "\n".join([*failed, *notes]))
        self.reason.set_tone("warning" if failed else "muted")
        self._show_ranges(known)

    def show_unmeasured(self, known: UnmeasuredStatement) -> None:
        """Show a statement that cannot be measured, and why; the user may mend it."""
        self.name = known.text
        self._show(known.text, message_text(known.reason))
        if not known.text:
            self.text.setPlaceholderText(self.tr("Its text is not kept. Write it anew here."))
        self._show_ranges(None)

    def show_nothing(self) -> None:
        self.name = ""
        self._show("", "")
        self._show_ranges(None)

    def begin(self) -> None:
        """Empty the editor for a new statement."""
        self.show_nothing()
        self.text.setPlaceholderText(
            self.tr("select … where name = :name; several statements are one transaction")
        )
        self.text.setFocus()

    def show_reason(self, why: str) -> None:
        """Show what is wrong with the user's SQL."""
        self.reason.set_tone("bad")
        self.reason.setText(why)
        self.reason.show()

    def _show(self, text: str, reason: str) -> None:
        self._original_text = text
        self.text.setPlaceholderText("")
        self.text.setPlainText(text)
        self.reason.setText(reason)
        self.reason.setVisible(bool(reason))
        self.reason.set_tone("warning")
        self._follow()

    def _show_ranges(self, known: DesignedStatement | None) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            if (part := item.widget()) is not None:
                part.deleteLater()
        self.widths = {}
        for name, drawn in known.parameters.items() if known is not None else ():
            if drawn.above and isinstance(drawn.width, int | float):
                self._add_range(name, drawn.above, drawn.column, round(drawn.width))
        self._ranges.setVisible(bool(self.widths))

    def _add_range(self, name: str, lower: str, column: str, width: int) -> None:
        field = NumberField(1, _MAX_RANGE_WIDTH, max(1, width))
        field.setAccessibleName(filled(self.tr("Width of :{0}"), name))
        field.setToolTip(filled(self.tr("Units of {0}; days of a date"), column))
        field.valueChanged.connect(lambda value: self.width_changed.emit(name, value))
        row = len(self.widths)
        self._rows.addWidget(ToneLabel(f":{name} = :{lower} +"), row, 0)
        self._rows.addWidget(field, row, 1)
        self.widths[name] = field

    def _follow(self) -> None:
        text = self.text.toPlainText().strip()
        changed = text != self._original_text.strip()
        self.apply_button.setEnabled(changed and bool(text))
        self.undo_button.setEnabled(changed)

    def _apply(self) -> None:
        self.statement_applied.emit(self.text.toPlainText(), self.name)


class StatementsStep(QWidget):
    """A list of statements by their share of the server's time, and of those that cannot be
    measured; the editor; the file's name and path."""

    changed = Signal()
    statement_applied = Signal(str, str)
    """As of `StatementEditor`."""

    def __init__(self) -> None:
        super().__init__()
        self._design: Design | None = None
        self.chosen: set[str] = set()
        """The names of the ticked statements."""
        self._encrypted: set[str] = set()
        """The columns that were encrypted in the last trial."""
        self.head = WrappedLabel("")
        self.tree = CheckTree(
            [
                TreeColumn(self.tr("Statement"), stretch=True),
                TreeColumn(
                    self.tr("Time, %"), self.tr("Its share of the server's time"), number=True
                ),
                TreeColumn(self.tr("Calls"), number=True),
                TreeColumn(self.tr("Works"), self.tr("What a trial on the server has shown")),
                TreeColumn(
                    self.tr("Measure"),
                    self.tr("The workload has this statement (Space)"),
                    Qt.Key.Key_Space,
                ),
            ]
        )
        self.tree.setAccessibleName(self.tr("Statements"))
        self.tree.tree_model.ticked.connect(self._tick)
        self.tree.current_changed.connect(self._show_current)
        self.editor = StatementEditor()
        self.editor.statement_applied.connect(self.statement_applied)
        self.editor.width_changed.connect(self._set_width)
        self.add_button = QPushButton(self.tr("&Add statement"))
        self.add_button.clicked.connect(self._begin_new)
        self.remove_button = QPushButton(self.tr("&Remove"))
        self.remove_button.clicked.connect(self._remove)
        self._make_file()
        self._lay_out()

    @property
    def path(self) -> Path | None:
        """The path of the file to write; None while it is empty."""
        text = self.file.text().strip()
        if not text:
            return None
        try:
            return Path(text).expanduser()
        except RuntimeError:  # “~nobody”
            return Path(text)

    @property
    def name(self) -> str:
        return self.title.text().strip()

    @property
    def design(self) -> Design | None:
        """The design with the statements as ticked, edited, added and removed here."""
        return None if self._design is None else self._design.with_statements(self.chosen)

    @property
    def tried(self) -> bool:
        """Whether all ticked statements were tried since they were last edited."""
        if self._design is None:
            return False
        return all(each.trials for each in self._design.statements if each.name in self.chosen)

    def show_design(self, design: Design) -> None:
        """Show the statements; those that are proposed are ticked."""
        self._set_design(design)
        if design.statements:
            self.tree.setCurrentIndex(self.tree.cell_index(0, 0))
        self.title.setText(design.name)
        place = saving().initial_path(file_name(design.name, ending="toml"))
        self.file.setText(str(Path(place).absolute()))

    def show_changed(self, design: Design, name: str = "") -> None:
        """Show a design whose statements were tried, or to which the one named `name` was added."""
        current = name or self._current_name()
        self._set_design(design)
        names = [each.name for each in design.statements]
        if current in names:
            self.tree.setCurrentIndex(self.tree.cell_index(0, names.index(current)))
        self._show_current(0, names.index(current) if current in names else -1)

    def show_encrypted(self, names: Collection[str]) -> None:
        """Set the encrypted columns; if they have changed, statements must be tried anew."""
        if self._design is not None and self._encrypted != set(names):
            self._encrypted = set(names)
            self._set_design(self._design.with_statements(self.chosen).untried())

    def show_refusal(self, why: Message) -> None:
        """Show above its SQL why a statement cannot be measured."""
        self.editor.show_reason(message_text(why))

    def _set_design(self, design: Design) -> None:
        self._design = design
        self.chosen = {each.name for each in design.statements if each.chosen}
        names: list[list[object]] = [
            [each.name for each in design.statements],
            [(each.verb, each.tables, str(each.reason)) for each in design.unmeasured],
        ]
        rows = [len(each) for each in names]
        shown = 2 if design.unmeasured else 1
        self.tree.show_groups(names[:shown], rows[:shown], self._cell)
        self.tree.tree_model.notify_changed()
        calls = (
            *(each.calls for each in design.statements),
            *(each.calls for each in design.unmeasured),
        )
        counted = any(calls)
        for column in _COUNTED_COLUMNS:
            self.tree.setColumnHidden(column, not counted)
        self._show_count()

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
        left = QWidget()
        buttons = hbox(None, self.add_button, self.remove_button, STRETCH)
        vbox(left, (self.tree, 1), buttons, spacing=6)
        halves = TurningSplitter(round(_SIDE_BY_SIDE_FROM * drawing_scale()))
        halves.setChildrenCollapsible(False)
        halves.setHandleWidth(12)
        halves.addWidget(left)
        halves.addWidget(self.editor)
        halves.setSizes([580, 360])
        place = QGridLayout()
        place.setHorizontalSpacing(12)
        place.setVerticalSpacing(8)
        file = hbox(None, (self.file, 1), self.browse, spacing=8)
        place.addWidget(FormLabel(self.tr("Na&me"), self.title), 0, 0)
        place.addWidget(self.title, 0, 1)
        place.addWidget(FormLabel(self.tr("&File"), self.file), 0, 2)
        place.addLayout(file, 0, 3)
        place.setColumnStretch(1, 1)
        place.setColumnStretch(3, 2)
        vbox(self, self.head, (halves, 1), place, spacing=8)

    def _cell(self, group: int, row: int, column: int) -> TreeCell:
        assert self._design is not None
        if row < 0:
            words = self.tr("Can be measured") if not group else self.tr("Cannot be measured")
            return TreeCell(words) if not column else TreeCell()
        if group:
            return _unmeasured_cell(self._design.unmeasured[row], column)
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
            case 3:
                return self._works_cell(known)
            case _ if known.fails:
                return TreeCell(tip=message_text(known.failures[0].reason))
            case _:
                spoken = f"{self.tr('Measure')}: {known.name}"
                return TreeCell(check=known.name in self.chosen, spoken=spoken)

    def _works_cell(self, known: DesignedStatement) -> TreeCell:
        if not known.trials:
            return TreeCell("–", "muted", self.tr("Not tried yet"))
        if not known.failures:
            return TreeCell(self.tr("yes"), "good")
        if known.fails:
            return TreeCell(self.tr("no"), "bad", message_text(known.failures[0].reason))
        tip = "\n".join(
            filled("{0}: {1}", each.protection, message_text(each.reason))
            for each in known.failures
        )
        return TreeCell(self.tr("in plaintext"), "warning", tip)

    def _tick(self, _: int, row: int, __: int, on: bool) -> None:
        assert self._design is not None
        name = self._design.statements[row].name
        (self.chosen.add if on else self.chosen.discard)(name)
        self._show_count()

    def _current(self) -> DesignedStatement | None:
        index = self.tree.currentIndex()
        if self._design is None or not index.isValid() or not index.parent().isValid():
            return None
        if index.parent().row() or index.row() >= len(self._design.statements):
            return None
        return self._design.statements[index.row()]

    def _current_name(self) -> str:
        known = self._current()
        return "" if known is None else known.name

    def _show_current(self, group: int, row: int) -> None:
        known = self._current() if row >= 0 and not group else None
        self.remove_button.setEnabled(known is not None)
        if known is not None:
            self.editor.show_statement(known)
        elif self._design is not None and row >= 0 and group:
            self.editor.show_unmeasured(self._design.unmeasured[row])
        else:
            self.editor.show_nothing()

    def _begin_new(self) -> None:
        self.tree.clearSelection()
        self.remove_button.setEnabled(False)
        self.editor.begin()

    def _remove(self) -> None:
        known = self._current()
        if self._design is None or known is None:
            return
        row = self.tree.currentIndex().row()
        self._set_design(self._design.with_statements(self.chosen).without_statement(known.name))
        left = len(self._design.statements)
        if left:
            self.tree.setCurrentIndex(self.tree.cell_index(0, min(row, left - 1)))
        self._show_current(0, min(row, left - 1))

    def _set_width(self, parameter: str, width: int) -> None:
        known = self._current()
        if self._design is not None and known is not None:
            self._design = self._design.with_width(known.name, parameter, width)

    def _show_count(self) -> None:
        if self._design is None:
            return
        known = self._design.statements
        share = sum(each.share for each in known if each.name in self.chosen)
        if self._design.why_no_statements:
            frame = self.tr("Statements are made from keys and references: {0}.")
            message = filled(frame, message_text(self._design.why_no_statements))
        else:
            ticked = plural("{n} statements ticked", "{n} statement ticked", len(self.chosen))
            frame = self.tr("{0}, which took {1} % of the server's time.")
            message = filled(frame, message_text(ticked), format_number(100 * share, 1))
        failing = len(self._design.left_out)
        if failing:
            out = plural("{n} do not run and are left out.", "{n} does not run: left out.", failing)
            message = f"{message} {message_text(out)}"
        self.head.setText(message)
        self.changed.emit()


_COUNTED_COLUMNS = (1, 2)
"""Columns of figures that a server's statistics have; hidden where it has none."""


def _unmeasured_cell(known: UnmeasuredStatement, column: int) -> TreeCell:
    match column:
        case 0:
            words = " ".join(filter(None, (known.verb, ", ".join(known.tables))))
            message = message_text(known.reason)
            return TreeCell(f"{shortened(words, 40)}: {message}", "muted", f"{words}: {message}")
        case 1:
            return TreeCell(format_number(100 * known.share, 1) if known.calls else "–", "muted")
        case 2:
            return TreeCell(format_number(known.calls) if known.calls else "–", "muted")
        case _:
            return TreeCell()
