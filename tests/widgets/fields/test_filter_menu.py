"""The button whose menu hides entries."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from widgets.fields.filter_menu import FilterMenu


def labels(menu: FilterMenu) -> list[str]:
    return [each.text() for each in menu.menu().actions() if each.data()]


def test_that_a_label_that_changed_is_shown_and_what_is_hidden_stays_so(qtbot: QtBot) -> None:
    menu = FilterMenu("Campaigns")
    qtbot.addWidget(menu)
    menu.set_entries({"#1": "first", "#2": "second"})
    menu.hide_only(frozenset({"#2"}))
    menu.set_entries({"#1": "renamed", "#2": "second"})
    assert labels(menu) == ["renamed", "second"] and menu.hidden() == {"#2"}
