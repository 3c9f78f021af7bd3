"""The choice of protections for pictures: up to six that the server supports; and which protections
can encrypt a single value."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QWidget

from app.patterns.pictures.encrypted_pictures import MOST_PROTECTIONS
from app.servers.entry import ServerEntry
from app.servers.protection_offers import Offer, offers
from app.window.shared.protection_words import cipher_title, kind_title
from engines.contract.protection import Protection, ProtectionKind
from widgets.fields.check_list import CheckItem, CheckList
from widgets.layout.boxes import hbox, vbox
from widgets.look.names import filled
from widgets.look.numbers import format_number
from widgets.parts.cards import ToneLabel, WrappedLabel

_SHOWN_BITS = 128
_COMMON_MODES = ("ecb", "cbc", "cfb", "ofb", "ctr")


class ProtectionChoice(QWidget):
    """A list to tick: the common AES modes first, all others on demand."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known: dict[str, Protection] = {}
        self._server = ""
        self._shows_all = False
        self.list = CheckList(self)
        self.list.setAccessibleName(self.tr("Protections"))
        self._count = ToneLabel("", "muted")
        self._more = QPushButton(self)
        self._more.setProperty("flat", True)
        self._more.clicked.connect(self._toggle_all)
        self._empty = WrappedLabel("", "muted")
        self.list.changed.connect(self._ticked)
        self._lay_out()

    def chosen(self) -> list[Protection]:
        """The ticked protections, from top to bottom."""
        return [self._known[key] for key in self.list.checked()]

    def choose(self, names: Sequence[str]) -> None:
        """Tick exactly these."""
        if not set(names) <= {key for key in self._known if self._is_shown(key)}:
            self._shows_all = True
            self._fill(names)
        self.list.set_checked(list(names)[:MOST_PROTECTIONS])
        self._limit()

    def show_server(
        self,
        entry: ServerEntry | None,
        default_mode: str,
        *,
        looking: bool = False,
        waits: bool = False,
    ) -> None:
        """Offer what a server supports; choices that are still possible stay. `looking`: servers
        are still being searched; `waits`: the server is probed when a campaign has ended."""
        self._known = value_protections(entry, default_mode)
        self._show_why_empty(entry, looking=looking, waits=waits)
        name = entry.name if entry is not None and self._known else ""
        before = [key for key in self.list.checked() if key in self._known]
        anew = name != self._server
        self._server = name
        chosen = before if before and not anew else default_names(list(self._known.values()))
        self._fill(chosen)

    def _lay_out(self) -> None:
        around = QScrollArea(self)
        around.setFrameShape(QFrame.Shape.NoFrame)
        around.setWidgetResizable(True)
        around.setWidget(self.list)
        around.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its rows have the keyboard
        around.setMinimumHeight(72)
        foot = hbox(None, (self._count, 1), self._more)
        vbox(self, self._empty, (around, 1), foot, spacing=2)

    def _fill(self, ticked: Sequence[str]) -> None:
        items = [
            _item(key, each, key in ticked)
            for key, each in self._known.items()
            if self._is_shown(key) or key in ticked
        ]
        self.list.set_items(items)
        hidden = len(self._known) - len([key for key in self._known if self._is_shown(key)])
        self._more.setVisible(hidden > 0 or self._shows_all)
        self._more.setText(
            self.tr("Fewer")
            if self._shows_all
            else self.tr("{0} more").format(format_number(len(self._known) - len(items)))
        )
        self._limit()
        self.changed.emit()

    def _is_shown(self, key: str) -> bool:
        return self._shows_all or _is_common(self._known[key])

    def _toggle_all(self) -> None:
        self._shows_all = not self._shows_all
        self._fill(self.list.checked())

    def _ticked(self) -> None:
        self._limit()
        self.changed.emit()

    def _limit(self) -> None:
        """Allow six at most: more cannot be compared at a glance."""
        ticked = self.list.checked()
        for key in self._known:
            if self._shows_all or _is_common(self._known[key]) or key in ticked:
                full = len(ticked) >= MOST_PROTECTIONS and key not in ticked
                self.list.row(key).setEnabled(not full)
        self._count.setText(
            self.tr("{0} of at most {1}").format(
                format_number(len(ticked)), format_number(MOST_PROTECTIONS)
            )
            if self._known
            else ""
        )

    def _show_why_empty(self, entry: ServerEntry | None, *, looking: bool, waits: bool) -> None:
        if self._known:
            text = ""
        elif entry is None and looking:
            text = self.tr("Looking for servers on this machine …")
        elif entry is None:
            text = self.tr("No server found. Add one on the Servers page.")
        elif entry.running or entry.capabilities is not None:
            text = self.tr("This server cannot encrypt values.")
        elif waits:
            text = filled(self.tr("{0} is checked after the campaign."), entry.name)
        else:
            text = filled(self.tr("What {0} supports appears when it answers."), entry.name)
        self._empty.setText(text)
        self._empty.setVisible(bool(text))


def value_protections(entry: ServerEntry | None, default_mode: str) -> dict[str, Protection]:
    """Protections that encrypt single values, in the server or in the application, by name; common
    ones first. Empty until the server was probed."""
    if entry is None or entry.capabilities is None:
        return {}
    found = [
        offer
        for offer in offers([entry], {entry.name: default_mode})
        if offer.encrypts_in_named_mode
    ]
    found.sort(key=lambda offer: not _is_common(offer.protection))
    return {offer.name: offer.protection for offer in found}


def default_names(offered: Sequence[Protection]) -> list[str]:
    """Names of those ticked at first: AES in each mode, and one authenticated cipher."""
    native = [each.name for each in offered if _is_common_native(each)]
    client = [each.name for each in offered if each.kind is ProtectionKind.CLIENT]
    gcm = [name for name in client if name.endswith("gcm")] or client
    return (native[: MOST_PROTECTIONS - 1] + gcm[:1])[:MOST_PROTECTIONS]


def _is_common(protection: Protection) -> bool:
    if protection.kind is ProtectionKind.CLIENT:
        return Offer(protection, {}).suggested
    return _is_common_native(protection)


def _is_common_native(protection: Protection) -> bool:
    return (
        protection.kind is ProtectionKind.NATIVE
        and (protection.algorithm, protection.bits) == ("aes", _SHOWN_BITS)
        and protection.mode in _COMMON_MODES
    )


def _item(key: str, protection: Protection, ticked: bool) -> CheckItem:
    return CheckItem(
        key, cipher_title(protection), checked=ticked, group=kind_title(protection.kind)
    )
