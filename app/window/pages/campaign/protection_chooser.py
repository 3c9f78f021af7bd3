"""*protected like this* on the campaign page: protections that the chosen servers support, to be
ticked, searched by name, with their properties; and the form for one whose key is elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.plan.campaign import BASELINE, PlannedProtection, protection_faults
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
from app.window.pages.campaign.sentence_part import SentencePart
from app.window.servers.server_words import display_name
from app.window.shared.fields import ParameterField, field_for, label_of
from app.window.shared.protection_words import badges, cipher_title, kind_title, properties_tip
from engines.client_encryption.client_schemes import client_ciphers
from engines.contract.key_source import DataKey, KeySource
from engines.contract.message import Number, plural, with_semicolons
from engines.contract.parameter import limit_faults, parameters_of
from engines.contract.protection import Cipher, Protection, ProtectionKind, algorithm_title
from engines.keys.registry import key_sources
from widgets.fields.check_list import CheckItem, CheckList
from widgets.fields.choice import Choice
from widgets.layout.boxes import vbox
from widgets.layout.layouts import FlowLayout, VerticalScroll
from widgets.look.names import filled, plain_tip, shortened
from widgets.look.numbers import format_number
from widgets.parts.cards import FormLabel, WrappedLabel

_DEFAULT_CIPHER = Cipher("aes", 256, "gcm")
_KEY_FORM_WIDTH_PX = 460
_SCREEN_MARGIN_PX = 150
"""Pixels of a screen that buttons, note and frame take."""


class KeyForm(QDialog):
    """Not modal; emits `chosen` and closes."""

    chosen = Signal(object, str)
    """The Protection, and the PIN or token where one was typed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Key elsewhere"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.cipher, self.source = Choice(), Choice()
        self._ciphers = sorted(client_ciphers())
        for each in self._ciphers:
            self.cipher.addItem(cipher_title(_protection(each)))
        self.cipher.setCurrentIndex(self._ciphers.index(_DEFAULT_CIPHER))
        self._labels: list[FormLabel] = []
        self._kinds = list(key_sources().values())
        self._pages: list[tuple[QWidget, QFormLayout]] = []
        self._options = VerticalScroll(self.windowTitle(), self)
        self.fields: list[Mapping[str, ParameterField]] = []
        for kind in self._kinds:
            self.source.addItem(kind.title)
            self.fields.append(self._page(kind))
        self.secret = QLineEdit()
        self.secret.setEchoMode(QLineEdit.EchoMode.Password)
        self.secret.setToolTip(self.tr("Kept for this session only"))
        self.note = WrappedLabel("", "warning")
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel, self)
        self.buttons.button(kinds.Ok).setText(self.tr("Add"))
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.close)
        self.cipher.currentIndexChanged.connect(self._follow)
        self.source.currentIndexChanged.connect(self.secret.clear)  # typed for another service
        self.source.currentIndexChanged.connect(self._follow)
        self._lay_out()
        self._follow()

    def protection(self) -> Protection:
        return _protection(self._ciphers[self.cipher.currentIndex()], self._key_source())

    def _key_source(self) -> KeySource:
        at = self.source.currentIndex()
        values = {name: field.value() for name, field in self.fields[at].items()}
        return self._kinds[at](**values)

    def _page(self, kind: type[KeySource]) -> Mapping[str, ParameterField]:
        page = QWidget()
        form = QFormLayout(page)
        form.setContentsMargins(0, 0, 0, 0)
        fields = {}
        for name, parameter in sorted(
            parameters_of(kind).items(), key=lambda each: each[0] in _COMMON_PARAMETERS
        ):
            field = fields[name] = field_for(parameter)
            field.begin()
            field.changed.connect(self._follow)
            form.addRow(self._label(label_of(parameter), field), field)
        self._pages.append((page, form))
        return fields

    def _label(self, text: str, field: QWidget) -> FormLabel:
        label = FormLabel(text, field)
        self._labels.append(label)
        return label

    def _follow(self) -> None:
        """Show the options of the chosen source, and what is wrong with them."""
        protection = self.protection()
        source = protection.key_source
        assert source is not None
        self.secret.setEnabled(not source.managed)
        self.secret.setPlaceholderText(message_text(source.secret_form))
        self._foot.setRowVisible(self.secret, not source.managed)
        self._show_page(source.data_key)
        faults = [*protection_faults(protection), *limit_faults(source)]
        if source.fault:
            faults = [source.fault]
        self.note.setText(message_text(with_semicolons(faults)) if faults else "")
        self.note.setVisible(bool(faults))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not faults)
        self._fit()

    def _show_page(self, data_key: DataKey) -> None:
        """Show the chosen source's options; number and age of cached keys only where it caches."""
        chosen = self.source.currentIndex()
        for at, (page, _) in enumerate(self._pages):
            page.setVisible(at == chosen)
        for name in ("values", "seconds"):
            field, cached = self.fields[chosen][name], data_key is DataKey.CACHED
            self._pages[chosen][1].setRowVisible(field, cached)

    def _fit(self) -> None:
        """Make the dialog as high as its contents, or as the screen allows."""
        for layout in (self._pages[self.source.currentIndex()][1], self._inside):
            layout.activate()
        room = self.screen().availableGeometry().height() - _SCREEN_MARGIN_PX
        self._options.setFixedHeight(min(self._inside.sizeHint().height(), room))
        self._column.activate()
        self.resize(self.width(), self._column.totalHeightForWidth(self.width()))

    def _accept(self) -> None:
        self.chosen.emit(self.protection(), self.secret.text())
        self.secret.clear()
        self.close()

    def _lay_out(self) -> None:
        head = QFormLayout()
        head.addRow(self._label(self.tr("&Cipher"), self.cipher), self.cipher)
        head.addRow(self._label(self.tr("Key &service"), self.source), self.source)
        self._foot = foot = QFormLayout()
        foot.addRow(self._label(self.tr("&PIN or token"), self.secret), self.secret)
        widest = max(each.sizeHint().width() for each in self._labels)
        for each in self._labels:
            each.setMinimumWidth(widest)
        inside = QWidget()
        self._inside = options = QVBoxLayout(inside)
        for part in (head, foot, options):
            part.setContentsMargins(0, 0, 0, 0)
        options.addLayout(head)
        for page, _ in self._pages:
            options.addWidget(page)
        options.addLayout(foot)
        self._options.setWidget(inside)
        self._column = vbox(self, self._options, self.note, self.buttons, margins=None)
        self.resize(_KEY_FORM_WIDTH_PX, self.height())


