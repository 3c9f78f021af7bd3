"""A protection whose key is elsewhere, added on the campaign page by mouse and keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from app.plan.campaign import PlannedProtection
from app.system.password_sources import key_secret
from app.window.pages.campaign import protection_chooser
from app.window.pages.campaign.protection_chooser import KeyForm, ProtectionChooser
from app.window.shared.fields import ChoiceParameter, NumberParameter, TextParameter
from engines.contract.key_source import DataKey, KeySource
from engines.keys.kms import KmsKey
from engines.keys.pkcs11 import Pkcs11Key
from engines.keys.registry import key_sources
from engines.keys.vault import VaultKey

LEFT = Qt.MouseButton.LeftButton
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def chooser(qtbot: QtBot) -> ProtectionChooser:
    made = ProtectionChooser()
    qtbot.addWidget(made)
    made.show()
    return made


def opened(chooser: ProtectionChooser, qtbot: QtBot) -> KeyForm:
    qtbot.mouseClick(chooser.key_elsewhere_button, LEFT)
    return chooser.findChildren(KeyForm)[-1]  # the one before may be about to go


def add(form: KeyForm) -> QPushButton:
    return form.buttons.button(QDialogButtonBox.StandardButton.Ok)


def planned(chooser: ProtectionChooser) -> dict[str, PlannedProtection]:
    return {each.protection.name: each for each in chooser.chosen()}


def choose(form: KeyForm, kind: type[KeySource], qtbot: QtBot) -> None:
    """By the keyboard."""
    form.source.setFocus()
    for _ in range(list(key_sources().values()).index(kind)):
        qtbot.keyClick(form.source, Qt.Key.Key_Down)


def test_that_enter_adds_the_usual_token_and_ticks_it(
    chooser: ProtectionChooser, qtbot: QtBot
) -> None:
    form = opened(chooser, qtbot)
    assert not form.secret.isEnabled(), "SoftHSM's PIN is ours"
    qtbot.keyClick(form.source, Qt.Key.Key_Return)
    made = planned(chooser)["client-aes-256-gcm pkcs11 table"].protection
    assert made.key_source == Pkcs11Key() and (made.algorithm, made.bits) == ("aes", 256)
    form = opened(chooser, qtbot)
    qtbot.mouseClick(add(form), LEFT)
    assert "client-aes-256-gcm pkcs11 table 2" in planned(chooser)


def test_that_options_are_typed_and_picked(chooser: ProtectionChooser, qtbot: QtBot) -> None:
    form = opened(chooser, qtbot)
    choose(form, KmsKey, qtbot)
    fields = form.fields[form.source.currentIndex()]
    way, delay = fields["data_key"], fields["delay_ms"]
    region, address = fields["region"], fields["address"]
    assert isinstance(way, ChoiceParameter) and isinstance(delay, NumberParameter)
    assert isinstance(region, TextParameter) and isinstance(address, TextParameter)
    way.box.setFocus()
    qtbot.keyClick(way.box, Qt.Key.Key_Down)
    delay.box.setFocus()
    delay.box.selectAll()
    qtbot.keyClicks(delay.box, "30")
    region.line.selectAll()
    qtbot.keyClicks(region.line, "sa-east-1")
    assert not add(form).isEnabled(), "local-kms would be measured in its place"
    qtbot.keyClicks(address.line, "https://kms.example")
    qtbot.mouseClick(add(form), LEFT)
    made = planned(chooser)["client-aes-256-gcm kms row 30ms"].protection
    assert made.key_source == KmsKey(
        data_key=DataKey.ROW, delay_ms=30.0, region="sa-east-1", address="https://kms.example"
    )


def test_that_a_wrong_address_disables_add_and_shows_why(
    chooser: ProtectionChooser, qtbot: QtBot
) -> None:
    form = opened(chooser, qtbot)
    choose(form, VaultKey, qtbot)
    assert not add(form).isEnabled() and "address" in form.note.text()
    address = form.fields[form.source.currentIndex()]["address"]
    assert isinstance(address, TextParameter)
    qtbot.keyClicks(address.line, "http://vault.example:8200")
    assert not add(form).isEnabled() and "https" in form.note.text()
    address.line.clear()
    qtbot.keyClicks(address.line, "https://vault.example:8200")
    assert add(form).isEnabled() and not form.note.text()
    qtbot.keyClicks(form.secret, "hvs.typed-token")
    qtbot.mouseClick(add(form), LEFT)
    source = planned(chooser)["client-aes-256-gcm vault table"].protection.key_source
    assert source == VaultKey(address="https://vault.example:8200")
    assert key_secret(source) == "hvs.typed-token" and "typed-token" not in repr(source)
    assert not key_secret(VaultKey(address="https://other.example:8200")), "another place"


def test_that_a_secret_goes_to_no_service_but_the_one_it_was_typed_for(
    chooser: ProtectionChooser, qtbot: QtBot
) -> None:
    form = opened(chooser, qtbot)
    choose(form, VaultKey, qtbot)
    qtbot.keyClicks(form.secret, "hvs.for-vault-alone")
    sent = list[str]()
    form.chosen.connect(lambda _, secret: sent.append(secret))
    form.source.setCurrentIndex(0)
    qtbot.mouseClick(add(form), LEFT)
    assert sent == [""]


def test_that_escape_adds_nothing(chooser: ProtectionChooser, qtbot: QtBot) -> None:
    form = opened(chooser, qtbot)
    qtbot.keyClick(form.source, Qt.Key.Key_Escape)
    assert planned(chooser).keys() == {"plaintext"}


def test_that_only_what_applies_is_shown(chooser: ProtectionChooser, qtbot: QtBot) -> None:
    form = opened(chooser, qtbot)
    assert not form.secret.isVisible(), "SoftHSM's PIN is ours"
    fields = form.fields[0]
    way, low = fields["data_key"], form.height()
    assert isinstance(way, ChoiceParameter) and not fields["values"].isVisible()
    way.show_value(DataKey.CACHED)
    way.changed.emit()
    assert fields["values"].isVisible() and fields["seconds"].isVisible()
    assert form.height() > low
    choose(form, VaultKey, qtbot)
    high = form.height()
    assert form.secret.isVisible() and form.secret.placeholderText() == "token"
    assert add(form).mapTo(form, add(form).rect().bottomLeft()).y() < form.height()
    form.source.setCurrentIndex(0)
    assert form.height() < high


def test_that_a_low_screen_has_the_buttons_and_scrolls_the_options(
    chooser: ProtectionChooser, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        protection_chooser, "_SCREEN_MARGIN_PX", chooser.screen().availableGeometry().height() - 300
    )
    form = opened(chooser, qtbot)
    choose(form, VaultKey, qtbot)
    scroll = form.findChild(QScrollArea)
    assert scroll is not None and scroll.height() == 300
    qtbot.waitUntil(lambda: scroll.verticalScrollBar().maximum() > 0)
    assert add(form).mapTo(form, add(form).rect().bottomLeft()).y() < form.height()
