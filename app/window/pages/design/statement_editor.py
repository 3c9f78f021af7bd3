"""The SQL of one statement, to be edited, with the reason why it does not work and its ranges."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.designing.model.design import DesignedStatement, Unread
from app.window.base.messages import message_text
from widgets.fields.number_field import NumberField
from widgets.look.fonts import mono_font
from widgets.look.names import filled
from widgets.parts.cards import ToneLabel

_WIDEST = 1_000_000_000


class StatementEditor(QWidget):
    """Reason above, SQL in the middle, widths of ranges below."""

    taken = Signal(str, str)
    """The text is to be taken, in place of the statement of this name; a new one without."""
    width_changed = Signal(str, int)
    """A range, by its upper parameter, is to have this width."""

    def __init__(self) -> None:
        super().__init__()
        self.name = ""
        """The statement that is shown; empty for a new one."""
        self._before = ""
        self.reason = ToneLabel("", "warning")
        self.reason.setWordWrap(True)
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
        self.undo_button.clicked.connect(lambda: self.text.setPlainText(self._before))
        self.widths: dict[str, NumberField] = {}
        self._ranges = QWidget()
        self._rows = QGridLayout(self._ranges)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setColumnStretch(2, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.apply_button)
        buttons.addWidget(self.undo_button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.reason)
        column.addWidget(self.text, 1)
        column.addWidget(self._ranges)
        column.addLayout(buttons)
        self.show_nothing()

    def show_statement(self, known: DesignedStatement) -> None:
        """Show a statement, what was assumed of it, and why it does not work."""
        self.name = known.name
        failed = [
            filled("{0}: {1}", each.protection, message_text(each.reason))
            for each in known.failures
        ]
        if known.fails:  # under whatever protection
            failed = [message_text(known.failures[0].reason)]
        notes = [message_text(each) for each in known.notes]
        self._show(";\n\n".join(known.sql), "\n".join([*failed, *notes]))
        self.reason.set_tone("warning" if failed else "muted")
        self._show_ranges(known)

    def show_unread(self, known: Unread) -> None:
        """Show why a statement cannot be measured; its text was not kept."""
        self.name = ""
        self._show("", message_text(known.reason))
        self.text.setPlaceholderText(self.tr("Its text is not kept. Write it anew here."))
        self._show_ranges(None)

    def show_nothing(self) -> None:
        self.name = ""
        self._show("", "")
        self._show_ranges(None)

    def begin(self) -> None:
        """Have a new statement written."""
        self.show_nothing()
        self.text.setPlaceholderText(
            self.tr("select … where name = :name; several statements are one transaction")
        )
        self.text.setFocus()

    def show_reason(self, why: str) -> None:
        """Show what is wrong with the SQL that was written."""
        self.reason.set_tone("bad")
        self.reason.setText(why)
        self.reason.show()

    def _show(self, text: str, reason: str) -> None:
        self._before = text
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
        field = NumberField(1, _WIDEST, max(1, width))
        field.setAccessibleName(filled(self.tr("Width of :{0}"), name))
        field.setToolTip(filled(self.tr("Units of {0}; days of a date"), column))
        field.valueChanged.connect(lambda value: self.width_changed.emit(name, value))
        row = len(self.widths)
        self._rows.addWidget(ToneLabel(f":{name} = :{lower} +"), row, 0)
        self._rows.addWidget(field, row, 1)
        self.widths[name] = field

    def _follow(self) -> None:
        text = self.text.toPlainText().strip()
        changed = text != self._before.strip()
        self.apply_button.setEnabled(changed and bool(text))
        self.undo_button.setEnabled(changed)

    def _apply(self) -> None:
        self.taken.emit(self.text.toPlainText(), self.name)
