"""Chips, check lists and the event log, driven by keys and mouse."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from widgets.fields.chips import CheckItem, CheckList, Chip, ChipEditor
from widgets.fields.number_field import NumberField
from widgets.parts.event_log import MOST_LINES, EventLog


@pytest.fixture
def chips(qtbot: QtBot) -> ChipEditor:
    part = ChipEditor([1000, 16000], "Add a size", maximum=100_000)
    part.resize(400, 120)
    qtbot.addWidget(part)
    part.set_values([4000, 1000])
    with qtbot.waitExposed(part):
        part.show()
    part.activateWindow()
    return part


def field(chips: ChipEditor) -> QLineEdit:
    found = chips.findChild(QLineEdit)
    assert found is not None
    return found


def chip(chips: ChipEditor, text: str) -> Chip:
    return next(c for c in chips.findChildren(Chip) if c.text() == text and c.isVisible())


def type_in(qtbot: QtBot, chips: ChipEditor, text: str) -> None:
    qtbot.keyClicks(field(chips), text)
    qtbot.keyClick(field(chips), Qt.Key.Key_Return)


def test_that_enter_adds_a_number_in_its_place(qtbot: QtBot, chips: ChipEditor) -> None:
    with qtbot.waitSignal(chips.changed):
        type_in(qtbot, chips, "2000")
    assert chips.values() == [1000, 2000, 4000]
    assert field(chips).text() == ""
    assert chip(chips, "2,000").x() < chip(chips, "4,000").x()


def test_that_a_field_with_long_words_is_as_narrow_as_its_place(qtbot: QtBot) -> None:
    """Its tooltip has the words, of which the end is cut off."""
    words = "Acrescentar um número de clientes"
    long = ChipEditor([1, 2], words)
    qtbot.addWidget(long)
    long.resize(160, 120)
    with qtbot.waitExposed(long):
        long.show()
    assert long.minimumSizeHint().width() <= 160
    assert (field(long).width(), field(long).toolTip()) == (160, words)
    long.resize(600, 120)
    qtbot.waitUntil(lambda: 160 < field(long).width() < 600)


@pytest.mark.parametrize("text", ["2,000 8000", "2000; 8,000", "2000, 8000"])
def test_that_several_numbers_can_be_pasted(qtbot: QtBot, chips: ChipEditor, text: str) -> None:
    type_in(qtbot, chips, text)
    assert chips.values() == [1000, 2000, 4000, 8000]


@pytest.mark.parametrize("text", ["abc", "-5", "0", "1.5", "1,5", "2000 x", "1000", "100001"])
def test_that_what_is_no_size_is_refused_with_a_sentence(
    qtbot: QtBot, chips: ChipEditor, text: str
) -> None:
    with qtbot.assertNotEmitted(chips.changed):
        type_in(qtbot, chips, text)
    assert chips.values() == [1000, 4000]
    assert chips.error().endswith(".")
    assert field(chips).text() == text


def test_that_the_sentence_goes_with_the_next_good_number(qtbot: QtBot, chips: ChipEditor) -> None:
    type_in(qtbot, chips, "abc")
    field(chips).clear()
    type_in(qtbot, chips, "5")
    assert chips.error() == ""


def test_that_backspace_in_the_empty_field_takes_the_last_back(
    qtbot: QtBot, chips: ChipEditor
) -> None:
    qtbot.keyClicks(field(chips), "7")
    qtbot.keyClick(field(chips), Qt.Key.Key_Backspace)
    assert chips.values() == [1000, 4000]
    qtbot.keyClick(field(chips), Qt.Key.Key_Backspace)
    assert chips.values() == [1000]


def test_that_delete_removes_the_focused_chip_and_moves_on(qtbot: QtBot, chips: ChipEditor) -> None:
    with qtbot.waitSignal(chips.changed):
        qtbot.keyClick(chip(chips, "1,000"), Qt.Key.Key_Delete)
    assert chips.values() == [4000]
    assert chip(chips, "4,000").hasFocus()


def test_that_only_the_cross_of_a_chip_removes_it(qtbot: QtBot, chips: ChipEditor) -> None:
    target = chip(chips, "4,000")
    qtbot.mouseClick(target, Qt.MouseButton.LeftButton, pos=QPoint(8, target.height() // 2))
    assert chips.values() == [1000, 4000]
    over_cross = QPoint(target.width() - 14, target.height() // 2)
    qtbot.mouseClick(target, Qt.MouseButton.LeftButton, pos=over_cross)
    assert chips.values() == [1000]


def test_that_presets_add_and_step_aside(qtbot: QtBot, chips: ChipEditor) -> None:
    buttons = {b.text(): b for b in chips.findChildren(QPushButton)}
    assert buttons["+ 1,000"].isHidden()
    qtbot.mouseClick(buttons["+ 16,000"], Qt.MouseButton.LeftButton)
    assert chips.values() == [1000, 4000, 16000]
    assert buttons["+ 16,000"].isHidden()


ITEMS = (
    CheckItem("pg", "postgresql", "18.6", (("embedded", "neutral"),), checked=True),
    CheckItem("down", "prod-pg", enabled=False, reason="no route", checked=True),
    CheckItem("fb", "firebird"),
)


@pytest.fixture
def checks(qtbot: QtBot) -> CheckList:
    part = CheckList()
    part.resize(300, 200)
    part.set_items(ITEMS)
    qtbot.addWidget(part)
    with qtbot.waitExposed(part):
        part.show()
    part.activateWindow()
    return part


def test_that_a_disabled_row_never_counts_and_says_why(checks: CheckList) -> None:
    assert checks.checked() == ["pg"]
    row = checks.row("down").parentWidget()
    assert row is not None and row.toolTip() == "no route"
    assert checks.row("down").accessibleDescription() == "no route"


def test_that_a_click_anywhere_in_a_row_ticks(qtbot: QtBot, checks: CheckList) -> None:
    row = checks.row("fb").parentWidget()
    assert row is not None
    with qtbot.waitSignal(checks.changed):
        qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=QPoint(row.width() - 5, 8))
    assert checks.checked() == ["pg", "fb"]


def test_that_a_click_on_a_disabled_row_does_nothing(qtbot: QtBot, checks: CheckList) -> None:
    row = checks.row("down").parentWidget()
    assert row is not None
    with qtbot.assertNotEmitted(checks.changed):
        qtbot.mouseClick(row, Qt.MouseButton.LeftButton)


def test_that_arrows_pass_over_disabled_rows_and_space_ticks(
    qtbot: QtBot, checks: CheckList
) -> None:
    checks.row("pg").setFocus()
    qtbot.keyClick(checks.row("pg"), Qt.Key.Key_Down)
    assert checks.row("fb").hasFocus()
    qtbot.keyClick(checks.row("fb"), Qt.Key.Key_Space)
    assert checks.checked() == ["pg", "fb"]


def test_that_setting_many_ticks_is_reported_once(qtbot: QtBot, checks: CheckList) -> None:
    report: list[bool] = []
    checks.changed.connect(lambda: report.append(True))
    checks.set_checked(["fb", "down"])
    assert checks.checked() == ["fb"] and report == [True]
    checks.set_checked(["fb"])
    assert report == [True]


@pytest.fixture
def log(qtbot: QtBot) -> EventLog:
    part = EventLog("Events")
    part.resize(400, 160)
    qtbot.addWidget(part)
    with qtbot.waitExposed(part):
        part.show()
    return part


def shown(log: EventLog) -> QPlainTextEdit:
    found = log.findChild(QPlainTextEdit)
    assert found is not None
    return found


def test_that_the_log_keeps_the_newest_lines_only(log: EventLog) -> None:
    for number in range(MOST_LINES + 50):
        log.append("12:00", f"event {number}")
    assert len(log.lines()) == MOST_LINES
    assert shown(log).blockCount() == MOST_LINES
    assert log.lines()[0] == "12:00\tevent 50"


def test_that_the_log_follows_until_scrolled_up(log: EventLog) -> None:
    for number in range(50):
        log.append("12:00", f"event {number}")
    bar = shown(log).verticalScrollBar()
    assert bar.value() == bar.maximum()
    bar.setValue(3)
    log.append("12:01", "one more")
    assert bar.value() == 3
    bar.setValue(bar.maximum())
    log.append("12:02", "and another")
    assert bar.value() == bar.maximum()


def test_that_the_log_marks_trouble_with_a_sign_too(log: EventLog) -> None:
    log.append("12:00", "connection\nlost", "bad")
    assert shown(log).toPlainText() == "12:00  ✗ connection lost"


def test_that_the_whole_log_is_copied(qtbot: QtBot, log: EventLog) -> None:
    log.append("12:00", "started")
    log.append("12:01", "done", "good")
    button = log.findChild(QToolButton)
    assert button is not None
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "12:00\tstarted\n12:01\tdone"


def test_that_a_number_field_separates_thousands_and_keeps_its_range(qtbot: QtBot) -> None:
    number = NumberField(1, 50_000, 12_000)
    qtbot.addWidget(number)
    assert number.text() == "12,000"
    number.selectAll()
    qtbot.keyClicks(number, "7")
    assert number.value() == 7
    number.setValue(99_000)
    assert number.value() == 50_000


def test_that_rows_that_stay_keep_their_places_below_the_head(qtbot: QtBot) -> None:
    part = CheckList()
    part.resize(300, 400)
    qtbot.addWidget(part)
    part.set_items([CheckItem(key, key) for key in ("a", "b", "c")])
    with qtbot.waitExposed(part):
        part.show()
    part.set_items([CheckItem("a", "a, running"), CheckItem("b", "b"), CheckItem("c", "c")])

    def tops() -> list[int]:
        return [part.row(key).mapTo(part, QPoint(0, 0)).y() for key in ("a", "b", "c")]

    qtbot.waitUntil(lambda: tops() == sorted(tops()) and tops()[-1] < 200)
