"""The live charts of the run page. Their libraries load late: until then events are queued."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import psutil
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from app.results.events import (
    CampaignStarted,
    Event,
    OperationFinished,
    OperationStarted,
    RunFinished,
    RunStarted,
    Sampled,
)
from app.results.records import ProbeSample, ServerRecord
from app.window.shared.run_words import lockstep_words, server_label
from engines.contract.endpoint import Source
from widgets.charts.draw_queue import DrawQueue
from widgets.charts.legend import BandLegend, Legend
from widgets.layout.boxes import vbox
from widgets.layout.layouts import SteadyBox
from widgets.look.names import isolated
from widgets.look.theme import series_style
from workloads.registry import has_database

if TYPE_CHECKING:
    from app.window.shared.telemetry import Telemetry
    from engines.servers.server import ServerSpec
    from widgets.charts.telemetry_chart import TelemetryChart

_tr = QCoreApplication.translate

_MACHINE_MS = 250
_FRAME_MS = 250
"""Four frames a second look live and leave the processors to the measurement."""
_BETWEEN_PARTS_MS = 5
_VISIBLE_SECONDS = 20.0
_SERVERS_A_FRAME = 1
"""How many servers get their lines in one frame: a dozen of them took 20 ms."""
_LEGEND_LINES = 2
"""Lines of the legend for which room is reserved from the start of a campaign."""
_FOUR_CHARTS_PX, _FIVE_CHARTS_PX, _CHARTS_AND_STRIP_PX = 660, 740, 790
"""Heights from which on so many charts are stacked."""
_LEAST_WIDTH_PX, _SIDE_BY_SIDE_PX = 360, 500
"""Widths: the least, and that from which on two charts can be side by side."""
_STRIP_HEIGHT_PX = 92
"""Of the machine's chart, where there is room for it."""


