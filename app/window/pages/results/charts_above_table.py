"""Layout that tabs share: charts, one below another, above the table of their figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.report.drawing.chart import Chart, without_lines
from app.window.base.messages import message_text
from app.window.pages.results.latency_tab import LEAST_CELL_PADDING_PX, fit_height_to_rows
from app.window.shared.charts import ChartView
from engines.contract.message import Message
from widgets.layout.boxes import vbox
from widgets.layout.layouts import VerticalScroll
from widgets.tables.data_table import Column, DataTable

_PERCENTILE_OR_UNIT = re.compile(r"p\d|ms\b")


class ChartsAboveTable(VerticalScroll):
    """`kind` begins the file names of saved pictures; `method`, the table's tooltip, says how its
    figures were computed."""

    picture_failed = Signal(str)

    def __init__(self, name: str, kind: str, method: Message, parent: QWidget) -> None:
        super().__init__(name, parent)
        self._kind = kind
        self.charts: list[ChartView] = []
        self.table = DataTable(self)
        self.table.setAccessibleName(name)
        self.table.setToolTip(message_text(method))
        inside = QWidget(self)
        self._column = vbox(inside, (self.table, 1), spacing=8)
        self._column.addStretch()
        self.setWidget(inside)

    def show_charts(self, charts: Sequence[Chart], captions: Sequence[Message]) -> None:
        """Each with its caption above; views that are not needed now are hidden."""
        while len(self.charts) < len(charts):
            view = ChartView(self)
            view.picture_failed.connect(self.picture_failed)
            self._column.insertWidget(len(self.charts), view)
            self.charts.append(view)
        for view in self.charts[len(charts) :]:
            view.setVisible(False)
        for view, chart, caption in zip(self.charts, charts, captions, strict=False):
            view.setVisible(True)
            view.set_caption(message_text(caption), self._kind)
            view.show_chart(partial(without_lines, chart))

    def show_lines(
        self, head: Sequence[Message], lines: Sequence[Sequence[Message]], figures_from: int
    ) -> None:
        """Columns from `figures_from` on are figures."""
        columns = [
            Column(str(at), _headed(word), "right" if at >= figures_from else "left")
            for at, word in enumerate(map(message_text, head))
        ]
        self.table.set_rows(columns, [[message_text(each) for each in line] for line in lines])
        self.table.fit_to_lines(least=LEAST_CELL_PADDING_PX)
        fit_height_to_rows(self.table, len(lines), grows=True)


def _headed(words: str) -> str:
    """With a capital letter, unless they begin with a percentile or a unit."""
    return words if _PERCENTILE_OR_UNIT.match(words) else words[:1].upper() + words[1:]
