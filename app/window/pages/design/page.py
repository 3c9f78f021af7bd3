"""*Measure my own*: the wizard that designs a workload file from a database's tables and
statements."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

from app.designing.design import Design
from app.designing.inspecting import InspectionScope
from app.window.base.process_link import ProcessLink
from app.window.pages.design.columns_step import ColumnsStep
from app.window.pages.design.design_process import (
    AddStatement,
    DatabasesListed,
    DesignAnswer,
    DesignProcess,
    DesignProposed,
    FileWritten,
    Inspect,
    InspectedServer,
    ListDatabases,
    ListTables,
    NumberedAnswer,
    NumberedOrder,
    Order,
    OrderRefused,
    StatementAdded,
    StatementRefused,
    StatementsTried,
    StopInspection,
    TablesListed,
    TryStatements,
    WriteFile,
)
from app.window.pages.design.statements_step import StatementsStep
from app.window.pages.design.tables_step import TablesStep
from app.window.servers.known_servers import Readiness
from app.window.servers.server_words import error_texts, starting_words
from app.window.workbench.campaign_watch import CampaignWatch
from app.window.workbench.page import Page
from app.window.workbench.workbench import Workbench
from engines.contract.errors import Cause, CipherbenchError, cause_of
from widgets.layout.boxes import hbox, vbox
from widgets.layout.layouts import FlowLayout
from widgets.layout.notices_above import NoticesAbove
from widgets.look.names import filled, shortened
from widgets.parts.cards import SectionTitle, WrappedLabel
from widgets.parts.error_panel import ErrorPanel
from widgets.parts.step_marks import StepMarks
from widgets.saving.saving import saving

_SAMPLED_VALUES = 1_000


class DesignLink(QObject):
    """Sends orders to the child process that inspects a database, one at a time, and emits their
    answers. The process starts with the first order."""

    changed = Signal()
    """`activity` has changed."""
    failed = Signal(object)
    """A CipherbenchError of the last order."""
    answered = Signal(object)
    """The answer to the last order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.activity = ""
        """The text of the current order, such as “Listing tables …”; empty if there is none."""
        self._number = 0
        self._link: ProcessLink[NumberedOrder | StopInspection, NumberedAnswer] = ProcessLink(self)
        self._link.received.connect(self._receive)
        self._link.ended.connect(self._process_ended)

    def send(self, order: Order, activity: str) -> None:
        """Send an order, which replaces the current one."""
        if self.activity:
            self._link.send(StopInspection())
        if not self._link.running:
            self._link.start(DesignProcess())
        self._number += 1
        self._link.send((self._number, order))
        self._set_activity(activity)

    def stop(self) -> None:
        """Cancel the current order."""
        if self.activity:
            self._number += 1
            self._link.send(StopInspection())
            self._set_activity("")

    def close(self) -> None:
        """End the process."""
        self._link.close()

    def _receive(self, batch: Sequence[NumberedAnswer]) -> None:
        for number, answer in batch:
            if number != self._number:
                continue
            self._set_activity("")
            if isinstance(answer, OrderRefused):
                self.failed.emit(answer.error)
            else:
                self.answered.emit(answer)

    def _process_ended(self, error: CipherbenchError | None) -> None:
        self._set_activity("")
        if error is not None:
            self.failed.emit(error)

    def _set_activity(self, activity: str) -> None:
        self.activity = activity
        self.changed.emit()