class RunCharts(SteadyBox):
    """CPU, memory, statements and latency, stacked on one time axis; below them the machine."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draw_queue = DrawQueue(self)
        """The queue in which charts draw, one after another."""
        self._telemetry: Telemetry | None = None
        self._making: Iterator[TelemetryChart] | None = None
        self._made: list[TelemetryChart] = []
        """The charts made until now, by the generator `_making`."""
        self._queued_events: list[Event] = []
        self._origin = time.time()
        self._server = self._campaign = ""
        self._is_remote = False
        self._begun: set[int] = set()
        self._timed: set[int] = set()
        """Ids of runs that have begun, and of those that are in an operation."""
        self._stacked = True
        self._with_queue = self._with_strip = False
        self._not_shown: deque[TelemetryChart] = deque()
        """Charts that have their place in the layout but are not shown yet."""
        self._expected: Sequence[ServerSpec] = ()
        """Servers of the campaign, for which the legend reserves room."""
        self._grid = QGridLayout(self.inside)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(8)
        self._hidden: set[str] = set()
        self._make_legends()
        self._grid.addWidget(self._upper, 1, 0, 1, 2)
        self._machine_timer = QTimer(self, interval=_MACHINE_MS)
        self._machine_timer.timeout.connect(self._sample_machine)
        self._frame_timer = QTimer(self, interval=_FRAME_MS)
        self._frame_timer.timeout.connect(self._draw)
        self.setMinimumSize(_LEAST_WIDTH_PX, 400)

    def _make_legends(self) -> None:
        self._upper = SteadyBox(self.inside, grows=False)
        _ignore_size_hint(self._upper)
        """The legend and the chart below it, which alone gets lower with another line of names."""
        self._under_legend = vbox(self._upper.inside, spacing=8)
        self._legend = Legend(self._upper.inside)
        self._legend.setAccessibleName(self.tr("Lines of all charts"))
        self._legend.toggled.connect(self._hide)
        self._under_legend.addWidget(self._legend)
        self._phases = BandLegend(self._upper.inside)
        self._under_legend.addWidget(self._phases)

    def build(self) -> None:
        """Make the charts, once, and show the queued events."""
        while self._telemetry is None or self._not_shown:
            self._build_one()

    def build_gradually(self) -> None:
        """Make the charts one after another, so that the window stays responsive; events are
        queued."""
        if self._telemetry is None or self._not_shown:
            QTimer.singleShot(_BETWEEN_PARTS_MS, self, self._build_next)

    def _build_next(self) -> None:
        if self._telemetry is None or self._not_shown:
            self._build_one()
            self.build_gradually()

    def _build_one(self) -> None:
        """Make the next part of a chart; when all are made, show the next chart."""
        from app.window.shared.telemetry import make_charts

        if self._telemetry is not None:
            self._show_one(self._telemetry)
            return
        self._making = self._making or make_charts(self.inside, at_once=False)
        if self._made and self._made[-1].build_next_part():
            return
        chart = next(self._making, None)
        if chart is not None:
            chart.hide()
            chart.build_next_part()
            self._made.append(chart)
        else:
            self._make(self._origin)

    def begin(self, origin: float | None = None, expected: Sequence[ServerSpec] = ()) -> None:
        """Start with the machine's curve only, since the campaign is still being prepared. The
        legend has room for the `expected` servers.

        `origin` is the time of the first sample, by the clock of another machine that runs the
        campaign; None where it runs here.
        """
        self._expected = expected
        self._is_remote = origin is not None
        self._origin = time.time() if origin is None else origin
        self._server = ""
        self._begun, self._timed = set(), set()
        self._queued_events = []
        self._legend.reset()
        self._reserve_legend()
        if self._telemetry is not None:
            if self._telemetry.servers:
                self._delete_charts(self._telemetry)
                self.build_gradually()
            else:
                self._telemetry.restart(self._origin)
        self._watch_machine()
        self._frame_timer.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_to_size()

    def _fit_to_size(self) -> None:
        """Rearrange the charts when the height or the width allows more or fewer in a column."""
        stacked = self.height() >= _FOUR_CHARTS_PX or self.width() < _SIDE_BY_SIDE_PX
        loaded = self._telemetry is not None and self._telemetry.has_load
        with_queue = loaded and self.height() >= _FIVE_CHARTS_PX
        with_strip = self.height() >= _CHARTS_AND_STRIP_PX and not with_queue
        found = stacked, with_queue, with_strip
        if found != (self._stacked, self._with_queue, self._with_strip):
            self._stacked, self._with_queue, self._with_strip = found
            self._arrange()

    def end(self) -> None:
        """Stop at the end of the campaign; the charts stay."""
        self._machine_timer.stop()
        self._frame_timer.stop()
        self._draw(whole=True)

    def add_events(self, events: Iterable[Event]) -> None:
        """Queue a batch of events for the next frame."""
        self._queued_events += events

    def _draw(self, *, whole: bool = False) -> None:
        """Show the events since the last frame; of many new servers only some, unless `whole`."""
        telemetry = self._telemetry
        if telemetry is None or self._not_shown or not self._queued_events:
            return
        events, self._queued_events = self._queued_events, []
        samples: list[ProbeSample] = []
        come = 0
        for number, event in enumerate(events, 1):
            if isinstance(event, Sampled):
                samples.append(event.sample)
                continue
            telemetry.add_samples(samples, self._server)
            samples.clear()
            self._show(telemetry, event)
            come += isinstance(event, ServerRecord)
            if come == _SERVERS_A_FRAME and not whole:
                self._queued_events = events[number:]
                self.draw_queue.request_later(self._draw)
                break
        telemetry.add_samples(samples, self._server)
        self._fit_to_size()
        self.draw_queue.request(self._show_legend)

    def _show_legend(self) -> None:
        """Fill the legend that all charts share; servers that are idle in the visible stretch are
        left out."""
        telemetry = self._telemetry
        if telemetry is None:
            return
        self._phases.show_labels(telemetry.cpu.phases)
        shared = telemetry.show_legends()
        known, listed = self._legend.keys(), {each.key for each in shared}
        for each in shared:
            if each.key not in known:
                line = each.line or series_style(each.colour_key).line
                self._legend.add(each.key, each.label, each.colour_key, line=line)
                self._legend.set_checked(each.key, each.key not in self._hidden)
                known.append(each.key)
        for key in known:  # in place, since one of them may have the keyboard
            self._legend.set_listed(key, key in listed)

    def _hide(self, key: str, on: bool) -> None:
        (self._hidden.discard if on else self._hidden.add)(key)
        if self._telemetry is not None:
            self._telemetry.show_series(key, on)

    def _show(self, telemetry: Telemetry, event: Event) -> None:  # noqa: C901 one case a kind of event
        match event:
            case CampaignStarted():
                self._campaign = event.name
            case ServerRecord():
                telemetry.add_server(event.name, event.engine, event.in_process)
            case RunStarted():
                self._machine_timer.stop()
                self._begun.add(event.run_id)
                self._server = event.server
                self._show_statements(telemetry, has_database(event.workload))
                telemetry.set_caption(f"{isolated(self._campaign)} · {lockstep_words(event)}")
            case OperationStarted():
                if not self._timed:  # those that take turns begin and end together
                    telemetry.begin_operation(event.operation, event.at)
                self._timed.add(event.run_id)
            case OperationFinished():
                self._timed.discard(event.run_id)
                if not self._timed:
                    telemetry.end_operation(event.finished_at)
            case RunFinished():
                self._timed.discard(event.run_id)
                self._begun.discard(event.run_id)
                if not self._timed:
                    telemetry.end_operation(event.at)
                if not self._begun:
                    telemetry.break_lines(self._server)
                    self._watch_machine()

    def _make(self, origin: float) -> None:
        from app.window.shared.telemetry import Telemetry

        self._telemetry = Telemetry(live=True, charts=self._made)
        self._making, self._made = None, []
        self._not_shown.extend(self._telemetry.charts)
        for chart in self._not_shown:
            _ignore_size_hint(chart)
            _set_keeps_place(chart, True)
        self._telemetry.restart(origin)
        self._telemetry.cpu.set_follow_window(_VISIBLE_SECONDS)
        self._telemetry.cpu.use_draw_queue(self.draw_queue)
        self._telemetry.cpu.view_changed.connect(lambda: self.draw_queue.request(self._show_legend))
        self._arrange()
        self._hidden.clear()
        self._legend.clear()
        self._reserve_legend()
        self._show_legend()

    def _show_one(self, telemetry: Telemetry) -> None:
        """Show the next chart at its place; to lay out and paint all at once takes 20 ms."""
        self._not_shown.popleft().show()
        if not self._not_shown:
            for chart in telemetry.charts:
                _set_keeps_place(chart, False)
            self._arrange()
            self._draw()

    def _reserve_legend(self) -> None:
        """Reserve the legend's lines that it will need: with one more, all charts get lower and are
        painted again at once. Which servers run inside the worker is not known yet: embedded ones
        are taken to."""
        if self._expected:
            common = [_tr("Run", "worker")]
            inside = ((each.name, each.source is Source.EMBEDDED) for each in self._expected)
            servers = (server_label(*each) for each in inside)
            self._legend.reserve_lines([*common, *servers], _LEGEND_LINES)

    def _delete_charts(self, telemetry: Telemetry) -> None:
        """Delete these charts, which have lines of the last campaign's servers."""
        self._telemetry = None
        self._with_queue = False
        self._not_shown.clear()
        for chart in (*telemetry.charts, telemetry.queue, telemetry.machine_strip):
            for layout in (self._under_legend, self._grid):
                layout.removeWidget(chart)
            chart.deleteLater()

    def _arrange(self) -> None:
        """All four below each other where there is room, else the last two side by side; the queue
        below them where something waits and there is room for five."""
        if self._telemetry is None:
            return
        first, second, third, fourth = self._telemetry.charts
        counted = self._telemetry.has_statements
        self._under_legend.addWidget(first, 1)
        self._grid.addWidget(second, 2, 0, 1, 2)
        if self._stacked:
            self._grid.addWidget(third, 3, 0, 1, 2)
            self._grid.addWidget(fourth, 4, 0, 1, 2)
        else:
            self._grid.addWidget(third, 3, 0)
            self._grid.addWidget(fourth, 3, 1)
        for chart in (third, fourth):
            chart.setVisible(counted and chart not in self._not_shown)
        if self._with_queue:
            self._grid.addWidget(self._telemetry.queue, 5, 0, 1, 2)
        self._telemetry.queue.setVisible(self._with_queue)
        strip = self._telemetry.machine_strip
        strip.setFixedHeight(_STRIP_HEIGHT_PX)
        self._grid.addWidget(strip, 6, 0, 1, 2)
        strip.setVisible(self._with_strip and not self._not_shown)
        self._grid.setRowStretch(5, 6 if self._with_queue else 0)
        for column, share in enumerate((1, 1)):
            self._grid.setColumnStretch(column, share)
        lower = (6, 6 if self._stacked else 0) if counted else (0, 0)
        for row, share in enumerate((11, 6, *lower), 1):
            self._grid.setRowStretch(row, share)

    def _show_statements(self, telemetry: Telemetry, shown: bool) -> None:
        """Leave out throughput and latency where there are no statements."""
        if telemetry.has_statements != shown:
            telemetry.has_statements = shown
            self._arrange()

    def _watch_machine(self) -> None:
        """Sample this machine's CPU until the next run; nothing where another machine runs the
        campaign."""
        if self._is_remote:
            return
        psutil.cpu_percent(None)  # forgets what was before
        self._machine_timer.start()

    def _sample_machine(self) -> None:
        percent = psutil.cpu_percent(None) * (psutil.cpu_count() or 1)
        if self._telemetry is not None:
            self._telemetry.add_machine_cpu(time.time(), percent)


def _ignore_size_hint(part: QWidget) -> None:
    """Ignore the part's size hint: layout stretch alone decides on its height, else one more line
    of the legend would move all charts."""
    policy = part.sizePolicy()
    policy.setVerticalPolicy(QSizePolicy.Policy.Ignored)
    part.setSizePolicy(policy)


def _set_keeps_place(chart: TelemetryChart, keep: bool) -> None:
    """Set whether a chart keeps its place in the layout while it is hidden."""
    policy = chart.sizePolicy()
    policy.setRetainSizeWhenHidden(keep)
    chart.setSizePolicy(policy)
