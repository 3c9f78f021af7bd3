"""The live charts of the run page; they wait for their libraries without losing an event."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import psutil
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from app.results.events import (
    CampaignStarted,
    Event,
    OperationFinished,
    OperationStarted,
    RunFinished,
    RunStarted,
    Sampled,
)
from app.results.probe_sample import ProbeSample
from app.results.records import ServerRecord
from app.window.shared.run_words import lockstep_words, server_label
from engines.contract.endpoint import Source
from widgets.charts.draw_queue import DrawQueue
from widgets.charts.legend import BandLegend, Legend
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
"""Four frames a second look alive and leave the machine to what is measured."""
_BETWEEN_PARTS_MS = 5
_WINDOW_SECONDS = 20.0
_SERVERS_AT_ONCE = 1
"""How many get their lines in one turn: a dozen of them took 20 ms."""
_LEGEND_LINES = 2
"""Of the legend, for which there is room from the start of a campaign."""
_ROOM_FOR_FOUR, _ROOM_FOR_FIVE, _ROOM_FOR_STRIP = 660, 740, 790
_LEAST_WIDTH, _ROOM_FOR_TWO = 360, 500
"""Pixels that charts need, and from which on two stand side by side."""
_STRIP_HEIGHT = 92
"""Pixels of the machine's chart, where there is room for it."""


