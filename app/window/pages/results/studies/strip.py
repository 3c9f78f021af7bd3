"""How many figures of each study match, and what differs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.report.figures.matched_study import MatchedStudy
from app.report.published.charted import look_of
from app.window.base.messages import message_text
from widgets.layout.fitting_scroll_area import FittingScrollArea
from widgets.look.names import isolated
from widgets.parts.cards import ElidedLabel, ToneLabel
from widgets.parts.hollow_mark import HollowMark

_HIGHEST = 132


class StudyStrip(QWidget):
    """A line per study; a button shows what differs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: list[_Line] = []
        self._differs = QToolButton(self)
        self._differs.setText(self.tr("Di&fferences"))
        self._differs.setCheckable(True)
        self._differs.setAutoRaise(True)
        self._details = ToneLabel("", "muted")
        self._details.setWordWrap(True)
        self._detail_area = FittingScrollArea(self._details, self)
        self._detail_area.setFrameShape(QFrame.Shape.NoFrame)
        self._detail_area.setMaximumHeight(_HIGHEST)
        self._detail_area.hide()
        self._differs.toggled.connect(self._detail_area.setVisible)
        self._column = QVBoxLayout()
        self._column.setSpacing(2)
        row = QHBoxLayout()
        row.addLayout(self._column, 1)
        row.addWidget(self._differs, 0, Qt.AlignmentFlag.AlignTop)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(2, 0, 2, 2)
        whole.setSpacing(2)
        whole.addLayout(row)
        whole.addWidget(self._detail_area)
        self.hide()

    def show_studies(self, matched: Sequence[MatchedStudy]) -> None:
        """Show these studies; hidden if there are none."""
        for line in self._lines:
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()
        self._lines = [_Line(each, look_of(matched, each.study.name), self) for each in matched]
        for line in self._lines:
            self._column.addWidget(line)
        self._details.setText("\n\n".join(map(_details, matched)))
        self.setVisible(bool(matched))

    def text(self) -> str:
        """The lines, without the differences."""
        return "\n".join(line.text() for line in self._lines)

    def details(self) -> str:
        return self._details.text()

    def show_details(self) -> None:
        """Show the differences, as the button does."""
        self._differs.setChecked(True)


def _details(matched: MatchedStudy) -> str:
    study = matched.study
    head = f"{isolated(study.short_name)}: {study.title}. {study.found_at}"
    return "\n".join((head, *(f"·  {message_text(each)}" for each in matched.differs)))


class _Line(QWidget):
    """A mark in the study's colour, and how many of its figures match."""

    def __init__(self, matched: MatchedStudy, look: str, parent: QWidget) -> None:
        super().__init__(parent)
        found = ElidedLabel(message_text(matched.message), "text" if matched.found else "warning")
        found.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._found = found
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(HollowMark(look, self))
        row.addWidget(found, 1)

    def text(self) -> str:
        return self._found.text()
