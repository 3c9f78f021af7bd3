"""The evidence tab: a marker, a random text stored under each protection, is searched in files,
logs and memory of a campaign's servers. Tables show which attackers can read the data and where
marker and keys were found; details of a cell have advice and bytes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from app.evidence.threats import Threat, ThreatRow, WorstFinding, threats, threats_in
from app.plan.campaign import BASELINE
from app.report.tables.evidence_tables import tables
from app.results.events import Event, EvidenceGathered, EvidenceProgressed, EvidenceStarted, Noted
from app.results.records import (
    CampaignSummary,
    EvidenceFinding,
    FindingLocation,
    SearchArea,
    SearchSubject,
)
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.workbench.campaign_watch import CampaignWatch
from app.window.workbench.workbench import Workbench
from engines.contract.data_place import PlaceName
from engines.contract.message import Number, plural
from engines.contract.protection import ProtectionKind
from widgets.fields.choice import Choice
from widgets.layout.boxes import vbox
from widgets.layout.layouts import FlowLayout, TurningSplitter
from widgets.look.fonts import mono_font
from widgets.look.icons import icon
from widgets.look.names import filled, isolated
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import EmptyState, FormLabel, SectionTitle, ToneLabel, WrappedLabel
from widgets.parts.progress_line import ProgressLine
from widgets.tables.data_table import DataTable
from widgets.tables.table_model import Column

type Advice = tuple[str, str]
"""Why something was found there, and what helps; either may be empty."""


def advice(cell: object) -> Advice:
    """Two sentences about a cell; empty ones where there is nothing to say."""
    match cell:
        case ThreatRow():
            return _threat_advice(cell)
        case EvidenceFinding(found=None):
            return "", _pending_words()
        case EvidenceFinding(found=False) | EvidenceFinding(subject=SearchSubject.DELETED):
            return _plaintext_found_here() if cell.subject is SearchSubject.MARKER else "", ""
        case EvidenceFinding(subject=SearchSubject.KEY):
            return _key_advice(cell)
        case EvidenceFinding():
            return _marker_advice(cell)
    return "", ""


def advice_text(cell: object) -> str:
    """Both sentences of `advice`, each in a line with its name."""
    why, helps = advice(cell)
    lines = (
        _tr("Evidence", "Why: {0}").format(why) if why else "",
        _tr("Evidence", "What helps: {0}").format(helps) if helps else "",
    )
    return "\n".join(filter(None, lines))


def _threat_advice(row: ThreatRow) -> Advice:
    if row.seen is WorstFinding.NOTHING:
        return "", ""
    if row.seen is WorstFinding.UNKNOWN:
        return "", _pending_words()
    if row.protection == BASELINE:
        return _not_encrypted()
    match row.threat:
        case Threat.DISK:
            return _tr(
                "Evidence", "The server's files contain the plaintext, or the key to it."
            ), _tr(
                "Evidence",
                "Encrypt in the application. Or encrypt the file system under all of the "
                "server's files and keep its key on another machine.",
            )
        case Threat.OS_LOGIN:
            return _tr(
                "Evidence",
                "The server decrypts values itself, so its memory or open files contain them.",
            ), _encrypt_in_application()
    return _sent_in_plain() if row.threat is Threat.NETWORK else _decrypted_for_logins()


def _key_advice(cell: EvidenceFinding) -> Advice:
    if cell.ground is SearchArea.MEMORY:
        return _tr(
            "Evidence", "The server holds the key while it encrypts and decrypts values."
        ), _encrypt_in_application()
    if cell.place == PlaceName.KEYS:
        return _tr("Evidence", "The server reads its key from this file when it starts."), _tr(
            "Evidence",
            "Keep the key in a key service or on another disk, readable only by the server.",
        )
    return _tr("Evidence", "The key was part of a statement, and the statement was logged."), _tr(
        "Evidence",
        "Do not log statements, and pass keys as parameters. Or encrypt in the application: the "
        "server then never gets the key.",
    )


def _marker_advice(cell: EvidenceFinding) -> Advice:
    if cell.protection == BASELINE:
        return _not_encrypted()
    if cell.ground in (SearchArea.LOGIN, SearchArea.NETWORK):
        return _decrypted_for_logins() if cell.ground is SearchArea.LOGIN else _sent_in_plain()
    if cell.ground is SearchArea.MEMORY:
        return _tr(
            "Evidence",
            "The server decrypted values to process them, and they remain in its memory.",
        ), _encrypt_in_application()
    if cell.opened:
        return _tr(
            "Evidence", "The encrypted file system shows its files decrypted while it is mounted."
        ), _tr("Evidence", "Encrypt in the application: nothing else protects against an OS login.")
    if cell.place == PlaceName.SERVER_LOG:
        return _tr("Evidence", "A statement or message that contains the value was logged."), _tr(
            "Evidence", "Do not log statements and their values, or encrypt in the application."
        )
    return _tr(
        "Evidence",
        "The engine also writes values here, and the protection does not cover this place.",
    ), _tr(
        "Evidence",
        "Encrypt these files too, by the engine's own setting or by the file system. Or encrypt "
        "in the application.",
    )


def _plaintext_found_here() -> str:
    return _tr(
        "Evidence", "The search found the plaintext marker here, so it would have found this one."
    )


def _not_encrypted() -> Advice:
    return _tr("Evidence", "It is not encrypted."), _tr(
        "Evidence", "Any protection of this campaign that shows ○ in this place."
    )


def _decrypted_for_logins() -> Advice:
    return _tr("Evidence", "The server decrypts values for everyone who can log in."), _tr(
        "Evidence", "Encrypt in the application, or by functions whose key the login does not have."
    )


def _sent_in_plain() -> Advice:
    return _tr("Evidence", "Values cross the connection in plain text."), _tr(
        "Evidence", "Use TLS, or encrypt in the application."
    )


def _encrypt_in_application() -> str:
    return _tr("Evidence", "Encrypt in the application: the server then never sees value or key.")


def _pending_words() -> str:
    return _tr(
        "Evidence",
        "Search again on the server's own machine, as a user who may read its files and memory.",
    )


_tr = QCoreApplication.translate

type Rows = list[tuple[object, ...]]
type Cells = dict[tuple[str, str], EvidenceFinding]
"""By place and protection."""

_BYTES_IN_LINE = 16
_BREAK_FROM_LETTERS = 12
_KINDS = tuple(f"{kind}-" for kind in ProtectionKind)
"""The beginnings of names of protections that the server's functions do not provide."""
_FOUND_TONES = {True: "bad", False: "good", None: "warning"}
_SEEN_TONES = {
    WorstFinding.PLAINTEXT: "bad",
    WorstFinding.KEY: "bad",
    WorstFinding.NOTHING: "good",
    WorstFinding.UNKNOWN: "warning",
}
_SEEN_SIGNS = {
    WorstFinding.PLAINTEXT: "●",
    WorstFinding.KEY: "●",
    WorstFinding.NOTHING: "○",
    WorstFinding.UNKNOWN: "?",
}


