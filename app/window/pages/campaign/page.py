"""The campaign page: three columns that read as a sentence, on these servers → protected like this
→ do this work; a summary of the plan below, and the section of a workload file."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QBoxLayout,
    QFileDialog,
    QLineEdit,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from app.plan.campaign import Campaign
from app.plan.matrix import Cell
from app.plan.plan_file import read_plan, shipped_plans, write_plan
from app.plan.requirements import NO_REQUIREMENTS
from app.results.events import Activity, DryRunFinished, Event
from app.window.base.messages import message_text
from app.window.pages.campaign.draft import Draft, FileSupport, read_draft, write_draft
from app.window.pages.campaign.own.file_field import (
    HiddenParameter,
    WorkFileField,
    faults_words,
    outline_words,
)
from app.window.pages.campaign.own.own_section import OwnSection
from app.window.pages.campaign.own.work_file_reader import WorkFileReader
from app.window.pages.campaign.own.workload_file_process import ProtectedEngine
from app.window.pages.campaign.plan_summary import PlanSummary
from app.window.pages.campaign.protection_chooser import ProtectionChooser
from app.window.pages.campaign.sentence_part import SentencePart
from app.window.pages.campaign.server_chooser import ServerChooser
from app.window.pages.campaign.work_form import WorkForm
from app.window.servers.server_words import error_texts
from app.window.shared.fields import ParameterField
from app.window.workbench.page import Page
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import phrase
from engines.platform.private_files import write_atomically
from widgets.layout.boxes import hbox, vbox
from widgets.layout.notices_above import NoticesAbove
from widgets.look.icons import icon
from widgets.look.names import isolated, plain_tip
from widgets.look.numbers import format_number
from widgets.parts.cards import ElidedLabel, ToneLabel, WrappedLabel
from widgets.parts.error_panel import ErrorPanel
from widgets.saving.saving import ask_save_path, saving
from workloads.change.own_table import changed_columns_text, why_not_usable
from workloads.change.workload import ChangeParameters
from workloads.contract import Parameters, Profile
from workloads.own.workload import OwnParameters
from workloads.workload import Provider

if TYPE_CHECKING:
    from app.window.pages.campaign.hosts_row import HostsRow


class WorkFileController(QObject):
    """Connects the form fields of a workload that a file describes with the file's reader and with
    the section that shows its tables and statements."""

    support_found = Signal()
    """`reader.support` is known, or the file's `fault`."""
    section_requested = Signal()
    """The user wants to see the section."""

    def __init__(
        self, fields: Mapping[str, ParameterField], parent: QObject, *, runs_statements: bool
    ) -> None:
        """`runs_statements`: whether the workload executes the file's statements."""
        super().__init__(parent)
        self._file = next(each for each in fields.values() if isinstance(each, WorkFileField))
        seal, search = fields["seal"], fields["search"]
        assert isinstance(seal, HiddenParameter) and isinstance(search, HiddenParameter)
        self._seal, self._search = seal, search
        self._runs_statements = runs_statements
        if not runs_statements:
            self._file.offer_columns_only()
        self.reader = WorkFileReader(self)
        self.section = OwnSection(
            self.reader, self._file, seal, search, runs_statements=runs_statements
        )
        self._file.section_requested.connect(self.section_requested)
        self.reader.changed.connect(self._show_file_state)
        self.reader.support_found.connect(self.support_found)

    def remember_in(self, settings: QSettings) -> None:
        """Store the list of recent files there."""
        self._file.recent.remember_in(settings)

    def set_parameters(self, parameters: Parameters | None) -> None:
        """Read the file of a plan's workload, if it has one."""
        if isinstance(parameters, ChangeParameters):
            known = parameters
            parameters = OwnParameters(file=known.file, seal=known.seal, search=known.search)
        self.reader.set_parameters(parameters if isinstance(parameters, OwnParameters) else None)

    def ask_support(self, subjects: Sequence[ProtectedEngine]) -> None:
        """Ask what the workload supports under these; `reader.support` has the answer."""
        if self._runs_statements:
            self.reader.ask_support(subjects)

    @property
    def fault(self) -> str:
        """Why the file cannot be used; empty where it can."""
        return faults_words(self.reader.faults) if self.reader.faults else ""

    def _show_file_state(self) -> None:
        outline, seal = self.reader.outline, self._seal.value()
        if outline is not None and self._runs_statements:
            encrypted = len(outline.seal if seal is None else seal)
            self._file.show_contents(self.reader, outline_words(outline, encrypted))
        elif outline is not None:
            unfit = why_not_usable(self._file.value(), seal, self._search.value())
            words = unfit or changed_columns_text(self._file.value(), seal)
            tone = "warning" if unfit else "muted"
            self._file.show_contents(self.reader, message_text(words), tone=tone)
        else:
            self._file.show_contents(self.reader, "")
        if self.reader.faults:
            self.support_found.emit()


