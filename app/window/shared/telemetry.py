"""Telemetry of a run: charts of CPU, memory, throughput, latency and a queue on one time axis, and
the conversion of samples into their points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.results.change_progress import BadPoints, unpack_points
from app.results.records import ProbeSample
from app.window.shared.run_words import server_label
from widgets.charts.telemetry_chart import TelemetryChart
from widgets.look.theme import shaded_key
from widgets.look.tokens import Line
from workloads.contract import Series, SeriesPoint

_tr = QCoreApplication.translate
_SHORTEST_INTERVAL_S = 0.05
"""Between two points: over less the system's counters are mostly noise."""

WORKER, API, MACHINE, RATE, P50, P99 = "worker", "api", "machine", "rate", "p50", "p99"
ARRIVING, DROPPED, WAITING = "arriving", "dropped", "waiting"
_WAITS = {Series.READS: "reads", Series.UPDATES: "updates"}
ROWS = "rows"


@dataclass(frozen=True)
class LegendSeries:
    """One entry of the common legend of several charts; `engine` is set for a server."""

    key: str
    label: str
    colour_key: str
    line: Line | None = None
    engine: str = ""


@dataclass
class _Points:
    """Points of one series that wait to be appended."""

    xs: list[float] = field(default_factory=list)
    ys: list[float] = field(default_factory=list)

    def add(self, x: float, y: float | None) -> None:
        self.xs.append(x)
        self.ys.append(math.nan if y is None else y)


def make_charts(parent: QWidget | None = None, *, at_once: bool = True) -> Iterator[TelemetryChart]:
    """Charts of CPU, memory, throughput, latency, a queue and the machine, each built when the
    iterator is advanced; without `at_once` each builds its parts later, one by one."""
    made = partial(TelemetryChart, parent=parent, build_at_once=at_once)
    yield made(_tr("Run", "CPU"), _tr("Run", "% of one core"), short="%")
    yield made(_tr("Run", "Memory"), _tr("Run", "MB"))
    yield made(_tr("Run", "Throughput"), _tr("Run", "1/s"))
    yield made(_tr("Run", "Latency"), _tr("Run", "µs"), logarithmic=True)
    yield made(_tr("Run", "Queue"), _tr("Run", "requests"))
    yield made(_tr("Run", "Machine"), _tr("Run", "% of one core"), short="%")


