"""Watches whether the results store can be written, and a strip that says why not: another program
writes to it, or it is open read-only."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import psutil
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from app.results.database.file_lock import in_use_error, trusted_path, writer_of
from app.system.folders import default_store_file
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import phrase
from engines.inspection.regular_files import expanded
from widgets.fields.file_dialog import show_dialog
from widgets.look.icons import icon
from widgets.look.names import filled, isolated
from widgets.look.numbers import time_text
from widgets.parts.strips import ClosableStrip

_POLL_MS = 2000
_SQLITE = "sqlite:///"
_VIEWER = "viewer"
"""See `app.hosts.roles`, which is not loaded with one machine."""


class StoreWatch(QObject):
    """Checks every two seconds who holds the lock of the store's file, without opening the file."""

    changed = Signal()
    """Another program has begun to write, or has ended."""

    def __init__(
        self,
        store_url: str | None,
        is_writing: Callable[[], bool],
        parent: QObject | None = None,
        *,
        read_only: bool = False,
    ) -> None:
        """`is_writing` tells whether this program writes now; a `read_only` store is not
        watched."""
        super().__init__(parent)
        self._is_writing = is_writing
        self.read_only = read_only or _has_viewer_login(store_url)
        self._file = file_of_store(store_url)
        self._writer: int | None = None
        timer = QTimer(self, interval=_POLL_MS)
        timer.timeout.connect(self.check_writer)
        if self._file is not None and not self.read_only:
            timer.start()
            self._writer = self._find_writer()

    @property
    def used_elsewhere(self) -> bool:
        """Whether another program was writing at the last check."""
        return self._writer is not None

    @property
    def writer(self) -> tuple[int, str]:
        """Process id and start time (“09:41”) of the program that writes; 0 and empty if
        unknown."""
        try:
            process = psutil.Process(self._writer or 0)
            began = time_text(process.create_time())
        except (psutil.Error, OSError):
            return 0, ""
        return (process.pid, began) if self._writer else (0, "")

    def check_writer(self) -> None:
        """Check who writes now; this program itself does not count."""
        before, self._writer = self._writer, None if self._is_writing() else self._find_writer()
        if self._writer != before:
            self.changed.emit()

    def fault(self) -> CipherbenchError | None:
        """Why the store cannot be written now; None if it can."""
        if self.read_only:
            return InputError(
                phrase("Store is read only"),
                phrase("This window only shows what others measure."),
                phrase("Go back to your own store to start, change or delete anything."),
            )
        self.check_writer()
        return (
            in_use_error(self._file, self._writer) if self._file and self.used_elsewhere else None
        )

    def _find_writer(self) -> int | None:
        try:
            found = writer_of(trusted_path(self._file)) if self._file else None
        except CipherbenchError:
            return None  # opening the store will report the error
        if not found:
            return found
        return None if found == os.getpid() else _user_started_pid(found)


def file_of_store(store_url: str | None) -> Path | None:
    """The file of a store; None for one in a server.

    As `app.results.database.store_connection` does, but without its libraries, which would delay
    the program's start.
    """
    if store_url is None:
        return default_store_file()
    if "://" in store_url and not store_url.startswith(_SQLITE):
        return None
    return expanded(store_url.removeprefix(_SQLITE))


def _has_viewer_login(store_url: str | None) -> bool:
    """Whether a store's login is the read-only role of a coordinator's PostgreSQL."""
    if file_of_store(store_url) is not None:
        return False
    login = urlsplit(store_url or "").netloc.rpartition("@")[0]
    return login.partition(":")[0] == _VIEWER


def has_store(store_url: str | None) -> bool:
    """Whether there is a results store already; only checks for its file."""
    file = file_of_store(store_url)
    return file is None or file.exists()


def _user_started_pid(process: int) -> int:
    """The process id of the program that the user started, given that of its helper process."""
    try:
        started = psutil.Process(process)
        while "multiprocessing" in " ".join(started.cmdline()):
            above = started.parent()
            if above is None:
                break
            started = above
        return int(started.pid)
    except (psutil.Error, OSError):
        return process


class StoreStrip(ClosableStrip):
    """Says why the store cannot be written, and offers another. Visible while another program
    writes, unless closed; always for a read-only store."""

    chosen = Signal(str)
    """The path of another store, which may not exist yet."""

    own_store_requested = Signal()
    """The user wants to go back to the own store."""

    def __init__(self, watch: StoreWatch, place: str = "", parent: QWidget | None = None) -> None:
        """`place` is the store's address, without secrets."""
        super().__init__("accent" if watch.read_only else "warning", parent)
        self._watch, self._place = watch, place
        self.other_button = QPushButton(icon("open"), self.tr("&Use another store…"), self)
        self.other_button.clicked.connect(self._ask)
        self.own_button = QPushButton(self.tr("&Back to your store"), self)
        self.own_button.clicked.connect(self.own_store_requested)
        self.own_button.setVisible(watch.read_only)
        self.other_button.setHidden(watch.read_only)
        self._lay_out(self.other_button, self.own_button).setHidden(watch.read_only)
        watch.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        if self._watch.read_only:
            frame = self.tr("Read only: {place}. What is measured appears here by itself.")
            self._words.setText(filled(frame, place=isolated(self._place)))
            self.show()
            return
        process, began = self._watch.writer
        frame = self.tr(
            "Another Cipherbench is writing to this results store. Its results appear here. You "
            "can start a campaign when it has finished."
        )
        if process:
            frame = self.tr(
                "Another Cipherbench (process {process}, started at {began}) is writing to this "
                "results store. Its results appear here. You can start a campaign when it has "
                "finished."
            )
        self._words.setText(frame.format(process=process, began=began))
        self.setVisible(self._watch.used_elsewhere)

    def _ask(self) -> None:
        dialog = QFileDialog(self, self.tr("Use another results store"), "results.sqlite")
        dialog.setNameFilters([self.tr("Results store (*.sqlite)"), self.tr("All files (*)")])
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # nothing is: it is opened
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, self.tr("&Use"))
        dialog.setDefaultSuffix("sqlite")
        dialog.fileSelected.connect(self.chosen)
        show_dialog(dialog)
