"""Shows how a file of records is read, with its first rows as a check."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.window.base.messages import message_text
from engines.contract.errors import Unfit
from engines.contract.message import Message
from engines.looking.csv_file import form_of, open_csv
from engines.looking.reading import why_not_read
from widgets.look.names import isolated, plain_tip
from widgets.parts.cards import ToneLabel

_ROWS = 3
_CELLS = 5
_tr = QCoreApplication.translate


class FileForm(ToneLabel):
    """“Read as CSV with semicolons, in Latin-1: Pará · Santarém · …”, nothing for no file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", "muted", parent)
        self.setWordWrap(True)
        self.hide()

    def show_file(self, path: str) -> None:
        """Show how a file is read, if it exists; the tooltip has its first rows."""
        there = bool(path) and Path(path).is_file()
        self.setVisible(there)
        if not there:
            self.clear()
            return
        try:
            self._show_rows(path)
        except (OSError, ValueError) as error:
            why = error.message if isinstance(error, Unfit) else why_not_read(error)
            reason = message_text(why) if isinstance(why, Message) else why
            self._tell(_tr("FileForm", "Not readable: {0}.").format(reason), "", "warning")

    def _show_rows(self, path: str) -> None:
        form = form_of(path)
        with open_csv(path, form) as table:
            rows = [tuple(row.values()) for _, row in islice(table, _ROWS)]
            head = " · ".join(table.columns)
        first = " · ".join(filter(None, rows[0][:_CELLS])) if rows else ""
        message = _tr("FileForm", "Read as {0}: {1} …")
        self._tell(
            message.format(message_text(form.description), isolated(first)),
            "\n".join([head, *(" · ".join(row) for row in rows)]),
            "muted",
        )

    def _tell(self, text: str, tip: str, tone: str) -> None:
        self.setText(text)
        self.setToolTip(plain_tip(tip))
        self.set_tone(tone)
