"""The campaign page: on these servers → protected like this → do this work."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.plan.campaign import Campaign
from app.plan.matrix import Cell, Unworkable
from app.plan.requirements import NO_REQUIREMENTS
from app.results.events import Activity, DryRunFinished, Event
from app.window.base.messages import message_text
from app.window.pages.campaign.campaign_summary import PlanSummary
from app.window.pages.campaign.draft import Draft, FileSupport, read_draft, write_draft
from app.window.pages.campaign.own.file_field import HeldParameter, WorkFileField
from app.window.pages.campaign.own.own_process import ProtectedEngine
from app.window.pages.campaign.own.own_words import faults_words, outline_words
from app.window.pages.campaign.own.reader import OwnReader
from app.window.pages.campaign.own.section import OwnSection
from app.window.pages.campaign.plan_files import PlanFiles
from app.window.pages.campaign.protections_field import ProtectionChooser
from app.window.pages.campaign.sentence_part import SentencePart
from app.window.pages.campaign.server_chooser import ServerChooser
from app.window.pages.campaign.work_form import WorkForm
from app.window.servers.server_words import error_texts
from app.window.shared.fields import ParameterField
from app.window.workbench.page import Page
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.protection import Protection
from widgets.layout.notices_above import NoticesAbove
from widgets.look.icons import icon
from widgets.look.names import isolated, plain_tip
from widgets.look.numbers import format_number
from widgets.parts.cards import ElidedLabel, ToneLabel
from widgets.parts.error_panel import ErrorPanel
from workloads.change.own_table import changed_words, why_unfit
from workloads.change.workload import ChangeParameters
from workloads.contract import Parameters, Profile
from workloads.own.workload import OwnParameters
from workloads.workload import Provider

if TYPE_CHECKING:
    from app.window.pages.campaign.hosts_row import HostsRow

# A workload that a file describes: read for the plan, and shown in a section of the page.


class OwnWork(QObject):
    """Puts the fields of such a workload, its reader and its section together."""

    judged = Signal()
    """It is known what the plan's protections can do, or that the file cannot be used."""
    wanted = Signal()
    """The section is to be shown."""

    def __init__(
        self, fields: Mapping[str, ParameterField], parent: QObject, *, asks: bool
    ) -> None:
        """`asks`: whether the file's statements are carried out."""
        super().__init__(parent)
        self._file = _only(fields, WorkFileField)
        self._seal, self._search = (_as_held_parameter(fields[name]) for name in ("seal", "search"))
        self._asks = asks
        if not asks:
            self._file.about_tables_alone()
        self.reader = OwnReader(self)
        self.section = OwnSection(self.reader, self._file, self._seal, self._search, asks=asks)
        self._file.section_wanted.connect(self.wanted)
        self.reader.changed.connect(self._show_file_state)
        self.reader.judged.connect(self.judged)

    def remember_in(self, settings: QSettings) -> None:
        """Keep the files that were used there."""
        self._file.recent.remember_in(settings)

    def follow(self, parameters: Parameters | None) -> None:
        """Read the file that a plan's workload names; of another workload nothing is read."""
        if isinstance(parameters, ChangeParameters):
            known = parameters
            parameters = OwnParameters(file=known.file, seal=known.seal, search=known.search)
        self.reader.show(parameters if isinstance(parameters, OwnParameters) else None)

    def judge(self, subjects: Sequence[tuple[Protection, str]]) -> None:
        """Ask what the workload can do under these protections and engines."""
        if self._asks:
            self.reader.judge([ProtectedEngine(*each) for each in subjects])

    def offer(self, protections: Sequence[Protection], engines: Collection[str]) -> None:
        self.section.offer(protections, engines)

    @property
    def found(self) -> Mapping[tuple[Protection, str], Unworkable] | None:
        """What can and cannot be done, by protection and engine; None as long as that is not
        known."""
        found = self.reader.found
        return (
            None
            if found is None
            else {(each.protection, each.engine): message for each, message in found.items()}
        )

    @property
    def fault(self) -> str:
        """The sentence that the file cannot be used; nothing where it can."""
        return faults_words(self.reader.faults) if self.reader.faults else ""

    def close(self) -> None:
        """End the process."""
        self.reader.close()

    def _show_file_state(self) -> None:
        outline, seal = self.reader.outline, self._seal.value()
        if outline is not None and self._asks:
            sealed = len(outline.seal if seal is None else seal)
            self._file.show_read(self.reader, outline_words(outline, sealed))
        elif outline is not None:
            unfit = why_unfit(self._file.value(), seal, self._search.value())
            words = unfit or changed_words(self._file.value(), seal)
            tone = "warning" if unfit else "muted"
            self._file.show_read(self.reader, message_text(words), tone=tone)
        else:
            self._file.show_read(self.reader, "")
        if self.reader.faults:
            self.judged.emit()