class Telemetry:
    """Charts with a linked time axis: CPU, memory, throughput and latency; the queue, where an open
    load has one; the machine. Times are seconds since the epoch; `origin` is the charts' zero.

    `live` charts show the machine in a strip of its own: all cores together would flatten the
    servers' lines. They shade operations in the uppermost chart only: painting the same bands four
    times during a run would disturb what is measured.
    """

    def __init__(self, *, live: bool, charts: Iterable[TelemetryChart] | None = None) -> None:
        """`charts` are those of `make_charts`, if they exist already."""
        made = charts or make_charts()
        self.cpu, self.memory, self.rate, self.latency, self.queue, self.machine_strip = made
        self._machine = self.machine_strip if live else self.cpu
        self._live = live
        self.charts = (self.cpu, self.memory, self.rate, self.latency)
        self._linked = (*self.charts, self.queue, self.machine_strip)
        self._shaded = self.charts[:1] if live else self.charts
        self._servers: dict[str, LegendSeries] = {}
        self._origin = self._last = self._last_machine = 0.0
        self._statements = 0
        self._idle = True
        self._has_api = self._has_change = False
        self._committed: SeriesPoint | None = None
        self.has_load = False
        """Whether the load is open: requests arrive by a schedule, so that there is a queue."""
        self.has_statements = True
        """Whether statements are sent; work without a database has neither throughput nor latency
        of them."""
        self._waiting_before = self._dropped = 0
        for chart in self._linked[1:]:
            chart.link_x(self.cpu)
        self._add_common_series()

    def legend_series(self) -> list[LegendSeries]:
        """The series of the common legend: the worker, an API, and the servers with points in the
        visible range."""
        common = [LegendSeries(WORKER, _tr("Run", "worker"), "machine", "solid")]
        if not self._live:
            common.insert(0, LegendSeries(MACHINE, _tr("Run", "machine"), "neutral", "dot"))
        coming = list(self._servers.values())
        if self._has_api:
            coming.insert(0, LegendSeries(API, _tr("Run", "API"), "machine", "dash"))
        return common + [
            each
            for each in coming
            if self.cpu.has_samples_in_view(each.key) or self.memory.has_samples_in_view(each.key)
        ]

    def show_legends(self) -> list[LegendSeries]:
        """List in each chart's own legend only servers with points in the visible range; returns
        the `legend_series`."""
        shared = self.legend_series()
        shown = {each.key for each in shared}
        for chart in (self.cpu, self.memory):
            for key in (*((API,) if self._has_api else ()), *map(_server_key, self._servers)):
                chart.list_series(key, key in shown)
        return shared

    def show_series(self, key: str, on: bool) -> None:
        """Show or hide a series in every chart that has it."""
        for chart in self._linked:
            chart.show_series(key, on)

    @property
    def servers(self) -> frozenset[str]:
        return frozenset(self._servers)

    def add_server(self, name: str, engine: str, in_process: bool) -> None:
        """Give a server its series, in its engine's colour."""
        if name in self._servers:
            return
        alike = sum(each.engine == engine for each in self._servers.values())
        made = LegendSeries(
            _server_key(name),
            server_label(name, in_process),
            shaded_key(engine, alike),
            engine=engine,
        )
        self._servers[name] = made
        for chart in (self.cpu, self.memory):
            chart.add_series(made.key, made.label, made.colour_key, listed=not self._live)
            chart.set_terse(made.key, self._live)

    def set_caption(self, caption: str) -> None:
        """Set the heading and file name of saved pictures."""
        for chart in self._linked:
            chart.set_caption(caption)

    def restart(self, origin: float) -> None:
        """Forget everything and count from `origin`."""
        for chart in self._linked:
            chart.clear()
        self._origin = self._last = self._last_machine = origin
        self._idle = True

    def add_samples(self, samples: Sequence[ProbeSample], server: str) -> None:
        """Append samples that were taken during a run on `server`."""
        new: dict[tuple[TelemetryChart, str], _Points] = {}
        for sample in samples:
            if sample.points:
                self._add_change_points(sample.points, new)
            self._statements += sample.statements
            self._dropped += sample.dropped or 0
            if self._idle:  # the first sample has no known start: only its end counts
                self._idle, self._statements, self._dropped = False, 0, 0
                self._waiting_before = sample.waiting or 0
                self._last = max(self._last, sample.at)
                continue
            passed = sample.at - self._last
            if passed < _SHORTEST_INTERVAL_S:
                continue
            self._last = sample.at
            if sample.api_cpu is not None:
                self._add_api()
            if sample.waiting is not None:
                self._add_load()
            for chart, key, value in self._values(sample, server, passed):
                new.setdefault((chart, key), _Points()).add(sample.at - self._origin, value)
            self._statements = self._dropped = 0
            self._waiting_before = sample.waiting or 0
        for (chart, key), points in new.items():
            chart.append(key, points.xs, points.ys)

    def add_machine_cpu(self, at: float, percent: float) -> None:
        """Append the machine's CPU while no worker runs, by this window's clock.

        The window may be behind: samples of runs that have long ended are still to come, and their
        times stay theirs.
        """
        if at - max(self._last, self._last_machine) >= _SHORTEST_INTERVAL_S:
            self._last_machine = at
            self._machine.append(MACHINE, [at - self._origin], [percent])

    def break_lines(self, server: str) -> None:
        """Break all lines here, so that none is drawn across the gap until the next run."""
        x = [self._last - self._origin]
        nothing = [math.nan]
        for chart in (self.cpu, self.memory):
            if server in self._servers:
                chart.append(_server_key(server), x, nothing)
            chart.append(WORKER, x, nothing)
            if self._has_api:
                chart.append(API, x, nothing)
        self.rate.append(RATE, x, nothing)
        if self.has_load:
            self.rate.append(ARRIVING, x, nothing)
            self.rate.append(DROPPED, x, nothing)
            self.queue.append(WAITING, x, nothing)
        if self._has_change:
            self._committed = None
            self.rate.append(ROWS, x, nothing)
            for key in _WAITS.values():
                self.latency.append(key, x, nothing)
        for key in (P50, P99):
            self.latency.append(key, x, nothing)
        self._idle = True

    def begin_operation(self, operation: str, at: float) -> None:
        for chart in self._shaded:
            chart.begin_band(operation, max(0.0, at - self._origin))

    def end_operation(self, at: float) -> None:
        for chart in self._shaded:
            chart.end_band(max(0.0, at - self._origin))

    def _add_common_series(self) -> None:
        self._machine.add_series(MACHINE, _tr("Run", "machine"), "neutral", "dot")
        for chart in (self.cpu, self.memory):
            chart.add_series(WORKER, _tr("Run", "worker"), "machine", "solid")
            chart.set_terse(WORKER, self._live)
        self._machine.set_terse(MACHINE, self._live)
        self.rate.add_series(RATE, _tr("Run", "answered"), "neutral", "solid")
        self.rate.set_terse(RATE, self._live)
        self.latency.add_series(P50, _tr("Run", "p50"), "neutral", "solid")
        self.latency.add_series(P99, _tr("Run", "p99"), "machine", "dot")

    def _add_api(self) -> None:
        """Add the series of an API at its first sample."""
        if not self._has_api:
            self._has_api = True
            for chart in (self.cpu, self.memory):
                chart.add_series(API, _tr("Run", "API"), "machine", "dash")
                chart.set_terse(API, self._live)

    def _add_load(self) -> None:
        """Add the series of an open load at its first sample."""
        if not self.has_load:
            self.has_load = True
            self.rate.set_terse(RATE, False)
            self.rate.add_series(ARRIVING, _tr("Run", "arriving"), "machine", "dot")
            self.rate.add_series(DROPPED, _tr("Run", "dropped"), "dropped", "dash")
            self.queue.add_series(WAITING, _tr("Run", "waiting"), "neutral", "solid")

    def _add_change_points(
        self, points: bytes, new: dict[tuple[TelemetryChart, str], _Points]
    ) -> None:
        """Points of a change of encryption: rows a second at each commit, and each wait at the time
        when its request arrived. Unreadable points are left out."""
        known: list[SeriesPoint] = []
        with suppress(BadPoints):
            known = unpack_points(points)
        if known:
            self._add_change()
        for each in sorted(known, key=lambda point: point.at):
            x = each.at - self._origin
            if each.series is Series.ROWS:
                before, self._committed = self._committed, each
                if before is not None and before.value < each.value and before.at < each.at:
                    rate = (each.value - before.value) / (each.at - before.at)
                    new.setdefault((self.rate, ROWS), _Points()).add(x, rate)
            elif each.series in _WAITS:
                key = self.latency, _WAITS[each.series]
                new.setdefault(key, _Points()).add(x, 1e6 * each.value)

    def _add_change(self) -> None:
        """Add the series of a change of encryption at its first point."""
        if not self._has_change:
            self._has_change = True
            self.rate.set_terse(RATE, False)
            self.rate.add_series(ROWS, _tr("Run", "rows changed"), "dropped", "solid")
            self.latency.add_series("reads", _tr("Run", "reads wait"), "neutral", "dash")
            self.latency.add_series("updates", _tr("Run", "updates wait"), "dropped", "solid")

    def _load_values(
        self, sample: ProbeSample, passed: float
    ) -> list[tuple[TelemetryChart, str, float | None]]:
        """RawResult requests are those answered, dropped or newly waiting."""
        if sample.waiting is None:
            return [(self.rate, ARRIVING, None), (self.queue, WAITING, None)]
        arrived = self._statements + self._dropped + sample.waiting - self._waiting_before
        return [
            (self.rate, ARRIVING, max(0, arrived) / passed),
            (self.rate, DROPPED, self._dropped / passed),
            (self.queue, WAITING, float(sample.waiting)),
        ]

    def _values(
        self, sample: ProbeSample, server: str, passed: float
    ) -> list[tuple[TelemetryChart, str, float | None]]:
        values: list[tuple[TelemetryChart, str, float | None]] = [
            (self.cpu, WORKER, sample.worker_cpu),
            (self.memory, WORKER, sample.worker_memory),
            (self.rate, RATE, self._statements / passed),
            (self.latency, P50, sample.p50_us),
            (self.latency, P99, sample.p99_us),
        ]
        if sample.at > self._last_machine:
            values.append((self._machine, MACHINE, sample.machine_cpu))
        if self._has_api:
            values.append((self.cpu, API, sample.api_cpu))
            values.append((self.memory, API, sample.api_memory))
        if self.has_load:
            values += self._load_values(sample, passed)
        if server in self._servers:
            key = _server_key(server)
            values.append((self.cpu, key, sample.server_cpu))
            values.append((self.memory, key, sample.server_memory))
        return values


def _server_key(name: str) -> str:
    return f"server {name}"
