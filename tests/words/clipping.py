"""What of a window's texts is cut off, and what was not translated."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QHeaderView,
    QLabel,
    QScrollArea,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QToolButton,
    QWidget,
)

from widgets.charts.legend import LegendEntry
from widgets.fields.choice import Choice
from widgets.parts.cards import ElidedLabel
from widgets.tables.interval_painting import ScaleHeader

_SLACK = 1
_BUTTON_EDGES = 4


def _shown(page: QWidget) -> Iterator[QWidget]:
    """What is visible below `page`."""
    return (widget for widget in page.findChildren(QWidget) if widget.isVisible())


def clipped(page: QWidget) -> Iterator[str]:
    """The texts below `page` that have less room than they need."""
    for widget in _shown(page):
        if not widget.visibleRegion().isEmpty():
            for text, needed, room in _rooms(widget):
                if (
                    needed.width() > room.width() + _SLACK
                    or needed.height() > room.height() + _SLACK
                ):
                    sizes = f"needs {needed.toTuple()}, has {room.toTuple()}"
                    yield f"{type(widget).__name__} {text!r} {sizes}"
            if isinstance(widget, QLabel | QAbstractButton) and (beyond := _beyond(widget)) > 0:
                yield f"{type(widget).__name__} {widget.text()!r} is {beyond} px beyond its view"


def _beyond(widget: QWidget) -> int:
    """How far it reaches out at the right of a view that does not scroll that way."""
    around: QWidget | None = widget
    while around is not None and not around.isWindow():
        around = around.parentWidget()
        off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if isinstance(around, QScrollArea) and around.horizontalScrollBarPolicy() == off:
            right = widget.mapTo(around.viewport(), widget.rect().topRight()).x()
            return right - around.viewport().width() + 1
    return 0


def _rooms(widget: QWidget) -> Iterator[tuple[str, QSize, QSize]]:
    match widget:
        case ElidedLabel() | Choice():
            pass  # cut their text by themselves, and have all of it in their tooltip
        case LegendEntry():  # its words may stand elsewhere; it knows what it needs
            yield widget.text(), widget.sizeHint(), widget.size()
        case QLabel() if widget.text():
            yield widget.text(), _label_needs(widget), widget.contentsRect().size()
        case QToolButton() if widget.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly:
            pass
        case QAbstractButton() if widget.text():
            yield widget.text(), _button_needs(widget), widget.size()
        case QComboBox():
            yield (
                widget.currentText(),
                _text_size(widget, widget.currentText()),
                _combo_room(widget),
            )
        case QTabBar():
            yield from _tab_rooms(widget)
        case QHeaderView() if widget.orientation() == Qt.Orientation.Horizontal:
            yield from _section_rooms(widget)


def _label_needs(label: QLabel) -> QSize:
    if label.wordWrap():
        return QSize(0, label.heightForWidth(label.width()))
    return label.minimumSizeHint() if "<" in label.text() else _text_size(label, label.text())


def _button_needs(button: QAbstractButton) -> QSize:
    size = _text_size(button, button.text())
    icon = 0 if button.icon().isNull() else button.iconSize().width()
    below = isinstance(button, QToolButton) and (
        button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextUnderIcon
    )
    return QSize(size.width() + (0 if below else icon) + _BUTTON_EDGES, size.height())


def _text_size(widget: QWidget, text: str) -> QSize:
    return widget.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, text)


def _combo_room(combo: QComboBox) -> QSize:
    option = QStyleOptionComboBox()
    combo.initStyleOption(option)
    room = combo.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, combo
    )
    return QSize(room.width(), combo.height())


def _tab_rooms(bar: QTabBar) -> Iterator[tuple[str, QSize, QSize]]:
    for at in filter(bar.isTabVisible, range(bar.count())):
        rect = bar.tabRect(at)  # one that is scrolled away in part is reached by the bar's buttons
        scrolls = bar.tabRect(0).left() < 0 or bar.tabRect(bar.count() - 1).right() > bar.width()
        shown = (rect if scrolls else rect.intersected(bar.rect())).size()
        yield bar.tabText(at), _text_size(bar, bar.tabText(at)), shown


def _section_rooms(header: QHeaderView) -> Iterator[tuple[str, QSize, QSize]]:
    for at in range(header.count()):
        text = str(header.model().headerData(at, Qt.Orientation.Horizontal) or "")
        tip = header.model().headerData(at, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        cut = "…" in text and tip  # the whole name is in the tooltip
        if text and not cut and not header.isSectionHidden(at):
            room = QSize(header.sectionSize(at), header.height())
            yield text, _title_size(header, text, room), room


def _title_size(header: QHeaderView, text: str, room: QSize) -> QSize:
    """A title may go on in a second line in a table of estimates, and where its item says so."""
    wraps = Qt.TextFlag.TextWordWrap
    across, side = Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole
    asked = {header.model().headerData(at, across, side) for at in range(header.count())}
    if isinstance(header, ScaleHeader) or all(at and int(at) & wraps.value for at in asked):
        return header.fontMetrics().boundingRect(QRect(QPoint(), room), wraps, text).size()
    return _text_size(header, text)


def untranslated(page: QWidget, known: re.Pattern[str]) -> Iterator[str]:
    """The texts below `page` with words outside brackets that are not `known`."""
    for widget in _shown(page):
        for text in texts_of(widget):
            if re.search("[A-Za-z]{3}", known.sub("", outside_brackets(text))):
                yield f"{type(widget).__name__} {widget.objectName()} {text!r}"


def texts_of(widget: QWidget) -> Iterator[str]:
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
    match widget:
        case QLabel() | QAbstractButton():
            yield widget.text()
        case QComboBox():
            yield from (widget.itemText(at) for at in range(widget.count()))
        case QTabBar():
            yield from (widget.tabText(at) for at in range(widget.count()))
        case QHeaderView():
            for at in range(widget.count()):
                yield str(widget.model().headerData(at, widget.orientation()) or "")


def outside_brackets(text: str) -> str:
    """What of a text is not in brackets, which may stand in one another."""
    while text != (text := re.sub(r"\[[^\[\]]*\]|<[^<>]*>", "", text)):
        pass
    return text