def _as_held_parameter(field: ParameterField) -> HeldParameter:
    assert isinstance(field, HeldParameter)
    return field


def _only[T](fields: Mapping[str, ParameterField], kind: type[T]) -> T:
    return next(each for each in fields.values() if isinstance(each, kind))


# *On this machine*: the providers of a workload without a database, in place of servers.


class ProvidersPart(SentencePart):
    """A list without choices: the workload names its providers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("On this machine"), parent)
        self._shown: tuple[Provider, ...] | None = None
        note = ToneLabel(
            self.tr(
                "This workload needs no database, so there are no servers or protections to "
                "choose. These do the work:"
            ),
            "muted",
        )
        note.setWordWrap(True)
        self.add_row(note)
        self._list = QWidget()
        self._rows = QVBoxLayout(self._list)
        self._rows.setContentsMargins(6, 0, 6, 0)
        self._rows.setSpacing(8)
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
    column = QVBoxLayout(part)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(ToneLabel(isolated(provider.name)))
    version = ElidedLabel(isolated(provider.version), "muted")
    facts = "\n".join(f"{name}: {value}" for name, value in provider.settings.items())
    part.setToolTip(plain_tip(facts))
    column.addWidget(version)
    return part


log = logging.getLogger(__name__)

_DRAFT = "draft"
_ROOM_FOR_THREE = 780
"""Below it the work stands below servers and protections: in pixels."""
_TWO_ROWS = 400


class CampaignPage(Page):
    """Three columns that read as a sentence, with a summary below."""

    key = "campaign"
    guide = "guide/campaigns"

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(workbench, parent)
        self._optional: frozenset[str] = frozenset()
        self._trying: Campaign | None = None
        """The campaign of the last dry run."""
        self._tried: tuple[Cell, ...] = ()
        """What it has found."""
        self._requirements = NO_REQUIREMENTS
        self._settings: QSettings | None = None
        self._moved = False
        """Whether the user has given matrix and fields other shares."""
        self._saved_draft: str | None = None
        """The draft kept by the previous session, until it is shown."""
        self.servers = ServerChooser(workbench.servers)
        self.protections = ProtectionChooser()
        self.providers = ProvidersPart()
        self.work = WorkForm()
        self._own: dict[str, OwnWork] = {}
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
        self._later.start()  # a data file may have come or gone meanwhile

    def guide_page(self) -> str:
        return "workloads/own" if self._in_section else self.guide

    def close_down(self) -> None:
        for own in self._own.values():
            own.close()

    @property
    def own(self) -> OwnWork:
        """The workload that a file describes, which is in front then; made when it first is."""
        name = self.work.chosen
        if name not in self._own:
            form = self.work.form(name)
            asks = isinstance(form.parameters(), OwnParameters)
            self._own[name] = own = OwnWork(form.fields, self, asks=asks)
            if self._settings is not None:
                own.remember_in(self._settings)
            own.judged.connect(self._later.start)
            own.wanted.connect(self.show_own)
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

    def _keep(self, draft: Draft) -> None:
        """Save the draft for the next start."""
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
        """Show a plan without its `missing` parts, which are placeholders, and with `works` in
        place of its own workload; its servers are started if `ask`."""
        self.name.setText("" if "name" in missing else campaign.name)
        self.work.load(campaign, works)
        self._requirements = campaign.advice
        self.show_own(False)
        if campaign.servers:
            self._show_servers(campaign, missing, ask=ask)
        self._errors.clear()
        self._refresh()

    def _show_servers(self, campaign: Campaign, missing: Collection[str], *, ask: bool) -> None:
        """Choose the servers and protections of a plan. A plan without a database has none: then
        the choice stays, for the next workload with a database."""
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
        """Start the campaign, unless something stands in its way."""
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
        row.handed_out.connect(lambda: self.workbench.store_to_follow.emit(row.store))
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
        if own is None or own.found is None:
            return None
        return FileSupport(own.found, own.fault)

    def _refresh(self) -> None:
        modes = {kind.engine: kind.default_mode for kind in self.workbench.servers.kinds()}
        self.protections.set_servers(self.servers.chosen(), modes)
        self.protections.set_sound(self.work.workload().profile is Profile.SOUND)
        self._follow_own()
        draft = self._draft()
        self._show_columns(draft)
        self.summary.show_draft(
            draft,
            self.workbench.running,
            self.workbench.read_only,
            self._tried if self._is_tried(draft) else (),
            self.workbench.dry_running,
        )
        self._fit_halves()
        self.save_button.setEnabled(not draft.gaps())
        self._keep(draft)

    def _fit_halves(self) -> None:
        """The matrix as high as its rows, up to half of the page, until the user moves it."""
        room = sum(self._halves.sizes())
        low = min(self.summary.wanted_height, room // 2)
        if room and not self._moved and self._halves.sizes()[1] != low:
            self._halves.setSizes([room - low, low])

    def _note_moved(self) -> None:
        self._moved = True

    def _is_tried(self, draft: Draft) -> bool:
        """Whether the last dry run was of this very campaign."""
        if self._trying is None or not self._tried:
            return False
        try:
            return replace(draft.campaign(), name=self._trying.name) == self._trying
        except CipherbenchError:
            return False

    def _try(self) -> None:
        """Try the statements, or stop that; *Start* goes on meanwhile."""
        if self.workbench.dry_running:
            self.workbench.cancel_dry_run()
            return
        try:
            self._trying, self._tried = self.campaign(), ()
        except CipherbenchError as error:
            self.show_error(error)
            return
        self.summary.show_trying(self.tr("Trying the statements …"))
        self.workbench.dry_run(self._trying)

    def _take_trial(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, Activity):
                share = 100 * event.done / max(1, event.total)
                done = self.tr("{percent} %").format(percent=format_number(share))
                self.summary.show_trying(f"{message_text(event.message)}, {done}")
            elif isinstance(event, DryRunFinished) and not event.cancelled:
                self._tried = event.cells

    def _end_trial(self) -> None:
        self.summary.show_trying(None)
        self._refresh()

    def _follow_own(self) -> None:
        """Have the file of the workload read, if it has one, for the chosen protections."""
        draft = self._draft()
        has_file = isinstance(draft.workload, (OwnParameters, ChangeParameters))
        for name, own in self._own.items():
            if name != draft.workload.name:
                own.follow(None)
        if not has_file:
            return
        self.own.follow(draft.workload)
        self.own.judge(draft.subjects())
        engines = dict.fromkeys(each.spec.engine for each in draft.servers)
        self.own.offer(self.protections.offered(), list(engines))

    def _show_columns(self, draft: Draft) -> None:
        """Show servers and protections, or for a workload without a database its providers."""
        for part in self._of_databases:
            part.setVisible(not draft.bare)
        self.providers.setVisible(draft.bare)
        self._columns.setStretch(0, 25 if draft.bare else 62)
        self.providers.show_providers(draft.providers)

    def _save(self) -> None:
        try:
            self.files.ask_save(self.campaign())
        except CipherbenchError as error:
            self.show_error(error)

    def _show_saved(self) -> None:
        self._errors.clear()  # where it went is told by the window

    def _connect(self, workbench: Workbench) -> None:
        for part in (self.servers, self.protections, self.work):
            part.changed.connect(self._later.start)
        self.name.textChanged.connect(self._later.start)
        self.servers.servers_wanted.connect(lambda: workbench.page_wanted.emit("servers"))
        self.summary.started.connect(self.start)
        self.summary.try_wanted.connect(self._try)
        workbench.dry_run_events.connect(self._take_trial)
        workbench.dry_run_ended.connect(self._end_trial)
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
        way, in_line = QBoxLayout.Direction, self.width() >= _ROOM_FOR_THREE
        self._columns.setDirection(way.LeftToRight if in_line else way.TopToBottom)
        self._arrow_to_work.setVisible(in_line)
        self._sentence.setMinimumHeight(0 if in_line else _TWO_ROWS)

    def _lay_out(self) -> None:
        self._head = QWidget()
        head = QHBoxLayout(self._head)
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(8)
        head.addWidget(self.name, 3)
        head.addWidget(self.open_button)
        head.addWidget(self.save_button)
        self._sentence = columns = QWidget()
        between, self._arrow_to_work = _arrow(), _arrow()
        self._of_databases = (self.servers, between, self.protections)
        what = QHBoxLayout()
        what.setSpacing(8)
        what.addWidget(self.servers, 25)
        what.addWidget(between, 0, Qt.AlignmentFlag.AlignTop)
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
        self._page = page = QVBoxLayout(self)
        page.setContentsMargins(16, 16, 16, 16)
        page.setSpacing(12)
        self._body = QStackedWidget()
        self._body.addWidget(halves)
        page.addWidget(self._head)
        page.addWidget(NoticesAbove([self._errors], self._body), 1)


def _arrow() -> ToneLabel:
    arrow = ToneLabel("→", "muted")
    arrow.setContentsMargins(0, 10, 0, 0)
    return arrow