class DesignPage(Page):
    """Three steps: tables, columns, statements. A child process inspects the server, and can be
    stopped."""

    key = "design"
    guide = "workloads/design"

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(workbench, parent)
        self.tables = TablesStep(workbench.servers)
        self.columns = ColumnsStep()
        self.statements = StatementsStep()
        self._design: Design | None = None
        self._order_inputs: tuple[object, ...] = ()
        """The first of `_inputs`, on which the current order depends."""
        self._design_inputs: tuple[object, ...] = ()
        """The inputs that `_design` was made from."""
        self._link = DesignLink(self)
        self._readiness = Readiness(workbench.servers, self)
        self._watch = CampaignWatch(workbench, self)
        self._errors = ErrorPanel()
        self._marks = StepMarks([self.tr("Tables"), self.tr("Columns"), self.tr("Statements")])
        self._steps = QStackedWidget()
        for step in (self.tables, self.columns, self.statements):
            self._steps.addWidget(step)
        self._make_foot()
        self._lay_out()
        self._connect()
        self._follow()

    def help_text(self) -> str:
        return self.tr(
            "Makes a workload file from a database of yours: its tables with made-up values, and "
            "the statements that its server counted.\n\n"
            "The catalogue is read in a read-only transaction. No row is read unless you allow "
            "it. The queries that were sent are listed in the second step.\n\n"
            "Sensitive columns are proposed with a reason. You tick what is encrypted.\n\n"
            "The file opens on the campaign page, as the workload “Your own tables and "
            "statements”."
        )

    def shown(self) -> None:
        self.workbench.servers.discover()
        if (step := self._steps.currentWidget()) is not None:
            step.setFocus(Qt.FocusReason.OtherFocusReason)

    def has_unsaved_work(self) -> bool:
        return self._design is not None

    def close_down(self) -> None:
        self._link.close()

    def begin(self, server: str) -> None:
        """Begin with the first step, and with a server if one is named."""
        if server:
            self.tables.server.choose(server)
        self._go(0)
        self.tables.server.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def step(self) -> int:
        """The number of the current step, from 0."""
        return self._steps.currentIndex()

    def _go(self, step: int) -> None:
        self._steps.setCurrentIndex(step)
        self._marks.set_current(step)
        self._errors.clear()
        self._follow()

    def _back(self) -> None:
        self._link.stop()
        if self.step:
            self._go(self.step - 1)

    def _next(self) -> None:
        match self.step:
            case 0 if self._design is not None and self._design_inputs == self._inputs:
                self._go(1)
            case 0:
                self._inspect()
            case 1:
                self.statements.show_encrypted(self.columns.encrypted)
                self._go(2)
            case _ if not self.statements.tried:
                self._try()
            case _:
                self._write()

    @property
    def _inputs(self) -> tuple[object, ...]:
        """What a design is made from; each depends on those before it: server, database, tables,
        whether to count, whether to sample."""
        chosen = self.tables
        return (
            chosen.server.currentData(),
            chosen.database.currentText(),
            chosen.tables,
            chosen.scan.isChecked(),
            chosen.sample.isChecked(),
        )

    def _list_databases(self) -> None:
        self._design = None  # the database may have changed since
        self._order(1, ListDatabases, self.tr("Listing databases …"))

    def _list_tables(self, database: str) -> None:
        self._order(2, lambda source: ListTables(source, database), self.tr("Listing tables …"))

    def _inspect(self) -> None:
        database = self.tables.database.currentText()
        sample = _SAMPLED_VALUES if self.tables.sample.isChecked() else 0
        scan = self.tables.scan.isChecked()
        scope = InspectionScope(self.tables.tables, scan=scan, sample=sample)
        self._order(
            len(self._inputs),
            lambda source: Inspect(source, database, scope),
            self.tr("Reading the tables …")
            if scan or sample
            else self.tr("Reading the catalogue …"),
        )

    def _edited_design(self) -> Design | None:
        """The design with the ticked columns and the edited statements."""
        design = self.statements.design
        if design is None:
            return None
        return replace(design.with_encrypted(self.columns.encrypted), name=self.statements.name)

    def _try(self) -> None:
        if (design := self._edited_design()) is not None:
            self._order(
                0,
                lambda source: TryStatements(design, source),
                self.tr("Trying the statements in databases of our own …"),
            )

    def _add_statement(self, text: str, before: str) -> None:
        if (design := self._edited_design()) is not None:
            self._link.send(AddStatement(design, text, before), self.tr("Reading the statement …"))

    def _write(self) -> None:
        path, design = self.statements.path, self._edited_design()
        if design is not None and path is not None:
            self._order(
                0,
                lambda source: WriteFile(design, path.absolute(), source),
                self.tr("Writing the file …"),
            )

    def _order(
        self, input_count: int, make: Callable[[InspectedServer], Order], activity: str
    ) -> None:
        """Send an order to the chosen server; one that Cipherbench manages is started first. The
        order is stopped when one of the first `input_count` of `_inputs` changes; 0: never."""
        self._errors.clear()
        self._order_inputs = self._inputs[:input_count]
        entry = self.tables.server.entry()
        if entry is None:
            return
        if entry.endpoint is not None or not entry.spec.managed:
            password = self.workbench.servers.passwords().get(entry.name)
            server = InspectedServer(entry.spec, entry.endpoint, password)
            self._link.send(make(server), activity)
            return
        self._readiness.start(
            entry.name,
            lambda lent: self._link.send(
                make(InspectedServer(entry.spec, lent.endpoint)), activity
            ),
            self._fail,
        )
        self._follow()

    def _show_answer(self, answer: DesignAnswer) -> None:
        match answer:
            case DatabasesListed(names=names):
                self.tables.show_databases(names)
            case TablesListed(offers=offers):
                self.tables.show_tables(offers)
                self.tables.list.setFocus(Qt.FocusReason.OtherFocusReason)
            case DesignProposed(design=design, queries=queries):
                self._design, self._design_inputs = design, self._inputs
                self.columns.show_design(design, queries)
                self.statements.show_design(design)
                self._go(1)
                self.columns.tree.setFocus(Qt.FocusReason.OtherFocusReason)
            case StatementsTried(design=design):
                self.statements.show_changed(design)
            case StatementAdded(design=design, name=name):
                self.statements.show_changed(design, name)
            case StatementRefused(why=why):
                self.statements.show_refusal(why)
            case FileWritten(path=path, plan=plan):
                saving().announce_saved(path)
                self.workbench.page_requested.emit("campaign")
                self.workbench.plan_opened.emit(plan)

    def _fail(self, error: CipherbenchError) -> None:
        self._errors.show_error(*error_texts(error))
        if cause_of(error) is Cause.LOGIN:
            self.tables.ask_password_again()
        self._follow()

    def _follow(self) -> None:
        """Enable what is possible now. While a campaign runs nothing is: it would disturb it."""
        obstacle = self._watch.obstacle()
        if self.busy and (
            obstacle or self._inputs[: len(self._order_inputs)] != self._order_inputs
        ):
            self._stop()
            return
        activity = self._link.activity or self._starting()
        self._steps.setEnabled(not obstacle)
        self.note.setText(obstacle or activity)
        self.note.set_tone("warning" if obstacle else "muted")
        self.stop_button.setVisible(bool(activity))
        self.back_button.setEnabled(self.step > 0)
        self.next_button.setText(self._next_words())
        self.next_button.setEnabled(not activity and not obstacle and self._complete)

    @property
    def busy(self) -> bool:
        """Whether a server is being started or inspected, or the file written."""
        return bool(self._link.activity) or self._readiness.waiting

    def _starting(self) -> str:
        entry = self.tables.server.entry()
        if entry is None or not self._readiness.waiting:
            return ""
        return filled(starting_words({entry.spec.source}), shortened(entry.name))

    def _next_words(self) -> str:
        path = self.statements.path
        if self.step < 2:
            return self.tr("&Next")
        if not self.statements.tried:
            return self.tr("&Try statements")
        if path is not None and os.path.lexists(path):
            return self.tr("&Replace file and open campaign")
        return self.tr("&Write file and open campaign")

    @property
    def _complete(self) -> bool:
        """Whether the current step has all that the next one needs."""
        match self.step:
            case 0:
                return bool(self.tables.tables)
            case 1:
                return self._design is not None
            case _:
                named = self.statements.path is not None and bool(self.statements.name)
                return named and bool(self.statements.chosen)

    def _stop(self) -> None:
        self._readiness.stop_waiting()
        self._link.stop()
        self._follow()

    def _leave(self) -> None:
        self._stop()
        self.workbench.page_requested.emit("start")

    def _connect(self) -> None:
        for step in (self.tables, self.columns, self.statements):
            step.changed.connect(self._follow)
        self.tables.databases_requested.connect(self._list_databases)
        self.tables.database_chosen.connect(self._list_tables)
        self.statements.statement_applied.connect(self._add_statement)
        self._link.changed.connect(self._follow)
        self._link.failed.connect(self._fail)
        self._link.answered.connect(self._show_answer)
        self._watch.changed.connect(self._follow)
        self.workbench.servers.changed.connect(self._follow)
        self.workbench.design_requested.connect(self.begin)
        self.next_button.clicked.connect(self._next)
        self.back_button.clicked.connect(self._back)
        self.stop_button.clicked.connect(self._stop)
        self.leave_button.clicked.connect(self._leave)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self.next_button.click)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.activated.connect(self._stop)

    def _make_foot(self) -> None:
        self.leave_button = QPushButton(self.tr("C&lose"))
        self.leave_button.setToolTip(self.tr("Back to Start; nothing is written"))
        self.note = WrappedLabel("", "muted")
        self.stop_button = QPushButton(self.tr("Sto&p"))
        self.stop_button.setToolTip(self.tr("Stop asking the server (Esc)"))
        self.back_button = QPushButton(self.tr("&Back"))
        self.next_button = QPushButton(self.tr("&Next"))
        self.next_button.setProperty("primary", True)
        self.next_button.setToolTip(self.tr("Go on (Ctrl+Enter)"))

    def _lay_out(self) -> None:
        head = QWidget()
        flow = FlowLayout(head, gap=16)
        flow.addWidget(SectionTitle(self.tr("Measure my own")))
        flow.addWidget(self._marks)
        foot = hbox(
            None,
            self.leave_button,
            8,
            (self.note, 1),
            self.stop_button,
            self.back_button,
            self.next_button,
            spacing=8,
        )
        body = QWidget()
        vbox(body, head, (self._steps, 1), foot, spacing=12)
        vbox(self, NoticesAbove([self._errors], body), margins=(16, 16, 16, 16))
