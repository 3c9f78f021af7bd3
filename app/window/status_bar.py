"""The status bar: the running campaign with its progress and time left, and the machine's load and
free memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psutil
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from app.plan.status import Status
from app.window.shared.run_counts import RunCounts
from app.window.shared.run_words import failed_words, lockstep_words, progress_text, time_left
from app.window.workbench.workbench import Workbench
from engines.base.late_imports import LateModule
from engines.platform.machine import load_average
from widgets.look.names import filled, isolated, plain_tip, shortened
from widgets.look.numbers import format_number
from widgets.look.theme import number_font
from widgets.parts.cards import ToneLabel

if TYPE_CHECKING:
    from app.plan.campaign import Campaign
    from app.results import events
    from app.results.events import Event
else:  # imported late: the window is painted before any event
    events = LateModule("app.results.events")

_MACHINE_MS = 2000


class RunStatusBar(QStatusBar):
    """The running campaign at the left, the machine at the right."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = self._run = self._progress = self._failure_text = ""
        self._counts = RunCounts()
        self._campaign = ToneLabel("", "text")
        self._machine = ToneLabel("", "muted")
        for label in (self._campaign, self._machine):
            label.setFont(number_font())
        self.setSizeGripEnabled(False)
        self.setContentsMargins(8, 0, 8, 0)
        self.addWidget(self._campaign, 1)
        self.addPermanentWidget(self._machine)
        self._timer = QTimer(self, interval=_MACHINE_MS)
        self._timer.timeout.connect(self._show_machine)
        self._timer.start()
        self._show_machine()
        self._idle()
        workbench.campaign_started.connect(self._prepare)
        workbench.events.connect(self._follow_events)
        workbench.campaign_ended.connect(self._idle)

    @property
    def campaign_label(self) -> QLabel:
        """The left part."""
        return self._campaign

    @property
    def machine_label(self) -> QLabel:
        """The right part."""
        return self._machine

    def _prepare(self, campaign: Campaign | None) -> None:
        self._name = campaign.name if campaign else ""
        self._run = self.tr("starting servers…")
        self._progress = self._failure_text = ""
        self._show()

    def _follow_events(self, batch: list[Event]) -> None:
        for event in batch:
            self._counts = self._counts.updated_by(event)
            match event:
                case events.CampaignStarted():
                    self._name = event.name
                case events.CampaignFinished(failed=failed, status=Status.DONE) if failed:
                    text = self.tr("{name}: done with failures, {failed}")
                    self._failure_text = filled(
                        text, name=shortened(self._name), failed=failed_words(failed)
                    )
                case events.RunStarted():
                    self._run = lockstep_words(event)
                case events.Progressed():
                    progress = progress_text(self._counts.done, self._counts.total)
                    parts = [progress, time_left(event.remaining)]
                    self._progress = ", ".join(filter(None, parts))
                    if event.paused:
                        self._run = self.tr("paused")
        self._show()

    def _idle(self) -> None:
        """Show that nothing runs; failures of the last campaign stay until the next starts."""
        self._name = self._run = self._progress = ""
        self._campaign.set_tone("warning" if self._failure_text else "muted")
        self._campaign.setText(self._failure_text or self.tr("Nothing is running"))
        self._campaign.setToolTip("")

    def _show(self) -> None:
        self._campaign.set_tone("text")
        parts = (isolated(shortened(self._name)), self._progress, self._run)
        self._campaign.setText("   ".join(filter(None, parts)))
        self._campaign.setToolTip(plain_tip(self._name))

    def _show_machine(self) -> None:
        free = format_number(psutil.virtual_memory().available / 1e9, 1)
        if (loads := load_average()) is None:
            self._machine.setText(self.tr("{free} GB free").format(free=free))
            self._machine.setToolTip(self.tr("Available memory"))
            return
        load = format_number(loads[0], 2)
        self._machine.setText(self.tr("load {load}   {free} GB free").format(load=load, free=free))
        self._machine.setToolTip(self.tr("Load average of the last minute, and available memory"))