def place_table(evidence: Sequence[EvidenceFinding]) -> tuple[list[Column], Rows]:
    """A row for each server and place, a column for each protection; cells are EvidenceFindings,
    None if the place was not searched.

    Below a server's places are those that were searched for its keys. Not only colours but signs
    differ: a disc for found, a ring for not found, a question mark for unable to tell.
    """
    found = tables(evidence)
    names = list(dict.fromkeys(name for table in found for name in table.protections))
    columns = [
        Column("server", _tr("Evidence", "Server"), named=True),
        Column("place", _tr("Evidence", "Place")),
        *(
            Column(
                f"protection {name}",
                _in_two_lines(name),
                "left",
                found_words,
                found_tone,
                tip=found_tip,
            )
            for name in names
        ),
    ]
    rows: Rows = []
    for table in found:
        keys = _key_cells(evidence, table.server)
        for cells, places in (
            (table.cells, table.places),
            (keys, list(dict.fromkeys(place for place, _ in keys))),
        ):
            for place in places:
                shown = [cells.get((place, name)) for name in names]
                first = next(each for each in shown if each is not None)
                rows.append((table.server, _place_text(first), *shown))
    return columns, rows


def _key_cells(evidence: Sequence[EvidenceFinding], server: str) -> Cells:
    """Findings about the keys of a server's protections, also about deleted ones."""
    return {
        (each.place, each.protection): each
        for each in evidence
        if each.server == server and each.subject is not SearchSubject.MARKER
    }


def threat_table(evidence: Sequence[EvidenceFinding]) -> tuple[list[Column], Rows]:
    """A row for each server and protection, a column for each threat; cells are ThreatRows."""
    found: dict[tuple[str, str], dict[Threat, ThreatRow]] = {}
    given = threats(evidence)
    for row in given:
        found.setdefault((row.server, row.protection), {})[row.threat] = row
    threats_seen = threats_in(given)
    columns = [
        Column("server", _tr("Evidence", "Server"), named=True),
        Column("protection", _tr("Evidence", "Protection"), named=True),
        *(
            Column(
                f"threat {threat}", _threat_title(threat), "left", seen_words, seen_tone, tip=tip
            )
            for threat in threats_seen
        ),
    ]
    rows: Rows = [(*key, *(seen.get(each) for each in threats_seen)) for key, seen in found.items()]
    return columns, rows


