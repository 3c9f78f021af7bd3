"""*protected like this* on the campaign page: protections that the chosen servers support, to be
ticked, searched by name, with their properties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QToolButton, QWidget

from app.plan.campaign import BASELINE, PlannedProtection
from app.servers.entry import ServerEntry, ServerState
from app.servers.protection_offers import (
    Offer,
    offers,
    usual_name,
    why_no_storage,
    with_stored_forms,
)
from app.system.password_sources import remember_key_secret
from app.window.base.messages import enumerated, message_text
from app.window.pages.campaign.key_form import KeyForm
from app.window.pages.campaign.sentence_part import SentencePart
from app.window.servers.server_words import display_name
from app.window.shared.protection_words import badges, cipher_title, kind_title, properties_tip
from engines.contract.message import Number, plural
from engines.contract.protection import Protection, ProtectionKind, algorithm_title
from widgets.fields.check_list import CheckItem, CheckList
from widgets.layout.layouts import FlowLayout
from widgets.look.names import filled, plain_tip, shortened
from widgets.look.numbers import format_number
from widgets.parts.cards import ToneLabel

_MOST_NAMES = 2
"""Servers that a row names; more are counted."""


class ProtectionChooser(SentencePart):
    """A list of protections. Plaintext comes first and is ticked initially: it is the baseline."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("protected like this"), parent)
        self._entries: Sequence[ServerEntry] = ()
        self._default_modes: Mapping[str, str] = {}
        self._planned: list[PlannedProtection] = []
        self._offers: list[Offer] = []
        self._chosen: list[str] = [BASELINE]
        self._items: list[CheckItem] = []
        self._sound = False
        self._shows_all = self._no_match = False
        self.jump_buttons: dict[ProtectionKind, QToolButton] = {}
        self._make_parts()
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._refresh_offers)
        self._refresh_offers()

    def chosen(self) -> list[PlannedProtection]:
        """The ticked protections, each limited to the servers that support it."""
        names = [entry.name for entry in self._entries]
        ticked = [offer for offer in self._offers if offer.name in self._chosen]
        return [offer.to_plan(names) for offer in ticked if offer.fits(names)]

    def offered(self) -> list[Protection]:
        """All that can be ticked; those that are ticked come first."""
        ticked = [each.protection for each in self._offers if each.name in self._chosen]
        others = [each.protection for each in self._offers if each.name not in self._chosen]
        return [*ticked, *others]

    def set_servers(self, entries: Sequence[ServerEntry], default_modes: Mapping[str, str]) -> None:
        """Offer the protections that these servers support."""
        if list(entries) == list(self._entries) and default_modes == self._default_modes:
            return
        self._entries, self._default_modes = list(entries), dict(default_modes)
        self._refresh_offers()

    def set_sound(self, sound: bool) -> None:
        """Show the properties under the sound profile, else under the study's."""
        self._sound = sound
        self._show_items()

    def set_planned(self, planned: Sequence[PlannedProtection]) -> None:
        """Tick exactly a plan's protections, under the plan's names and for its servers."""
        self._planned = list(planned)
        self._chosen = [each.protection.name for each in planned]
        self._refresh_offers()

    def _refresh_offers(self) -> None:
        found = offers(self._entries, self._default_modes, self._planned)
        self._offers = with_stored_forms(found, self._chosen)
        self._show_items()

    def _shown(self) -> list[Offer]:
        words = self.search.text().lower().replace(",", " ").split()
        found = [o for o in self._offers if all(word in o.words() for word in words)]
        self._no_match = bool(words) and not found
        if words and found:
            return found
        if self._shows_all:
            return self._offers
        return [o for o in self._offers if o.suggested or o.name in self._chosen]

    @property
    def items(self) -> list[CheckItem]:
        return list(self._items)

    def _show_items(self) -> None:
        shown = self._shown()
        items = [self._item(offer) for offer in shown]
        if items != self._items:
            focused = next((i.key for i in self._items if self.list.row(i.key).hasFocus()), None)
            self._items = items
            self.list.set_items(items)
            if focused and any(item.key == focused for item in items):
                self.list.row(focused).setFocus()
        groups = {item.group for item in items}
        for kind, button in self.jump_buttons.items():
            button.setEnabled(kind_title(kind) in groups)
            words = self._jump_words(kind, there=button.isEnabled())
            button.setToolTip(plain_tip(words))
            button.setAccessibleDescription(words)
        self._show_counts(len(shown))

    def _show_counts(self, shown: int) -> None:
        ticked = sum(offer.name in self._chosen for offer in self._offers)
        self.note.setText(
            self.tr("{ticked} of {all}").format(
                ticked=format_number(ticked), all=format_number(len(self._offers))
            )
        )
        more = len(self._offers) - shown
        self.more.setText(
            self.tr("Show fewer")
            if self._shows_all
            else self.tr("Show {0} more").format(format_number(more))
        )
        self.more.setVisible(not self.search.text() and (self._shows_all or more > 0))
        self._hint.setText(self._hint_text())
        self._hint.setVisible(bool(self._hint.text()))

    def _hint_text(self) -> str:
        if not self._entries:
            return self.tr("Choose a server to see its protections.")
        unknown = [each for each in self._entries if each.capabilities is None and not each.reason]
        if any(entry.state is not ServerState.AVAILABLE for entry in unknown):
            return self.tr("Checking what the servers support …")
        if unknown:
            return self.tr("Check the ticked servers to see their protections.")
        if self._no_match:
            frame = self.tr("No protection of these servers matches “{0}”. Without this filter:")
            return filled(frame, shortened(self.search.text().strip()))
        return ""

    def _item(self, offer: Offer) -> CheckItem:
        kind, found = offer.protection.kind, offer.properties(sound=self._sound)
        return CheckItem(
            key=offer.name,
            text=self._title(offer),
            subtitle=self._subtitle(offer),
            badges=badges(found, kind),
            checked=offer.name in self._chosen,
            group="" if kind is ProtectionKind.PLAINTEXT else kind_title(kind),
            tip=properties_tip(found[0]),
        )

    def _title(self, offer: Offer) -> str:
        cipher = offer.protection
        if cipher.kind is ProtectionKind.PLAINTEXT:
            return self.tr("Plaintext")
        if offer.name != usual_name(cipher):
            return offer.name
        if cipher.kind is ProtectionKind.STORED_FORM:
            return self.tr("Plaintext as {0}").format(cipher_title(cipher))
        if cipher.kind is ProtectionKind.NATIVE and cipher.mode is None:
            name = f"{algorithm_title(cipher.algorithm or '')}-{cipher.bits}"
            return self.tr("{0}, modes as in the study").format(name)
        return cipher_title(cipher)

    def _subtitle(self, offer: Offer) -> str:
        if offer.protection.kind is ProtectionKind.PLAINTEXT:
            return self.tr("The baseline of every cost")
        if offer.protection.kind is ProtectionKind.STORED_FORM:
            return self.tr("A second baseline, stored like the ciphertext")
        native = offer.protection.kind is ProtectionKind.NATIVE
        if native and offer.protection.mode is None and offer.modes:
            each = self.tr("{mode} on {server}")
            return ", ".join(
                each.format(mode=mode.upper(), server=self._display_name(name))
                for name, mode in offer.modes.items()
            )
        return self._where(offer) if len(offer.modes) != len(self._entries) else ""

    def _where(self, offer: Offer) -> str:
        if not offer.modes:
            return self._why_nowhere()
        if len(offer.modes) > _MOST_NAMES:
            here, chosen = Number(len(offer.modes)), len(self._entries)
            return message_text(
                plural("On {here} of {n} servers", "On {here} of {n} server", chosen, here=here)
            )
        return self.tr("Only on {0}").format(
            enumerated([self._display_name(name) for name in offer.modes])
        )

    def _display_name(self, name: str) -> str:
        engines = {entry.name: entry.spec.engine for entry in self._entries}
        return display_name(name, engines.get(name, ""))

    def _why_nowhere(self) -> str:
        """Why no server is named: none was checked, or none that was supports it."""
        asked = [each for each in self._entries if each.capabilities is not None or each.reason]
        if not asked:
            return self.tr("No server has been checked yet")
        if len(asked) < len(self._entries):
            return self.tr("None of the checked servers supports it")
        return self.tr("None of the chosen servers supports it")

    def _take_ticks(self) -> None:
        ticked = set(self.list.checked())
        visible = {item.key for item in self._items}
        names = [offer.name for offer in self._offers]
        self._chosen = [
            name
            for name in names
            if name in ticked or (name in self._chosen and name not in visible)
        ]
        self._later.start()
        self.changed.emit()

    def _open_key_form(self) -> None:
        form = KeyForm(self)
        form.chosen.connect(self.add)
        form.show()

    def add(self, protection: Protection, secret: str) -> None:
        """Offer one more, ticked; its PIN or token is remembered for this session."""
        names = {offer.name for offer in self._offers}
        number = next(n for n in count(2) if f"{protection.name} {n}" not in names)
        if protection.name in names:
            protection = replace(protection, name=f"{protection.name} {number}")
        if secret and protection.key_source is not None:
            remember_key_secret(protection.key_source, secret)
        self._planned.append(PlannedProtection(protection))
        self._chosen.append(protection.name)
        self._refresh_offers()
        self.changed.emit()

    def _toggle_all(self) -> None:
        self._shows_all = not self._shows_all
        self._show_items()

    def _jumps(self) -> QWidget:
        """One button for each kind, which scrolls to its first protection."""
        words = {
            ProtectionKind.NATIVE: self.tr("I&n the server"),
            ProtectionKind.CLIENT: self.tr("In the a&pplication"),
            ProtectionKind.STORAGE: self.tr("&In storage"),
            ProtectionKind.TRANSIT: self.tr("On the connecti&on"),
        }
        part = QWidget()
        flow = FlowLayout(part, gap=4, line_gap=2)
        for kind, word in words.items():
            button = QToolButton()
            button.setText(word)
            button.setAutoRaise(True)
            button.clicked.connect(lambda _, wanted=kind: self._jump(wanted))
            self.jump_buttons[kind] = button
            flow.addWidget(button)
        return part

    def _jump_words(self, kind: ProtectionKind, *, there: bool) -> str:
        if there:
            return self.tr("Go to the protections of this kind")
        if any(offer.protection.kind is kind for offer in self._offers):
            return self.tr("No protection of this kind matches the search.")
        lacks = [
            filled("{0}: {1}", each.name, self._why_none(kind, each)) for each in self._entries
        ]
        if kind is ProtectionKind.STORAGE:
            lacks.append(
                self.tr(
                    "SQLite can encrypt its file. MariaDB with a key management plugin and MySQL "
                    "with a keyring can encrypt tablespaces. Any server can store its data on an "
                    "encrypted file system."
                )
            )
        return "\n".join(lacks)

    def _why_none(self, kind: ProtectionKind, entry: ServerEntry) -> str:
        """Why a server has no protection of a kind."""
        able = entry.capabilities
        if able is None:
            return self.tr("not checked yet")
        why = why_no_storage(able) if kind is ProtectionKind.STORAGE else None
        return message_text(why) if why else self.tr("none")

    def _jump(self, kind: ProtectionKind) -> None:
        """Scroll a kind's heading to the top and focus its first protection."""
        group = kind_title(kind)
        heading = self.list.heading(group)
        first = next((item.key for item in self._items if item.group == group), None)
        if heading is not None and first is not None:
            self._scroll_area.verticalScrollBar().setValue(heading.y())
            self.list.row(first).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _make_parts(self) -> None:
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find: aes 256, gcm, client, tablespace …"))
        self.search.setAccessibleName(self.tr("Find a protection"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._show_items)
        self.list = CheckList()
        self.list.changed.connect(self._take_ticks)
        self._hint = ToneLabel("", "muted")
        self._hint.setWordWrap(True)
        self.more = QPushButton()
        self.more.setFlat(True)
        self.more.clicked.connect(self._toggle_all)
        self.add_row(self.search)
        self.add_row(self._jumps())
        self.add_row(self._hint)
        self._scroll_area = self.add_scrolled(self.list)
        self.add_row(self.more)
        self.key_elsewhere_button = QPushButton(self.tr("Add one with its &key elsewhere …"))
        self.key_elsewhere_button.setFlat(True)
        self.key_elsewhere_button.setToolTip(self.tr("In an HSM, AWS KMS or Vault"))
        self.key_elsewhere_button.clicked.connect(self._open_key_form)
        self.add_row(self.key_elsewhere_button)
        self.column.addSpacing(8)
