"""A mouse on real parts of a window, which scrolls to what is out of view as a person does."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSpinBox,
    QStyle,
    QStyleOptionButton,
    QWidget,
)

_LEFT = Qt.MouseButton.LeftButton
_PATIENCE = 300.0
"""Seconds to wait for anything."""
_REACH = 20.0
"""Seconds until what covers a part must have gone."""
_NOTCH, _MOST_NOTCHES = 120, 60
_OPENING_MS = 300


class Mouse:
    """Clicks only what can be seen and pressed; keys are for numbers, texts and names of files.

    Every method raises RuntimeError where a person could not go on: a part is hidden, covered,
    disabled, or does not come.
    """

    def __init__(self) -> None:
        self.scrolled: list[str] = []
        """Parts that had to be scrolled to."""

    def click(self, part: QWidget, at: QPoint | None = None) -> None:
        """Click a part at its centre, or where its words are if it acts on these alone."""
        wait_for(lambda: part.isVisible() and part.isEnabled(), f"{_called(part)} to be usable")
        self._bring_in(part)
        point = at or _centre(part)
        wait_for(lambda: _reaches(part, point), f"{_called(part)} to be in view", _REACH)
        window = part.window()
        QTest.mouseClick(window.windowHandle(), _LEFT, pos=part.mapTo(window, point))

    def point_at(self, part: QWidget, at: QPoint) -> None:
        """Move the mouse there and let it rest."""
        _reaches(part, at - QPoint(3, 0))
        _reaches(part, at)
        QTest.qWait(_OPENING_MS)

    def drag(self, part: QWidget, way: Sequence[QPoint]) -> None:
        """Press at the first place, move along the others, and let go at the last."""
        wait_for(lambda: _reaches(part, way[0]), f"{_called(part)} to be in view", _REACH)
        QTest.mousePress(part, _LEFT, pos=way[0])
        for at in way[1:]:
            _move_pressed(part, at)
        QTest.mouseRelease(part, _LEFT, pos=way[-1])

    def choose(self, choice: QComboBox, data: object) -> None:
        """Open a drop-down and click the row with these data."""
        row = choice.findData(data)
        if row < 0:
            raise RuntimeError(f"{_called(choice)} does not offer {data}")
        self.click(choice)
        view = choice.view()
        wait_for(view.isVisible, "the list to open")
        QTest.qWait(QApplication.doubleClickInterval() + 50)  # until then a click is the first's
        view.scrollTo(choice.model().index(row, choice.modelColumn()))
        place = view.visualRect(choice.model().index(row, choice.modelColumn())).center()
        QTest.mouseMove(view.viewport(), place)
        QTest.mouseClick(view.viewport(), _LEFT, pos=place)
        wait_for(lambda: not view.isVisible() and choice.currentIndex() == row, "the row")

    def choose_in_menu(self, button: QPushButton, at: int) -> None:
        """Open the menu of a button and click an entry."""
        menu, looking = button.menu(), QTimer(button, interval=_OPENING_MS)

        def click_entry() -> None:
            if menu.isVisible():
                looking.stop()
                QTest.mouseClick(menu, _LEFT, pos=menu.actionGeometry(menu.actions()[at]).center())

        looking.timeout.connect(click_entry)
        looking.start()  # before: an open menu may hold up who has clicked its button
        self.click(button)
        wait_for(lambda: not looking.isActive() and not menu.isVisible(), "the menu to close")
        looking.deleteLater()

    def type(self, field: QSpinBox | QLineEdit, text: str) -> None:
        """Click a field and type over what it holds."""
        self.click(field, QPoint(12, field.height() // 2))
        field.selectAll()
        for letter in text:
            QTest.keyClicks(field, letter) if letter.isascii() else _insert(field, letter)
        if isinstance(field, QSpinBox):
            QTest.keyClick(field, Qt.Key.Key_Tab)

    def name_file(self, window: QWidget, path: Path) -> None:
        """Type a path into the dialog that asks for one, and click its button."""
        wait_for(lambda: _dialog(window) is not None, "a dialog for a file")
        dialog = _dialog(window)
        assert dialog is not None
        line = dialog.findChild(QLineEdit, "fileNameEdit")
        box = dialog.findChild(QDialogButtonBox, "buttonBox")
        assert isinstance(line, QLineEdit) and isinstance(box, QDialogButtonBox)
        line.setCompleter(None)  # type: ignore[arg-type]  # its list would hide the button
        self.type(line, str(path))
        self.click(next(each for each in box.buttons() if box.buttonRole(each) in _ACCEPTING))
        wait_for(lambda: _dialog(window) is None, "the dialog to close")

    def _bring_in(self, part: QWidget) -> None:
        """Turn the wheel until the part's middle is in view."""
        scroll = _scroll_around(part)
        if scroll is None:
            return
        view = scroll.viewport()
        for _ in range(_MOST_NOTCHES):
            top = part.mapTo(view, QPoint()).y()
            if top >= 0 and top + part.height() <= view.height():
                return
            if not self.scrolled or self.scrolled[-1] != _called(part):
                self.scrolled.append(_called(part))
            _turn_wheel(view, _NOTCH if top < 0 else -_NOTCH)


_ACCEPTING = (QDialogButtonBox.ButtonRole.AcceptRole, QDialogButtonBox.ButtonRole.YesRole)


def wait_for(condition: Callable[[], object], what: str, seconds: float = _PATIENCE) -> float:
    """Let the window live until something is so: the seconds that it took."""
    begun = time.monotonic()
    while not condition():
        if time.monotonic() - begun > seconds:
            raise RuntimeError(f"waited in vain for {what}")
        QTest.qWait(10)
    return time.monotonic() - begun


def _called(part: QWidget) -> str:
    text = getattr(part, "text", str)()
    return str(part.accessibleName() or text or type(part).__name__)


def _centre(part: QWidget) -> QPoint:
    """Of a radio button that is wider than its words, the middle of these."""
    if not isinstance(part, QRadioButton) or part.hitButton(part.rect().center()):
        return part.rect().center()
    option = QStyleOptionButton()
    part.initStyleOption(option)
    area = QStyle.SubElement.SE_RadioButtonClickRect
    return part.style().subElementRect(area, option, part).center()


def _reaches(part: QWidget, at: QPoint) -> bool:
    """Move the mouse there; notices that lie above a page make room when it comes."""
    window = part.window()
    QTest.mouseMove(window.windowHandle(), part.mapTo(window, at))
    there = window.childAt(part.mapTo(window, at))
    return there is not None and (there is part or part.isAncestorOf(there))


def _scroll_around(part: QWidget) -> QScrollArea | None:
    above = part.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above


def _move_pressed(part: QWidget, at: QPoint) -> None:
    """QTest moves no mouse whose button is down."""
    place = QPointF(at)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        place,
        part.mapToGlobal(place),
        Qt.MouseButton.NoButton,
        _LEFT,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(part, event)


def _turn_wheel(view: QWidget, by: int) -> None:
    at = QPointF(view.width() - 2, view.height() / 2)
    turned = QWheelEvent(
        at,
        view.mapToGlobal(at),
        QPoint(),
        QPoint(0, by),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, turned)
    QTest.qWait(10)


def _insert(field: QSpinBox | QLineEdit, letter: str) -> None:
    """A letter that QTest has no key for."""
    line = field.lineEdit() if isinstance(field, QSpinBox) else field
    line.insert(letter)
    line.textEdited.emit(line.text())


def _dialog(window: QWidget) -> QFileDialog | None:
    found = (each for each in window.findChildren(QFileDialog) if each.isVisible())
    return next(found, None)