def found_words(trace: object) -> str:
    """“● found 30 ×”, “○ not found”, “? unable to tell”; “–” for a place that was not searched."""
    if not isinstance(trace, EvidenceFinding):
        return "–"
    if trace.found is None:
        return "? " + _tr("Evidence", "unable to tell")
    if not trace.found:
        return "○ " + _tr("Evidence", "not found")
    return "● " + _tr("Evidence", "found {count} ×").format(count=format_number(trace.count))


def found_tone(trace: object) -> str:
    return _FOUND_TONES[trace.found] if isinstance(trace, EvidenceFinding) else "muted"


def found_tip(trace: object) -> str:
    """The message, and the first files and offsets where it was found."""
    if not isinstance(trace, EvidenceFinding):
        return ""
    spots = [f"{spot.file} @ {format_number(spot.offset)}" for spot in trace.spots[:3]]
    return "\n".join((message_text(trace.message), *spots))


def seen_words(row: object) -> str:
    """“● plaintext”, “● the key”, “○ nothing”, “? unable to tell”."""
    if not isinstance(row, ThreatRow):
        return ""
    words = {
        WorstFinding.PLAINTEXT: _tr("Evidence", "plaintext"),
        WorstFinding.KEY: _tr("Evidence", "the key"),
        WorstFinding.NOTHING: _tr("Evidence", "nothing"),
        WorstFinding.UNKNOWN: _tr("Evidence", "unable to tell"),
    }
    return f"{_SEEN_SIGNS[row.seen]} {words[row.seen]}"


def seen_tone(row: object) -> str:
    return _SEEN_TONES[row.seen] if isinstance(row, ThreatRow) else "muted"


def tip(row: object) -> str:
    """The sentence behind a cell."""
    return message_text(row.message) if isinstance(row, ThreatRow) else ""


def threat_word(threat: Threat) -> str:
    """An attacker whom a protection may have to keep out."""
    words = {
        Threat.DISK: _tr("Evidence", "Stolen disk"),
        Threat.OS_LOGIN: _tr("Evidence", "OS login"),
        Threat.DATABASE_LOGIN: _tr("Evidence", "Database login"),
        Threat.NETWORK: _tr("Evidence", "Network listener"),
    }
    return words[threat]


def _threat_title(threat: Threat) -> str:
    """The word of `threat_word` in two lines."""
    titles = {
        Threat.DISK: _tr("Evidence", "Stolen\ndisk"),
        Threat.OS_LOGIN: _tr("Evidence", "OS\nlogin"),
        Threat.DATABASE_LOGIN: _tr("Evidence", "Database\nlogin"),
        Threat.NETWORK: _tr("Evidence", "Network\nlistener"),
    }
    return titles[threat]


def _in_two_lines(name: str) -> str:
    """A long name of a protection in two lines, broken before its key, after its kind, or at the
    hyphen nearest to its middle."""
    cipher, _, key = name.partition(" ")
    if name.startswith(_KINDS) and key:
        return f"{cipher}\n{key}"
    places = [at + 1 for at, letter in enumerate(name) if letter == "-"]
    if len(name) <= _BREAK_FROM_LETTERS or not places:
        return name
    at = min(places, key=lambda place: abs(place - len(name) / 2))
    if name.startswith(_KINDS):
        at = places[0]
    return f"{name[:at]}\n{name[at:]}"


def _place_text(trace: EvidenceFinding) -> str:
    """“data files”; “the key: server memory” for a key."""
    place = message_text(trace.where)
    if trace.subject is SearchSubject.KEY:
        return _tr("Evidence", "the key: {place}").format(place=place)
    return place


def headline(cell: object) -> str:
    """What a cell is about, in one line."""
    match cell:
        case EvidenceFinding():
            where = _joined(cell.server, cell.protection, _place_text(cell))
            return f"{where}: {found_words(cell)[2:]}"
        case ThreatRow():
            who = _joined(cell.server, cell.protection, threat_word(cell.threat))
            return f"{who}: {seen_words(cell)[2:]}"
    return ""


def _joined(*parts: str) -> str:
    return " · ".join(map(isolated, parts))


