"""The row “On these hosts” of the campaign page: one chip for each host of a coordinator; the
chosen hosts measure the campaign instead of this machine."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.hosts.batch_coordination import Coordination
from app.hosts.messages import HostState
from app.hosts.store_login import store_login
from app.plan.campaign import Campaign
from app.window.base.background import Background
from app.window.base.messages import message_text
from engines.contract.errors import CipherbenchError
from engines.contract.message import Message
from widgets.fields.chips import ToggleChip
from widgets.layout.boxes import hbox
from widgets.layout.layouts import FlowLayout
from widgets.look.names import isolated, plain_tip, shortened
from widgets.parts.cards import ToneLabel


class HostsRow(QWidget):
    """Without a chosen host the campaign runs on this machine."""

    changed = Signal()
    """The choice of hosts has changed."""

    handed_out = Signal()
    """The campaign was handed out to the chosen hosts."""

    failed = Signal(object)
    """A CipherbenchError: no host got the campaign."""

    def __init__(self, store: str, parent: QWidget | None = None) -> None:
        """`store` is the coordinator's, with its login."""
        super().__init__(parent)
        self.store = store
        self._background = Background(self)
        self._chips: dict[str, ToggleChip] = {}
        self._note = ToneLabel(self.tr("Asking for hosts …"), "muted")
        self._flow = FlowLayout()
        hbox(self, ToneLabel(self.tr("On these hosts")), (self._flow, 1), self._note, spacing=12)

    def refresh(self) -> None:
        """Read the list of hosts; the choice stays."""
        self._background.run(partial(_hosts, self.store), self._show, self._show_error)

    def chosen(self) -> list[str]:
        """The names of the hosts that are to measure; none for this machine."""
        return [name for name, chip in self._chips.items() if chip.isChecked()]

    def hand_out(self, campaign: Campaign) -> None:
        """Hand the campaign out to the chosen hosts."""
        work = partial(_hand_out, self.store, campaign, self.chosen())
        self._background.run(work, lambda _: self.handed_out.emit(), self.failed.emit)

    def _show(self, found: list[_HostRow]) -> None:
        self._note.setText(
            self.tr("Each uses its own servers of these names.")
            if found
            else self.tr("No host has joined yet.")
        )
        before = self.chosen()
        for chip in self._chips.values():
            self._flow.removeWidget(chip)
            chip.deleteLater()
        self._chips = {}
        for name, state, differences in found:
            chip = self._chips[name] = ToggleChip(isolated(shortened(name)), self)
            chip.setObjectName("host")
            chip.setEnabled(state is HostState.READY)
            chip.setChecked(name in before and chip.isEnabled())
            chip.setToolTip(plain_tip(self._why_not(state, differences)))
            chip.toggled.connect(self.changed)
            self._flow.addWidget(chip)
        if self.chosen() != before:
            self.changed.emit()

    def _why_not(self, state: HostState, differences: list[Message]) -> str:
        if state is HostState.LOST:
            return self.tr("It has not been heard for ten seconds.")
        return "\n".join(map(message_text, differences))

    def _show_error(self, error: CipherbenchError) -> None:
        self._note.setText(message_text(error.messages[1]))


type _HostRow = tuple[str, HostState, list[Message]]
"""A host's name, its state, and its differences from the coordinator."""


def _hosts(store: str) -> list[_HostRow]:
    """All that have ever joined.

    Raises: InputError
    """
    coordination = Coordination(store_login(store))
    try:
        facts = coordination.coordinator()
        known = coordination.hosts()
        return [(each.name, each.state(facts), each.differences(facts)) for each in known]
    finally:
        coordination.close()


def _hand_out(store: str, campaign: Campaign, names: list[str]) -> None:
    """Raises: InputError"""
    coordination = Coordination(store_login(store))
    try:
        coordination.hand_out(campaign, coordination.chosen(names))
    finally:
        coordination.close()
