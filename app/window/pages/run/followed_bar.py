"""The campaigns that run side by side in a shared store, one to be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QWidget

from app.window.pages.run.follower import Watched
from app.window.shared.run_counts import counts_of
from app.window.shared.run_words import counted
from widgets.fields.toggle_chip import ToggleChip
from widgets.layout.flow_layout import FlowLayout
from widgets.look.names import isolated, shortened

_LETTERS = 24


class FollowedBar(QWidget):
    """A chip for each campaign with how far it is; hidden where there is no choice."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: dict[int, ToggleChip] = {}
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self.chosen)
        self._flow = FlowLayout()
        self._flow.setContentsMargins(0, 0, 0, 0)
        self.setLayout(self._flow)
        self.setAccessibleName(self.tr("Campaigns that run"))
        self.hide()

    def show_running(self, running: Sequence[Watched], current: int) -> None:
        """Show what runs; `current` is the campaign that is followed."""
        wanted = {each.summary.id: each for each in running}
        for gone in self._chips.keys() - wanted.keys():
            self._remove(gone)
        for number, each in wanted.items():
            chip = self._chips.get(number) or self._add(number)
            chip.setText(_words(each))
            chip.updateGeometry()
        self.mark(current)
        self._flow.invalidate()
        self.setVisible(any(number != current for number in wanted))

    def mark(self, current: int) -> None:
        """Show which campaign is followed."""
        if current in self._chips:
            self._chips[current].setChecked(True)

    def _add(self, number: int) -> ToggleChip:
        chip = self._chips[number] = ToggleChip("", self)
        self._group.addButton(chip, number)
        self._flow.addWidget(chip)
        return chip

    def _remove(self, number: int) -> None:
        chip = self._chips.pop(number)
        self._group.removeButton(chip)
        self._flow.removeWidget(chip)
        chip.deleteLater()


def _words(watched: Watched) -> str:
    counts = counts_of(watched.summary)
    name = isolated(shortened(watched.summary.name, _LETTERS)).replace("&", "&&")
    parts = (f"#{watched.summary.id} {name}", watched.host, counted(counts.done, counts.total))
    return " · ".join(filter(None, parts))