def details(cell: object) -> str:
    """What is known of a cell: what was found, why, what helps, and each location with its
    bytes."""
    match cell:
        case ThreatRow():
            return "\n\n".join(filter(None, (message_text(cell.message), advice_text(cell))))
        case EvidenceFinding():
            parts = (_search_text(cell), advice_text(cell), *map(spot_text, cell.spots))
            return "\n\n".join(filter(None, parts))
    return ""


def spot_text(spot: FindingLocation) -> str:
    """File, offset and form, and below a hex dump of the bytes around it, 16 in a line."""
    form = ", ".join(filter(None, (spot.form, spot.part)))
    head = filled(
        _tr("Evidence", "{file}, byte {offset} ({form})"),
        file=spot.file,
        offset=format_number(spot.offset),
        form=form,
    )
    data = bytes.fromhex(spot.context)
    return "\n".join((head, *_hex_dump(data, spot.context_offset)))


def _search_text(trace: EvidenceFinding) -> str:
    """The finding's message, with how many files were searched where that does not say it; without
    the message where the headline and the first location say the same."""
    if not trace.files or trace.found is False:
        return message_text(trace.message)
    size = Number(trace.size / 1e6, 1)
    read = message_text(
        plural("{n} files, {size} MB read", "{n} file, {size} MB read", trace.files, size=size)
    )
    return f"{read}." if trace.spots else f"{message_text(trace.message)}\n{read}."


def _hex_dump(data: bytes, offset: int) -> list[str]:
    lines = []
    for at in range(0, len(data), _BYTES_IN_LINE):
        piece = data[at : at + _BYTES_IN_LINE]
        text = "".join(chr(byte) if 32 <= byte < 127 else "·" for byte in piece)
        lines.append(f"{offset + at:010x}  {piece.hex(' '):<47}  {text}")
    return lines


_CELL_PADDING = 18
"""Pixels around a cell's text: so all protections of a campaign fit side by side."""
_UPPER_HEIGHT, _LOWER_HEIGHT = 390, 370
_GUIDED_CELL_PADDING, _GUIDED_PLACE_WIDTH, _GUIDED_UPPER_HEIGHT = 18, 190, 560
"""The same in a lesson, where three protections fit and names of places are cut."""
_MIN_DETAILS_WIDTH, _SIDE_BY_SIDE_FROM = 280, 480
"""Least width of the details; width from which on they are next to the table of attackers."""