_COMMON_PARAMETERS = frozenset(parameters_of(KeySource))
"""Options that every source has; they are placed below its own."""


def _protection(cipher: Cipher, source: KeySource | None = None) -> Protection:
    """The protection, named by its cipher and, with a `source`, by where its key is."""
    kind = ProtectionKind.CLIENT
    made = Protection("", kind, cipher.algorithm, cipher.bits, cipher.mode, key_source=source)
    name = usual_name(made)
    if source is not None:
        name += f" {source.source} {source.data_key}"
        name += f" {source.delay_ms:g}ms" if source.delay_ms else ""
    return replace(made, name=name)


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
        self.items: list[CheckItem] = []
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

    def _show_items(self) -> None:
        shown = self._shown()
        items = [self._item(offer) for offer in shown]
        self.refill(self.list, self.items, items)
        self.items = items
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
        visible = {item.key for item in self.items}
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
        first = next((item.key for item in self.items if item.group == group), None)
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
        self._hint = WrappedLabel("", "muted")
        self.more = QPushButton()
        self.more.setFlat(True)
        self.more.clicked.connect(self._toggle_all)
        self.add_row(self.search)
        self.add_row(self._jumps())
        self.add_row(self._hint)
        self._scroll_area = self.add_scrolled(self.list)
        self.add_row(self.more)
        self.key_elsewhere_button = QPushButton(self.tr("Add with &key elsewhere …"))
        self.key_elsewhere_button.setFlat(True)
        self.key_elsewhere_button.setToolTip(self.tr("In an HSM, AWS KMS or Vault"))
        self.key_elsewhere_button.clicked.connect(self._open_key_form)
        self.add_row(self.key_elsewhere_button)
        self.column.addSpacing(8)