class RunCharts(SteadyBox):
    """CPU, memory, statements and latency, stacked on one time axis; below them the machine."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.turns = DrawQueue(self)
        """In which the charts draw, one after another."""
        self._telemetry: Telemetry | None = None
        self._making: Iterator[TelemetryChart] | None = None
        self._made: list[TelemetryChart] = []
        """The generator of charts, and the charts made so far."""
        self._waiting: list[Event] = []
        self._origin = time.time()
        self._server = self._campaign = ""
        self._elsewhere = False
        self._begun: set[int] = set()
        self._timed: set[int] = set()
        """Numbers of runs that have begun, and of those that are in an operation."""
        self._stacked = True
        self._with_queue = self._with_strip = False
        self._coming: deque[TelemetryChart] = deque()
        """Charts that have their place but are not shown yet."""
        self._expected: Sequence[ServerSpec] = ()
        """Servers of the campaign, of which the legend is to tell."""
        self._grid = QGridLayout(self.inside)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(8)
        self._hidden: set[str] = set()
        self._make_legends()
        self._grid.addWidget(self._upper, 1, 0, 1, 2)
        self._idle = QTimer(self, interval=_MACHINE_MS)
        self._idle.timeout.connect(self._sample_machine)
        self._frames = QTimer(self, interval=_FRAME_MS)
        self._frames.timeout.connect(self._draw)
        self.setMinimumSize(_LEAST_WIDTH, 400)

    def _make_legends(self) -> None:
        self._upper = SteadyBox(self.inside, grows=False)
        _ignore_wishes(self._upper)
        """The legend and the chart below it, which alone gets lower with another line of names."""
        self._under_legend = QVBoxLayout(self._upper.inside)
        self._under_legend.setContentsMargins(0, 0, 0, 0)
        self._under_legend.setSpacing(8)
        self._legend = Legend(self._upper.inside)
        self._legend.setAccessibleName(self.tr("Lines of all charts"))
        self._legend.toggled.connect(self._hide)
        self._under_legend.addWidget(self._legend)
        self._phases = BandLegend(self._upper.inside)
        self._under_legend.addWidget(self._phases)

    def build(self) -> None:
        """Make the charts, once, and show what has come so far."""
        while self._telemetry is None or self._coming:
            self._build_one()

    def build_by_and_by(self) -> None:
        """Make them one after another, so that the window answers in between: what comes waits."""
        if self._telemetry is None or self._coming:
            QTimer.singleShot(_BETWEEN_PARTS_MS, self, self._build_next)

    def _build_next(self) -> None:
        if self._telemetry is None or self._coming:
            self._build_one()
            self.build_by_and_by()

    def _build_one(self) -> None:
        """Make the next part of a chart, then show one after another, then what has come so far."""
        from app.window.shared.telemetry import make_charts

        if self._telemetry is not None:
            self._show_one(self._telemetry)
            return
        self._making = self._making or make_charts(self.inside, at_once=False)
        if self._made and self._made[-1].make_more():
            return
        chart = next(self._making, None)
        if chart is not None:
            chart.hide()
            chart.make_more()
            self._made.append(chart)
        else:
            self._make(self._origin)

    def begin(self, origin: float | None = None, expected: Sequence[ServerSpec] = ()) -> None:
        """Start with the machine's curve only, since the campaign is still being prepared. The
        legend has room for the `expected` servers.

        With an `origin` it is another machine's, whose clock that is.
        """
        self._expected = expected
        self._elsewhere = origin is not None
        self._origin = time.time() if origin is None else origin
        self._server = ""
        self._begun, self._timed = set(), set()
        self._waiting = []
        self._legend.reset()
        self._expect()
        if self._telemetry is not None:
            if self._telemetry.servers:
                self._let_go(self._telemetry)
                self.build_by_and_by()
            else:
                self._telemetry.restart(self._origin)
        self._watch_machine()
        self._frames.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._find_room()

    def _find_room(self) -> None:
        """Rearrange the charts when the height or the width allows more or fewer in a column."""
        stacked = self.height() >= _ROOM_FOR_FOUR or self.width() < _ROOM_FOR_TWO
        loaded = self._telemetry is not None and self._telemetry.has_load
        with_queue = loaded and self.height() >= _ROOM_FOR_FIVE
        with_strip = self.height() >= _ROOM_FOR_STRIP and not with_queue
        found = stacked, with_queue, with_strip
        if found != (self._stacked, self._with_queue, self._with_strip):
            self._stacked, self._with_queue, self._with_strip = found
            self._arrange()

    def end(self) -> None:
        """Stop at the end of the campaign; the charts stay."""
        self._idle.stop()
        self._frames.stop()
        self._draw(whole=True)

    def take(self, events: Iterable[Event]) -> None:
        """Queue a batch of events for the next frame."""
        self._waiting += events

    def _draw(self, *, whole: bool = False) -> None:
        """Show what has come since the frame before; of many servers only some, unless `whole`."""
        telemetry = self._telemetry
        if telemetry is None or self._coming or not self._waiting:
            return
        events, self._waiting = self._waiting, []
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
            if come == _SERVERS_AT_ONCE and not whole:
                self._waiting = events[number:]
                self.turns.request_later(self._draw)
                break
        telemetry.add_samples(samples, self._server)
        self._find_room()
        self.turns.request(self._show_legend)

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
                self._idle.stop()
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
        self._coming.extend(self._telemetry.charts)
        for chart in self._coming:
            _ignore_wishes(chart)
            _keep_room(chart, True)
        self._telemetry.restart(origin)
        self._telemetry.cpu.set_follow_window(_WINDOW_SECONDS)
        self._telemetry.cpu.draw_in_turns(self.turns)
        self._telemetry.cpu.view_changed.connect(lambda: self.turns.request(self._show_legend))
        self._arrange()
        self._hidden.clear()
        self._legend.clear()
        self._expect()
        self._show_legend()

    def _show_one(self, telemetry: Telemetry) -> None:
        """Show the next chart at its place; to lay out and paint all at once takes 20 ms."""
        self._coming.popleft().show()
        if not self._coming:
            for chart in telemetry.charts:
                _keep_room(chart, False)
            self._arrange()
            self._draw()

    def _expect(self) -> None:
        """Have the legend take the lines that it will need: with one more, all charts get lower and
        are painted anew at once. Which servers run in the process that asks is not known yet."""
        if self._expected:
            common = [_tr("Run", "worker")]
            inside = ((each.name, each.source is Source.EMBEDDED) for each in self._expected)
            servers = (server_label(*each) for each in inside)
            self._legend.expect([*common, *servers], _LEGEND_LINES)

    def _let_go(self, telemetry: Telemetry) -> None:
        """Delete these charts, which have lines of servers that are gone."""
        self._telemetry = None
        self._with_queue = False
        self._coming.clear()
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
            chart.setVisible(counted and chart not in self._coming)
        if self._with_queue:
            self._grid.addWidget(self._telemetry.queue, 5, 0, 1, 2)
        self._telemetry.queue.setVisible(self._with_queue)
        strip = self._telemetry.machine_strip
        strip.setFixedHeight(_STRIP_HEIGHT)
        self._grid.addWidget(strip, 6, 0, 1, 2)
        strip.setVisible(self._with_strip and not self._coming)
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
        """Sample the machine alone until the next run; another one tells nothing then."""
        if self._elsewhere:
            return
        psutil.cpu_percent(None)  # forgets what was before
        self._idle.start()

    def _sample_machine(self) -> None:
        percent = psutil.cpu_percent(None) * (psutil.cpu_count() or 1)
        if self._telemetry is not None:
            self._telemetry.add_machine_cpu(time.time(), percent)


def _ignore_wishes(part: QWidget) -> None:
    """Shares alone decide on its height: one more line of names above would move all charts."""
    policy = part.sizePolicy()
    policy.setVerticalPolicy(QSizePolicy.Policy.Ignored)
    part.setSizePolicy(policy)


def _keep_room(chart: TelemetryChart, keep: bool) -> None:
    """Whether a chart that is hidden has its place all the same."""
    policy = chart.sizePolicy()
    policy.setRetainSizeWhenHidden(keep)
    chart.setSizePolicy(policy)