class FindingsView(QWidget):
    """Both tables, and the details of the current cell. `guided`: in a lesson, about one server;
    the table of places without the other, above the details."""

    def __init__(self, parent: QWidget | None = None, *, guided: bool = False) -> None:
        super().__init__(parent)
        self._guided = guided
        self.threats = _cell_table(self.tr("Who can read the data"), self)
        self.places = _cell_table(self.tr("Where the marker was found"), self)
        self.details = QPlainTextEdit(self)
        self.details.setReadOnly(True)
        self.details.setFont(mono_font(0.9))
        self.details.setAccessibleName(self.tr("Findings"))
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.details.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._heading = ToneLabel()
        self._heading.setFont(scaled_font(bold=True))
        self._heading.setWordWrap(True)
        self._lay_out()
        for table in (self.threats, self.places):
            table.selectionModel().currentChanged.connect(self._show_cell)
            table.clicked.connect(
                self._show_cell
            )  # it may have been current before the other table

    def show_evidence(self, evidence: Sequence[EvidenceFinding]) -> None:
        """Show the findings of a campaign, with the details of the first cell."""
        self.threats.set_rows(*threat_table(evidence))
        self.places.set_rows(*place_table(evidence))
        self.places.setColumnHidden(0, self._guided)
        self._upper.show()
        self._fit_tables()
        first = self.places if self._guided else self.threats
        first.setCurrentIndex(first.table_model().index(0, 2))

    def clear(self) -> None:
        for table in (self.threats, self.places):
            table.set_rows([], [])
        self._heading.clear()
        self.details.clear()
        self._upper.setVisible(not self._guided)

    def headline(self) -> str:
        """The place that the details describe."""
        return self._heading.text()

    def _lay_out(self) -> None:
        """Attackers at the top left, details next to them, places below both."""
        words = QWidget(self)
        words.setMinimumWidth(_MIN_DETAILS_WIDTH)
        vbox(words, self._heading, (self.details, 1), spacing=6)
        readers = _titled(self.tr("Who can read the data"), self.threats)
        if self._guided:
            readers.hide()
            self.places.setFont(scaled_font(0.9))
        self._upper = TurningSplitter(_SIDE_BY_SIDE_FROM, self)
        self._upper.addWidget(readers)
        self._upper.addWidget(words)
        self._upper.setVisible(not self._guided)
        self._upper.setStretchFactor(0, 0)
        self._upper.setStretchFactor(1, 1)
        body = QSplitter(Qt.Orientation.Vertical, self)
        body.addWidget(self._upper)
        places = _titled(self.tr("Where the marker and the keys were found"), self.places)
        body.insertWidget(0 if self._guided else 1, places)
        body.setSizes(
            [_GUIDED_UPPER_HEIGHT, _LOWER_HEIGHT]
            if self._guided
            else [_UPPER_HEIGHT, _LOWER_HEIGHT]
        )
        for splitter in (self._upper, body):
            splitter.setHandleWidth(12)
            splitter.setChildrenCollapsible(False)
        vbox(self, body)

    def _fit_tables(self) -> None:
        """Make columns as wide as their contents, and the upper table as wide as its columns."""
        for table in (self.threats, self.places):
            table.fit_to_lines(_GUIDED_CELL_PADDING if self._guided else _CELL_PADDING)
        if self._guided:
            widest = min(self.places.columnWidth(1), _GUIDED_PLACE_WIDTH)
            self.places.setColumnWidth(1, widest)
            frame = self.places.horizontalHeader().sizeHint().height() + 4
            rows = self.places.verticalHeader().length()
            self.places.setMinimumHeight(frame + rows)  # all of it is scrolled together
        bar = self.threats.verticalScrollBar().sizeHint().width()
        wanted = self.threats.horizontalHeader().length() + bar + 2 * self.threats.frameWidth()
        if self._upper.orientation() is Qt.Orientation.Horizontal:
            self._upper.setSizes([wanted, max(0, self._upper.width() - wanted)])

    def _show_cell(self, index: QModelIndex, _before: QModelIndex | None = None) -> None:
        cell = index.data(Qt.ItemDataRole.UserRole)
        text = headline(cell)
        if text:
            self._heading.setText(text)
            self.details.setPlainText(details(cell))


def _cell_table(name: str, parent: QWidget) -> DataTable:
    """A table whose cells are selected, not its rows."""
    table = DataTable(parent)
    table.setAccessibleName(name)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
    table.setMinimumHeight(120)
    return table


def _titled(title: str, part: QWidget) -> QWidget:
    around = QWidget()
    vbox(around, SectionTitle(title), (part, 1), spacing=6)
    return around


