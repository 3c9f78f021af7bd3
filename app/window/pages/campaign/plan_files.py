"""Opens and saves plan files from the campaign page."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.plan.campaign import Campaign
from app.plan.plan_file import read_plan, shipped_plans, write_plan
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import phrase
from engines.platform.private_files import write_atomically
from widgets.look.icons import icon
from widgets.saving.saving import ask_save_path, saving


class PlanFiles(QObject):
    """Asks for files without blocking, and emits the result."""

    opened = Signal(object)
    """A Campaign that was read."""

    failed = Signal(object)
    """A CipherbenchError."""

    saved = Signal(str)
    """The path of the file written."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page

    def menu(self) -> QMenu:
        """*From a file* and the plans that ship."""
        menu = QMenu(self._page)
        keys = QKeySequence("Ctrl+O").toString(QKeySequence.SequenceFormat.NativeText)
        file = menu.addAction(icon("open"), self.tr("From a &file …") + f"\t{keys}")
        file.triggered.connect(self.ask_open)
        menu.addSeparator()
        for name in shipped_plans():
            action = menu.addAction(name)
            action.triggered.connect(lambda _=False, name=name: self.open(name))
        return menu

    def ask_open(self) -> None:
        """Ask for a plan file and read it."""
        dialog = QFileDialog(self._page, self.tr("Open a plan"))
        dialog.setNameFilters([self.tr("Plans (*.toml)"), self.tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.open)
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()

    def open(self, source: str) -> None:
        """Read a plan file, or a plan that ships, by its name."""
        try:
            campaign = read_plan(source)
        except CipherbenchError as error:
            self.failed.emit(error)
        else:
            self.opened.emit(campaign)

    def ask_save(self, campaign: Campaign) -> None:
        """Ask where to, and write a plan file there."""
        ask_save_path(
            self._page,
            f"{_file_name(campaign.name)}.cipherbench.toml",
            [self.tr("Plans (*.toml)")],
            lambda path: self.save(campaign, path),
        )

    def save(self, campaign: Campaign, path: Path) -> None:
        try:
            write_atomically(path, write_plan(campaign))
        except OSError as error:
            self.failed.emit(_not_saved(path, error))
        else:
            self.saved.emit(str(path))
            saving().announce_saved(path)


def _not_saved(path: Path, error: OSError) -> CipherbenchError:
    return InputError(
        phrase("Plan not saved"),
        phrase("{path} cannot be written: {reason}."),
        phrase("Choose another folder."),
        path=path,
        reason=error.strerror or error,
    )


def _file_name(name: str) -> str:
    return re.sub(r"[^\w-]+", "-", name).strip("-").lower() or "campaign"
