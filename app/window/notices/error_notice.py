"""The panel above the pages that shows an error, with a button that resolves some kinds of it."""

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
else:  # imported late: the window is painted before there can be an error
    conditions = LateModule("app.campaign.servers.conditions")


class ErrorNotice(ErrorPanel):
    rerun_requested = Signal(int)
    """The user wants to run the campaign with this id, which cannot be resumed, as a new one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shown: CipherbenchError | None = None
        self.action_pressed.connect(self._run_as_new)

    def report(self, error: CipherbenchError) -> None:
        """Show an error; if a campaign cannot be resumed since its conditions have changed, offer
        to run it as a new one."""
        self._shown = error
        unlike = isinstance(error, conditions.ConditionsChanged)
        action = self.tr("&Run as a new campaign") if unlike else ""
        self.show_error(*error_texts(error), action)

    def resolve(self, error: CipherbenchError) -> None:
        """Clear an error that no longer holds, if it is shown."""
        if self._shown is error:
            self.clear()

    def resolve_store_in_use(self) -> None:
        """Clear the error that another program writes to the store, if it is shown."""
        if isinstance(self._shown, StoreInUse):
            self.clear()

    def _run_as_new(self) -> None:
        if isinstance(self._shown, conditions.ConditionsChanged):
            self.rerun_requested.emit(int(self._shown.values["campaign"]))
