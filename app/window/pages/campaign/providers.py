"""*On this machine*: the providers of a workload without a database, in place of servers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.window.pages.campaign.panel import SentencePart
from widgets.look.names import isolated, plain_tip
from widgets.parts.cards import ElidedLabel, ToneLabel
from workloads.workload import Provider


class ProvidersPart(SentencePart):
    """A list without choices: the workload names its providers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("On this machine"), parent)
        self._shown: tuple[Provider, ...] | None = None
        note = ToneLabel(
            self.tr(
                "This workload needs no database, so there are no servers or protections to "
                "choose. These do the work:"
            ),
            "muted",
        )
        note.setWordWrap(True)
        self.add_row(note)
        self._list = QWidget()
        self._rows = QVBoxLayout(self._list)
        self._rows.setContentsMargins(6, 0, 6, 0)
        self._rows.setSpacing(8)
        self.add_scrolled(self._list)

    def show_providers(self, providers: Sequence[Provider]) -> None:
        if self._shown == tuple(providers):
            return
        self._shown = tuple(providers)
        while (old := self._rows.takeAt(0)) is not None:
            if (part := old.widget()) is not None:
                part.hide()
                part.deleteLater()
        for each in providers:
            self._rows.addWidget(_row(each))
        self._rows.addStretch(1)


def _row(provider: Provider) -> QWidget:
    part = QWidget()
    column = QVBoxLayout(part)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(ToneLabel(isolated(provider.name)))
    version = ElidedLabel(isolated(provider.version), "muted")
    facts = "\n".join(f"{name}: {value}" for name, value in provider.settings.items())
    part.setToolTip(plain_tip(facts))
    column.addWidget(version)
    return part
