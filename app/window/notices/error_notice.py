"""The place for errors of the window: what went wrong, and a way out of it where there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.results.database.file_lock import StoreInUse
from app.window.servers.server_words import error_texts
from engines.base.late_imports import LateModule
from engines.contract.errors import CipherbenchError
from widgets.parts.error_panel import ErrorPanel

if TYPE_CHECKING:
    from app.campaign.servers import conditions
else:  # a window is painted before anything has happened
    conditions = LateModule("app.campaign.servers.conditions")


class ErrorNotice(ErrorPanel):
    """Shows errors as they are told."""

    as_new_wanted = Signal(int)
    """The campaign of this number cannot be resumed, and is to be run as a new one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shown: CipherbenchError | None = None
        self.acted.connect(self._run_as_new)

    def tell(self, error: CipherbenchError) -> None:
        """Show an error; one that tells of other conditions than a campaign's offers to run it as a
        new one."""
        self._shown = error
        unlike = isinstance(error, conditions.UnlikeConditions)
        action = self.tr("&Run as a new campaign") if unlike else ""
        self.show_error(*error_texts(error), action)

    def drop(self, error: CipherbenchError) -> None:
        """What an error tells of has been settled."""
        if self._shown is error:
            self.clear()

    def drop_store_in_use(self) -> None:
        """The program that an error names as the store's writer has ended."""
        if isinstance(self._shown, StoreInUse):
            self.clear()

    def _run_as_new(self) -> None:
        if isinstance(self._shown, conditions.UnlikeConditions):
            self.as_new_wanted.emit(int(self._shown.values["campaign"]))
