"""A drop-down that is filled again."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from widgets.fields.choice import Choice


def test_that_a_choice_keeps_its_selection_without_a_signal_when_it_is_filled_again(
    qtbot: QtBot,
) -> None:
    choice = Choice()
    qtbot.addWidget(choice)
    choice.set_names(["one", "two", "two", "three"])
    assert choice.count() == 3
    choice.setCurrentIndex(1)
    signals: list[int] = []
    choice.currentIndexChanged.connect(signals.append)
    choice.set_names(["zero", "one", "two"])
    assert (choice.currentData(), choice.toolTip(), signals) == ("two", "two", [])
    choice.set_choices(((1, "first"), (2, "second")))
    assert (choice.currentData(), choice.toolTip(), signals) == (1, "first", [])