class EvidenceTab(QWidget):
    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._reader = StoreReader(workbench.store_url, self)
        self._campaign = CampaignWatch(workbench, self, needs_write=True)
        self._evidence: list[EvidenceFinding] | None = None
        self._started: EvidenceStarted | None = None
        self.campaigns = Choice(24, self)
        self.findings = FindingsView(self)
        self.search_button = QPushButton(self)
        self.cancel = QPushButton(self.tr("&Cancel"), self)
        self.progress = ProgressLine(parent=self)
        self._make_parts()
        self._lay_out()
        self._connect()

    def refresh(self) -> None:
        """Read the campaigns again."""
        self._reader.read(lambda store: store.campaigns(), self._show_campaigns)

    def select(self, campaign_id: int) -> None:
        place = self.campaigns.findData(campaign_id)
        if place >= 0:
            self.campaigns.setCurrentIndex(place)

    def close_down(self) -> None:
        """Wait until the store has been read."""
        self._reader.close()

    # what is built

    def _make_parts(self) -> None:
        self.campaigns.setAccessibleName(self.tr("Campaign"))
        self.search_button.setProperty("primary", True)
        self.search_button.setIcon(icon("search", "accent_text"))
        self.cancel.hide()
        self.progress.hide()
        self._verdict = WrappedLabel("", "muted")
        self._verdict.hide()

    def _lay_out(self) -> None:
        self._stack = QStackedWidget(self)
        self._no_campaign = EmptyState(
            "search",
            self.tr("No campaign yet"),
            self.tr("Evidence is collected on the servers of a campaign."),
            self.tr("Set up a campaign"),
            self,
        )
        self._no_campaign.activated.connect(lambda: self._workbench.page_requested.emit("campaign"))
        self._no_evidence = EmptyState(
            "search",
            self.tr("No evidence yet"),
            self.tr(
                "Stores a random marker under each protection of the campaign. Then searches "
                "data files, logs, temporary files and memory of each server for it."
            ),
            self.tr("Search for evidence"),
            self,
        )
        self._no_evidence.activated.connect(self._search)
        self._blank = ToneLabel(
            self.tr("Findings appear here, one protection after the other."), "muted", self
        )
        self._blank.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for part in (self._blank, self.findings, self._no_evidence, self._no_campaign):
            self._stack.addWidget(part)
        vbox(
            self,
            self._make_head(),
            self._verdict,
            self.progress,
            (self._stack, 1),
            margins=(0, 12, 0, 0),
            spacing=12,
        )

    def _make_head(self) -> QWidget:
        head = QWidget()
        flow = FlowLayout(head)
        label = FormLabel(self.tr("Ca&mpaign"), self.campaigns)
        for part in (label, self.campaigns, self.search_button, self.cancel):
            flow.addWidget(part)
        return head

    def _show_message(self, words: str) -> None:
        self._verdict.setText(words)
        self._verdict.setVisible(bool(words))

    def _connect(self) -> None:
        workbench = self._workbench
        self._reader.failed.connect(workbench.failed)
        self.campaigns.currentIndexChanged.connect(self._read)
        self.search_button.clicked.connect(self._search)
        self.cancel.clicked.connect(self._stop)
        workbench.evidence_started.connect(self._show_started)
        workbench.evidence_events.connect(self._follow_events)
        workbench.evidence_ended.connect(self._ended)
        self._campaign.changed.connect(self._show_state)
        workbench.campaign_ended.connect(self._campaign_ended)

    # what happens

    def _show_campaigns(self, findings: list[CampaignSummary] | None) -> None:
        self.campaigns.set_choices(
            (each.id, f"#{each.id} · {isolated(each.name)}") for each in findings or ()
        )
        self._read()

    def _read(self) -> None:
        chosen = self._chosen()
        if chosen:
            self._reader.read(lambda store: store.evidence(chosen), self._show_evidence)
        else:
            self._show_evidence(None)

    def _show_evidence(self, evidence: list[EvidenceFinding] | None) -> None:
        changed = evidence != self._evidence
        self._evidence = evidence
        if evidence and changed:
            self.findings.show_evidence(evidence)
        self._show_state()

    def _show_state(self) -> None:
        looking = self._workbench.searching_evidence
        any_campaign = self.campaigns.count() > 0
        self.progress.setVisible(looking)
        self.cancel.setVisible(looking)
        self.search_button.setText(
            self.tr("&Search again") if self._evidence else self.tr("&Search for evidence")
        )
        self.search_button.setVisible(any_campaign and not looking)
        self.search_button.setEnabled(not self._campaign.obstacle())
        self._no_evidence.disable_action(self._campaign.obstacle())
        self.campaigns.setEnabled(any_campaign and not looking)
        self._show_message(self._campaign.obstacle())
        if self._evidence:
            self._stack.setCurrentWidget(self.findings)
        elif not any_campaign:
            self._stack.setCurrentWidget(self._no_campaign)
        else:
            self._stack.setCurrentWidget(self._blank if looking else self._no_evidence)

    def _search(self) -> None:
        self._workbench.search_evidence(self._chosen())

    def _show_started(self) -> None:
        self._started = None
        self.progress.show_progress(self.tr("Starting servers …"), None, "")
        self._show_state()

    def _stop(self) -> None:
        self.cancel.setEnabled(False)
        self._workbench.cancel_evidence()

    def _follow_events(self, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case EvidenceStarted():
                    self._started = event
                    self._show_progress(0.0)
                case EvidenceProgressed(done=done, total=total) if total:
                    self._show_progress(done / total)
                case EvidenceGathered():
                    self._read()
                case Noted(level="error"):
                    self._show_message(message_text(event.message))

    def _show_progress(self, share: float) -> None:
        """Show the progress; `share` is that of the current protection, 0 to 1."""
        at = self._started
        if at is None:
            return
        words = filled(
            self.tr("{server}, {protection}"), server=at.server, protection=message_text(at.title)
        )
        done, total = format_number(at.done + 1), format_number(at.total)
        counted = self.tr("{done} of {total}").format(done=done, total=total)
        self.progress.show_progress(words, (at.done + share) / max(1, at.total), counted)

    def _ended(self) -> None:
        self.cancel.setEnabled(True)
        self._show_state()
        self._read()

    def _campaign_ended(self) -> None:
        if self.isVisible():
            self.refresh()

    def _chosen(self) -> int:
        return int(self.campaigns.currentData() or 0)
