"""A dialog that adds a protection whose key is in an HSM or with a key management service (KMS)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.plan.campaign import protection_faults
from app.servers.protection_offers import usual_name
from app.window.base.messages import message_text
from app.window.shared.fields import ParameterField, field_for, label_of
from app.window.shared.protection_words import cipher_title
from engines.client_encryption.client_schemes import client_ciphers
from engines.contract.key_source import DataKey, KeySource
from engines.contract.message import with_semicolons
from engines.contract.parameter import limit_faults, parameters_of
from engines.contract.protection import Cipher, Protection, ProtectionKind
from engines.keys.registry import key_sources
from widgets.fields.choice import Choice
from widgets.layout.boxes import vbox
from widgets.layout.layouts import VerticalScroll
from widgets.parts.cards import FormLabel, ToneLabel

_DEFAULT_CIPHER = Cipher("aes", 256, "gcm")
_WIDTH = 460
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
        self.note = ToneLabel("", "warning")
        self.note.setWordWrap(True)
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
        """The current choices."""
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
        self.resize(_WIDTH, self.height())


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
