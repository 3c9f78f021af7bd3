"""Where a campaign was measured: machine, servers and their settings, plan and event log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QPlainTextEdit, QSplitter, QWidget

from app.plan.campaign import Placement
from app.plan.plan_file import write_plan
from app.report.figures.campaign_report import CampaignReport
from app.report.words.placement import cores_by_server, is_bound
from app.results.records import DATA_FACT, RunRecord, ServerRecord, SessionRecord, session_facts
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.scope import ReportTab, Scope
from engines.contract.endpoint import Source
from engines.contract.message import Message
from widgets.layout.boxes import vbox
from widgets.layout.layouts import TurningSplitter
from widgets.look.fonts import mono_font
from widgets.look.numbers import datetime_text, exact_time_text, format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import ToneLabel
from widgets.parts.event_log import EventLog
from widgets.tables.data_table import Column, DataTable

_LEAST_WIDTH_SIDE_BY_SIDE_PX = 560
_TONES = {"info": "neutral", "warning": "warning", "error": "bad"}


class ResultsEnvironment(ReportTab):
    """Four parts: machine and servers at the left, plan and events at the right."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self._facts = self._table(self.tr("Machine"))
        self._servers = self._table(self.tr("Servers and their settings"))
        self._plan = QPlainTextEdit(self)
        self._plan.setReadOnly(True)
        self._plan.setFont(mono_font())
        self._plan.setAccessibleName(self.tr("Plan"))
        self._plan.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._events = EventLog(self.tr("Events"), self)
        left = self._split(
            self._titled(self.tr("Machine"), self._facts),
            self._titled(self.tr("Servers and their settings"), self._servers),
        )
        right = self._split(self._titled(self.tr("Plan"), self._plan), self._events)
        both = TurningSplitter(_LEAST_WIDTH_SIDE_BY_SIDE_PX, self)
        both.setChildrenCollapsible(False)
        both.setHandleWidth(16)
        both.addWidget(left)
        both.addWidget(right)
        both.setSizes([500, 500])
        vbox(self, both, margins=(0, 12, 0, 0))

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("ResultsView", "Environment")

    def draw(self, report: CampaignReport) -> None:
        """Fill all four parts."""
        columns = [Column("fact", self.tr("Fact")), Column("value", self.tr("Value"))]
        facts = [*self._machine(report.environment), *self._planned_placement(report)]
        self._facts.set_rows(columns, facts)
        self._facts.fit_to_lines()
        columns = [
            Column("server", self.tr("Server"), named=True),
            Column("setting", self.tr("Setting")),
            Column("value", self.tr("Value")),
        ]
        rows = [*self._settings(report.servers), *self._actual_cores(report.runs)]
        self._servers.set_rows(columns, rows + list(self._sessions(report.sessions)))
        self._servers.fit_to_lines()
        self._plan.setPlainText(write_plan(report.campaign))
        self._events.clear()
        for event in report.events:
            moment = exact_time_text(event.at)
            tone = _TONES.get(event.level, "neutral")
            self._events.append(moment, message_text(event.message), tone)
        if not report.events:
            self._events.append("", self.tr("No events."))

    def _sessions(self, sessions: Sequence[SessionRecord]) -> Iterable[tuple[str, str, str]]:
        """Facts of each session (from a start to its end), where the campaign was resumed."""
        for number, session in enumerate(sessions if len(sessions) > 1 else (), 1):
            words = self.tr("session {number}, {when}")
            name = words.format(number=number, when=datetime_text(session.at))
            known = {**self._names(), DATA_FACT: self.tr("data (SHA-256)")}
            for fact, value in session_facts(session):
                yield name, known.get(fact, fact), value

    def _names(self) -> dict[str, str]:
        """Titles of a machine's facts, by their key."""
        return {
            "cpu": self.tr("Processor"),
            "architecture": self.tr("Architecture"),
            "physical_cores": self.tr("Cores"),
            "logical_cores": self.tr("Logical cores"),
            "crypto_instructions": self.tr("Crypto instructions"),
            "memory_bytes": self.tr("Memory, GB"),
            "os": self.tr("Operating system"),
            "kernel": self.tr("Kernel"),
            "virtualisation": self.tr("Virtualisation"),
            "python": self.tr("Python"),
            "cipherbench": self.tr("Cipherbench"),
            "timed_loop": self.tr("Timed loop"),
            "load_average": self.tr("Load average at the start"),
            "cores_allowed": self.tr("Allowed cores"),
            "cpu_quota": self.tr("CPU quota"),
        }

    def _machine(self, environment: Mapping[str, object]) -> Iterable[tuple[str, str]]:
        """Facts as name and value; nested ones, such as packages, get a line each."""
        names = self._names()
        known = [key for key in names if environment.get(key) is not None]
        for key in known:
            yield names[key], _value(key, environment[key])
        for key, value in environment.items():
            if isinstance(value, dict):
                yield from ((name, _value(name, each)) for name, each in value.items() if each)
            elif key not in names and value is not None:
                yield key, _value(key, value)

    def _planned_placement(self, report: CampaignReport) -> Iterable[tuple[str, str]]:
        """The placement that the plan asks for."""
        found = cores_by_server(report.runs)
        if not found:
            return
        words = {
            Placement.ONE_CORE: self.tr("server and worker share one dedicated core"),
            Placement.TWO_CORES: self.tr("server and worker each have a dedicated core"),
            Placement.FREE: self.tr("no fixed cores"),
        }
        yield self.tr("Placement"), words[report.campaign.placement]
        if is_bound(found):
            yield (
                self.tr("Shared cores"),
                self.tr("by all servers and all their processes, including parallel workers"),
            )

    def _actual_cores(self, runs: Sequence[RunRecord]) -> Iterable[tuple[str, str, str]]:
        for each in cores_by_server(runs):
            cores = each.cores
            facts = {
                self.tr("cores of the server"): cores.server,
                self.tr("cores of the worker"): cores.worker,
                self.tr("cores of the program"): cores.program,
                self.tr("why not as planned"): message_text(Message(cores.reason)),
            }
            yield from ((each.name, fact, value) for fact, value in facts.items() if value)

    def _settings(self, servers: Iterable[ServerRecord]) -> Iterable[tuple[str, str, str]]:
        """Version, source and settings of each server."""
        for server in servers:
            version = f"{server.engine} {server.version}".strip()
            yield server.name, self.tr("version"), version
            yield server.name, self.tr("source"), self._source(server.source)
            for key, value in server.settings.items():
                yield server.name, key, _value(key, value)

    def _source(self, source: str) -> str:
        words = {
            Source.EMBEDDED.value: self.tr("embedded"),
            Source.LOCAL.value: self.tr("local"),
            Source.CONTAINER.value: self.tr("container"),
            Source.ADDRESS.value: self.tr("address"),
        }
        return words.get(source, source)

    def _table(self, name: str) -> DataTable:
        table = DataTable(self)
        table.setAccessibleName(name)
        table.set_placeholder(self.tr("No data."))
        return table

    def _titled(self, title: str, part: QWidget) -> QWidget:
        heading = ToneLabel(title)
        heading.setFont(scaled_font(bold=True))
        whole = QWidget(self)
        vbox(whole, heading, (part, 1), spacing=4)
        return whole

    def _split(self, upper: QWidget, lower: QWidget) -> QSplitter:
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(12)
        splitter.addWidget(upper)
        splitter.addWidget(lower)
        splitter.setSizes([500, 500])
        return splitter


def _value(key: str, value: object) -> str:
    if key.endswith("_bytes") and isinstance(value, (int, float)):
        return format_number(value / 1e9, 1)
    if isinstance(value, (list, tuple)):
        return ", ".join(_value("", each) for each in value) or "–"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return format_number(value, 0 if isinstance(value, int) else 2)
    return str(value)