class ProvidersPart(SentencePart):
    """*On this machine*, in place of servers: the providers (such as crypto libraries) of a
    workload without a database, without a choice."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("On this machine"), parent)
        self._shown: tuple[Provider, ...] | None = None
        note = WrappedLabel(
            self.tr(
                "This workload needs no database, so there are no servers or protections to "
                "choose. These do the work:"
            ),
            "muted",
        )
        self.add_row(note)
        self._list = QWidget()
        self._rows = vbox(self._list, margins=(6, 0, 6, 0), spacing=8)
        self.add_scrolled(self._list)

    def show_providers(self, providers: Sequence[Provider]) -> None:
        if self._shown == tuple(providers):
            return
        self._shown = tuple(providers)
        while (old := self._rows.takeAt(0)) is not None:
            if (part := old.widget()) is not None:
                part.hide()
                part.deleteLater()
        for each in providers:
            self._rows.addWidget(_row(each))
        self._rows.addStretch(1)


def _row(provider: Provider) -> QWidget:
    part = QWidget()
    version = ElidedLabel(isolated(provider.version), "muted")
    facts = "\n".join(f"{name}: {value}" for name, value in provider.settings.items())
    part.setToolTip(plain_tip(facts))
    vbox(part, ToneLabel(isolated(provider.name)), version, spacing=0)
    return part


class PlanFiles(QObject):
    """Opens and saves plan files: asks for files without blocking, and emits the result."""

    opened = Signal(object)
    """A Campaign that was read."""

    failed = Signal(object)
    """A CipherbenchError."""

    saved = Signal(str)
    """The path of the file written."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page

    def menu(self) -> QMenu:
        """*From a file* and the plans that ship."""
        menu = QMenu(self._page)
        keys = QKeySequence("Ctrl+O").toString(QKeySequence.SequenceFormat.NativeText)
        file = menu.addAction(icon("open"), self.tr("From a &file …") + f"\t{keys}")
        file.triggered.connect(self.ask_open)
        menu.addSeparator()
        for name in shipped_plans():
            action = menu.addAction(name)
            action.triggered.connect(lambda _=False, name=name: self.open(name))
        return menu

    def ask_open(self) -> None:
        """Ask for a plan file and read it."""
        dialog = QFileDialog(self._page, self.tr("Open a plan"))
        dialog.setNameFilters([self.tr("Plans (*.toml)"), self.tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.open)
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()

    def open(self, source: str) -> None:
        """Read a plan file, or a plan that ships, by its name."""
        try:
            campaign = read_plan(source)
        except CipherbenchError as error:
            self.failed.emit(error)
        else:
            self.opened.emit(campaign)

    def ask_save(self, campaign: Campaign) -> None:
        """Ask where to, and write a plan file there."""
        ask_save_path(
            self._page,
            f"{_file_name(campaign.name)}.cipherbench.toml",
            [self.tr("Plans (*.toml)")],
            lambda path: self.save(campaign, path),
        )

    def save(self, campaign: Campaign, path: Path) -> None:
        try:
            write_atomically(path, write_plan(campaign))
        except OSError as error:
            self.failed.emit(_not_saved(path, error))
        else:
            self.saved.emit(str(path))
            saving().announce_saved(path)


def _not_saved(path: Path, error: OSError) -> CipherbenchError:
    return InputError(
        phrase("Plan not saved"),
        phrase("{path} cannot be written: {reason}."),
        phrase("Choose another folder."),
        path=path,
        reason=error.strerror or error,
    )


def _file_name(name: str) -> str:
    return re.sub(r"[^\w-]+", "-", name).strip("-").lower() or "campaign"


log = logging.getLogger(__name__)

_DRAFT = "draft"
_THREE_COLUMNS_FROM_PX = 780
"""Width of the page below which the work is placed below servers and protections."""
_TWO_COLUMNS_FROM_PX = 520
"""Width of the page below which the protections are placed below the servers, too: their buttons
need so much in longer languages than English."""
_TWO_ROWS_HEIGHT_PX, _THREE_ROWS_HEIGHT_PX = 400, 600


class CampaignPage(Page):
    key = "campaign"
    guide = "guide/campaigns"

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(workbench, parent)
        self._optional: frozenset[str] = frozenset()
        self._dry_run_campaign: Campaign | None = None
        """The campaign of the last dry run."""
        self._dry_run_cells: tuple[Cell, ...] = ()
        """The cells of its result."""
        self._requirements = NO_REQUIREMENTS
        self._settings: QSettings | None = None
        self._splitter_moved = False
        """Whether the user has moved the handle between fields and matrix."""
        self._saved_draft: str | None = None
        """The draft of the previous session, until it is shown."""
        self.servers = ServerChooser(workbench.servers)
        self.protections = ProtectionChooser()
        self.providers = ProvidersPart()
        self.work = WorkForm()
        self._own: dict[str, WorkFileController] = {}
        """By the names of workloads."""
        self._hosts: HostsRow | None = None
        self.summary = PlanSummary()
        self.files = PlanFiles(self)
        self._errors = ErrorPanel()
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._refresh)
        self._make_head()
        self._lay_out()
        self._connect(workbench)
        self._refresh()

    def help_text(self) -> str:
        return self.tr(
            "A campaign runs a workload on each server without encryption and under each "
            "protection, and repeats it.\n\n"
            "Tick servers. Cipherbench starts them and offers the protections that they "
            "support. Keep plaintext ticked: it is the baseline of every cost.\n\n"
            "In lockstep, baseline and protections take turns of a few milliseconds, so a change "
            "in the machine's speed affects all of them alike.\n\n"
            "Save the campaign as a plan file to run it from the command line."
        )

    def remember_in(self, settings: QSettings) -> None:
        self._settings = settings
        for own in self._own.values():
            own.remember_in(settings)
        self._saved_draft = str(settings.value(_DRAFT) or "")

    def shown(self) -> None:
        self._restore()
        if self._hosts is not None:
            self._hosts.refresh()
        self.workbench.servers.discover()
        if self._in_section:
            self.own.section.take_focus()
        else:
            self.servers.take_focus()
        self._later.start()  # a data file may have been added or removed meanwhile

    def guide_page(self) -> str:
        return "workloads/own" if self._in_section else self.guide

    def close_down(self) -> None:
        for own in self._own.values():
            own.reader.close()

    @property
    def own(self) -> WorkFileController:
        """The controller of the chosen workload, which a file describes; made when first needed."""
        name = self.work.chosen
        if name not in self._own:
            form = self.work.form(name)
            runs_statements = isinstance(form.parameters(), OwnParameters)
            self._own[name] = own = WorkFileController(
                form.fields, self, runs_statements=runs_statements
            )
            if self._settings is not None:
                own.remember_in(self._settings)
            own.support_found.connect(self._later.start)
            own.section_requested.connect(self.show_own)
            own.section.closed.connect(lambda: self.show_own(False))
            self._body.addWidget(own.section)
        return self._own[name]

    @property
    def _in_section(self) -> bool:
        return self._body.currentIndex() > 0

    def show_own(self, shown: bool = True) -> None:
        """Show the tables and statements of the workload's file, or the campaign again."""
        self._head.setVisible(not shown)
        self._body.setCurrentWidget(self.own.section if shown else self._halves)
        if shown:
            self.own.section.take_focus()
        else:
            self.work.work.setFocus(Qt.FocusReason.OtherFocusReason)

    def _restore(self) -> None:
        """Show the draft of the previous session, once."""
        draft, self._saved_draft = self._saved_draft, None
        if draft:
            try:
                found = read_draft(draft)
                self._show(found.campaign, found.missing, found.works, ask=False)
            except CipherbenchError:
                log.warning("the draft of a campaign that was kept cannot be read", exc_info=True)

    def _save_draft(self, draft: Draft) -> None:
        if self._settings is not None and self._saved_draft is None:
            self._settings.setValue(_DRAFT, write_draft(draft, self.work.all_workloads()))

    def load(self, campaign: Campaign) -> None:
        """Show a plan; its unknown servers are added to the known servers."""
        self._saved_draft = None
        self._show(campaign)

    def _show(
        self,
        campaign: Campaign,
        missing: Collection[str] = (),
        works: Iterable[Parameters] = (),
        *,
        ask: bool = True,
    ) -> None:
        """Show a plan without its `missing` parts, which are placeholders; `works` are parameters
        of all workloads of the form, which replace the plan's. Its servers are started if `ask`."""
        self.name.setText("" if "name" in missing else campaign.name)
        self.work.load(campaign, works)
        self._requirements = campaign.advice
        self.show_own(False)
        if campaign.servers:
            self._show_servers(campaign, missing, ask=ask)
        self._errors.clear()
        self._refresh()

    def _show_servers(self, campaign: Campaign, missing: Collection[str], *, ask: bool) -> None:
        """Choose a plan's servers and protections. For a plan without a database, which has none,
        the choice stays as it is."""
        names: dict[str, str] = {}
        for spec in () if "servers" in missing else campaign.servers:
            names[spec.name] = self.workbench.servers.adopt(spec, names.values())
        optional = {spec.name for spec in campaign.servers if spec.optional}
        self._optional = frozenset(name for own, name in names.items() if own in optional)
        planned = [
            replace(each, servers=tuple(names[name] for name in each.servers))
            for each in campaign.protections
        ]
        self.protections.set_planned([] if "protections" in missing else planned)
        self.servers.set_chosen(names.values(), ask=ask)

    def campaign(self) -> Campaign:
        """The campaign as the fields have it.

        Raises: InputError that names what is missing
        """
        return self._draft().campaign()

    def start(self) -> None:
        """Start the campaign, here or on the chosen hosts, if *Start* is enabled."""
        if not self.summary.start_button.isEnabled():
            return
        try:
            campaign = self.campaign()
        except CipherbenchError as error:
            self.show_error(error)
        else:
            if self._hosts is not None and self._hosts.chosen():
                self._hosts.hand_out(campaign)
            else:
                self.workbench.start(campaign)

    def _offer_hosts(self) -> None:
        """Offer the hosts of a coordinator in place of this machine."""
        from app.window.pages.campaign.hosts_row import HostsRow

        if self._hosts is not None:
            self._page.removeWidget(self._hosts)
            self._hosts.deleteLater()
        self._hosts = row = HostsRow(self.workbench.coordinator)
        row.failed.connect(self.show_error)
        row.changed.connect(self._later.start)
        row.handed_out.connect(lambda: self.workbench.store_follow_requested.emit(row.store))
        self._page.insertWidget(1, row)
        row.refresh()

    def show_error(self, error: CipherbenchError) -> None:
        """Show what went wrong above the columns."""
        self._errors.show_error(*error_texts(error))

    def _draft(self) -> Draft:
        return Draft(
            name=self.name.text(),
            servers=self.servers.chosen(),
            protections=self.protections.chosen(),
            workload=self.work.workload(),
            optional=self._optional,
            requirements=self._requirements,
            support=self._file_support(),
            **self.work.settings(),
        )

    def _file_support(self) -> FileSupport | None:
        own = self._own.get(OwnParameters().name)
        if own is None or own.reader.support is None:
            return None
        return FileSupport(own.reader.support, own.fault)

    def _refresh(self) -> None:
        modes = {kind.engine: kind.default_mode for kind in self.workbench.servers.kinds()}
        self.protections.set_servers(self.servers.chosen(), modes)
        self.protections.set_sound(self.work.workload().profile is Profile.SOUND)
        self._read_work_file()
        draft = self._draft()
        self._show_columns(draft)
        self.summary.show_draft(
            draft,
            self.workbench.running,
            self.workbench.read_only,
            self._dry_run_cells if self._is_dry_run(draft) else (),
            self.workbench.dry_running,
        )
        self._fit_halves()
        self.save_button.setEnabled(not draft.gaps())
        self._save_draft(draft)

    def _fit_halves(self) -> None:
        """Make the matrix as high as its rows, up to half the page, unless the user moved it."""
        room = sum(self._halves.sizes())
        low = min(self.summary.wanted_height, room // 2)
        if room and not self._splitter_moved and self._halves.sizes()[1] != low:
            self._halves.setSizes([room - low, low])

    def _note_moved(self) -> None:
        self._splitter_moved = True

    def _is_dry_run(self, draft: Draft) -> bool:
        """Whether the result of the last dry run is of this draft."""
        if self._dry_run_campaign is None or not self._dry_run_cells:
            return False
        try:
            return (
                replace(draft.campaign(), name=self._dry_run_campaign.name)
                == self._dry_run_campaign
            )
        except CipherbenchError:
            return False

    def _toggle_dry_run(self) -> None:
        """Start a dry run of the statements, or stop the one that is running."""
        if self.workbench.dry_running:
            self.workbench.cancel_dry_run()
            return
        try:
            self._dry_run_campaign, self._dry_run_cells = self.campaign(), ()
        except CipherbenchError as error:
            self.show_error(error)
            return
        self.summary.show_dry_run_progress(self.tr("Trying the statements …"))
        self.workbench.dry_run(self._dry_run_campaign)

    def _show_dry_run_events(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, Activity):
                share = 100 * event.done / max(1, event.total)
                done = self.tr("{percent} %").format(percent=format_number(share))
                self.summary.show_dry_run_progress(f"{message_text(event.message)}, {done}")
            elif isinstance(event, DryRunFinished) and not event.cancelled:
                self._dry_run_cells = event.cells

    def _end_dry_run(self) -> None:
        self.summary.show_dry_run_progress(None)
        self._refresh()

    def _read_work_file(self) -> None:
        """Have the workload's file read, if it has one, for the chosen protections."""
        draft = self._draft()
        has_file = isinstance(draft.workload, (OwnParameters, ChangeParameters))
        for name, own in self._own.items():
            if name != draft.workload.name:
                own.set_parameters(None)
        if not has_file:
            return
        self.own.set_parameters(draft.workload)
        self.own.ask_support(draft.measured_pairs())
        engines = dict.fromkeys(each.spec.engine for each in draft.servers)
        self.own.section.offer(self.protections.offered(), list(engines))

    def _show_columns(self, draft: Draft) -> None:
        """Show servers and protections, or for a workload without a database its providers."""
        for part in self._database_parts:
            part.setVisible(not draft.without_database)
        self._show_arrows()
        self.providers.setVisible(draft.without_database)
        self._columns.setStretch(0, 25 if draft.without_database else 62)
        self.providers.show_providers(draft.providers)

    def _save(self) -> None:
        try:
            self.files.ask_save(self.campaign())
        except CipherbenchError as error:
            self.show_error(error)

    def _show_saved(self) -> None:
        self._errors.clear()  # the window's status bar says where it was saved

    def _connect(self, workbench: Workbench) -> None:
        for part in (self.servers, self.protections, self.work):
            part.changed.connect(self._later.start)
        self.name.textChanged.connect(self._later.start)
        self.servers.servers_page_requested.connect(
            lambda: workbench.page_requested.emit("servers")
        )
        self.summary.start_requested.connect(self.start)
        self.summary.dry_run_requested.connect(self._toggle_dry_run)
        workbench.dry_run_events.connect(self._show_dry_run_events)
        workbench.dry_run_ended.connect(self._end_dry_run)
        self.files.opened.connect(self.load)
        self.files.failed.connect(self.show_error)
        self.files.saved.connect(lambda _: self._show_saved())
        workbench.plan_opened.connect(self.load)
        workbench.coordinator_known.connect(self._offer_hosts)
        if workbench.coordinator:
            self._offer_hosts()
        workbench.campaign_started.connect(lambda _: self._later.start())
        workbench.campaign_ended.connect(self._later.start)
        for keys, act in (("Ctrl+O", self.files.ask_open), ("Ctrl+S", self._save)):
            QShortcut(QKeySequence(keys), self).activated.connect(act)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self.start)

    def _make_head(self) -> None:
        self.name = QLineEdit(self.tr("My campaign"))
        self.name.setAccessibleName(self.tr("Name of the campaign"))
        self.name.setPlaceholderText(self.tr("Name of the campaign"))
        self.open_button = QPushButton(icon("open"), self.tr("&Open plan"))
        self.open_button.setMenu(self.files.menu())
        self.save_button = QPushButton(icon("save"), self.tr("Sa&ve plan …"))
        self.save_button.setToolTip(self.tr("Save as a plan file (Ctrl+S)"))
        self.save_button.clicked.connect(self._save)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._later.start()
        way, width = QBoxLayout.Direction, self.width()
        for row, room in (
            (self._columns, _THREE_COLUMNS_FROM_PX),
            (self._servers_and_protections, _TWO_COLUMNS_FROM_PX),
        ):
            row.setDirection(way.LeftToRight if width >= room else way.TopToBottom)
        height = _THREE_ROWS_HEIGHT_PX if width < _TWO_COLUMNS_FROM_PX else _TWO_ROWS_HEIGHT_PX
        self._sentence.setMinimumHeight(0 if width >= _THREE_COLUMNS_FROM_PX else height)
        self._show_arrows()

    def _show_arrows(self) -> None:
        """Arrows point to what is placed to their right."""
        self._arrow_to_work.setVisible(self.width() >= _THREE_COLUMNS_FROM_PX)
        in_line = self.width() >= _TWO_COLUMNS_FROM_PX and not self.servers.isHidden()
        self._arrow_to_protections.setVisible(in_line)

    def _lay_out(self) -> None:
        self._head = QWidget()
        hbox(self._head, (self.name, 3), self.open_button, self.save_button, spacing=8)
        self._sentence = columns = QWidget()
        self._arrow_to_protections, self._arrow_to_work = _arrow(), _arrow()
        self._database_parts = (self.servers, self.protections)
        what = self._servers_and_protections = hbox(None, (self.servers, 25), spacing=8)
        what.addWidget(self._arrow_to_protections, 0, Qt.AlignmentFlag.AlignTop)
        what.addWidget(self.protections, 37)
        what.addWidget(self.providers, 25)
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight, columns)
        self._columns.setContentsMargins(0, 0, 0, 0)
        self._columns.setSpacing(8)
        self._columns.addLayout(what, 62)
        self._columns.addWidget(self._arrow_to_work, 0, Qt.AlignmentFlag.AlignTop)
        self._columns.addWidget(self.work, 38)
        halves = self._halves = QSplitter(Qt.Orientation.Vertical)
        halves.splitterMoved.connect(self._note_moved)
        halves.setChildrenCollapsible(False)
        halves.setHandleWidth(8)
        halves.addWidget(columns)
        halves.addWidget(self.summary)
        halves.setStretchFactor(0, 1)
        halves.setSizes([410, 216])
        self._body = QStackedWidget()
        self._body.addWidget(halves)
        self._page = vbox(
            self,
            self._head,
            (NoticesAbove([self._errors], self._body), 1),
            margins=(16, 16, 16, 16),
            spacing=12,
        )


def _arrow() -> ToneLabel:
    arrow = ToneLabel("→", "muted")
    arrow.setContentsMargins(0, 10, 0, 0)
    return arrow
