"""The panel for errors of the window, with a button that resolves the error where one can."""

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
    as_new_wanted = Signal(int)
    """Run the campaign with this id, which cannot be resumed, as a new one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shown: CipherbenchError | None = None
        self.acted.connect(self._run_as_new)

    def tell(self, error: CipherbenchError) -> None:
        """Show an error; where a campaign's conditions have changed, offer to run it as a new
        one."""
        self._shown = error
        unlike = isinstance(error, conditions.ConditionsChanged)
        action = self.tr("&Run as a new campaign") if unlike else ""
        self.show_error(*error_texts(error), action)

    def drop(self, error: CipherbenchError) -> None:
        """The error was resolved."""
        if self._shown is error:
            self.clear()

    def drop_store_in_use(self) -> None:
        """The other program that writes to the store has ended."""
        if isinstance(self._shown, StoreInUse):
            self.clear()

    def _run_as_new(self) -> None:
        if isinstance(self._shown, conditions.ConditionsChanged):
            self.as_new_wanted.emit(int(self._shown.values["campaign"]))
