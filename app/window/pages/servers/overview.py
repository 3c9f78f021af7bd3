"""The overview of one server: its place, and the settings that affect measurements."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.servers.entry import ServerEntry
from app.window.base.messages import message_text
from app.window.servers.words import address_of, source_word
from engines.base.capability import DATA_LIES_ON
from engines.contract.endpoint import Source, TlsMode
from widgets.look.numbers import format_number, number_locale
from widgets.parts.cards import SectionTitle, ToneLabel
from widgets.tables.data_table import Column, DataTable

_THIS_MACHINE = (None, "localhost", "127.0.0.1", "::1")


class ServerOverview(QWidget):
    """Facts above, settings below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: list[tuple[str, str]] = []
        self._facts = QGridLayout()
        self._facts.setHorizontalSpacing(24)
        self._facts.setVerticalSpacing(6)
        self._facts.setColumnStretch(1, 1)
        self._note = ToneLabel("", "muted")
        self._note.setWordWrap(True)
        self._settings_title = SectionTitle(self.tr("Relevant settings"))
        self._settings = DataTable()
        self._settings.setAccessibleName(self.tr("Settings"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 16, 0, 0)
        column.setSpacing(12)
        column.addLayout(self._facts)
        column.addWidget(self._note)
        column.addSpacing(4)
        column.addWidget(self._settings_title)
        column.addWidget(self._settings, 1)
        column.addStretch(0)

    def show_entry(self, entry: ServerEntry, title: str) -> None:
        """Show a server; `title` is its engine's."""
        self._show_facts(self._facts_of(entry, title))
        note = self._note_of(entry)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._show_settings(entry)

    def facts(self) -> dict[str, str]:
        """The facts shown, by their names."""
        return dict(self._shown)

    def _facts_of(self, entry: ServerEntry, title: str) -> list[tuple[str, str]]:
        place = entry.endpoint or entry.spec
        facts = [
            (self.tr("Engine"), f"{title} {entry.version}".strip()),
            (self.tr("Source"), self._source_sentence(entry.spec.source)),
            (self.tr("Where"), address_of(entry)),
            (self.tr("User"), place.user or ""),
            (self.tr("Database"), place.database or ""),
            (self.tr("Connection"), self._connection(entry)),
            (self.tr("Container"), self._container(entry)),
            (self.tr("Programs"), entry.spec.binaries or ""),
            (self.tr("Folder"), place.directory or ""),
            (self.tr("Data directory"), self._data(entry)),
            (self.tr("Process"), str(entry.endpoint.pid or "") if entry.endpoint else ""),
            (self.tr("Protections"), self._protections(entry)),
        ]
        return [(name, value) for name, value in facts if value]

    def _connection(self, entry: ServerEntry) -> str:
        """How the connection is secured; empty without a network connection."""
        place = entry.endpoint
        if place is None or place.in_process:
            return ""
        words = {
            TlsMode.REQUIRE: self.tr("encrypted with TLS, server not verified"),
            TlsMode.VERIFY_FULL: self.tr("encrypted with TLS, server certificate verified"),
        }
        if place.tls.mode in words:
            own = self.tr("{tls}, with a client certificate")
            secured = words[place.tls.mode]
            return own.format(tls=secured) if place.tls.certificate else secured
        if place.socket:
            return self.tr("local socket: data stay on this machine")
        if place.host in _THIS_MACHINE:
            return self.tr("not encrypted: data stay on this machine")
        return self.tr("not encrypted: values and keys cross the network in plain text")

    def _container(self, entry: ServerEntry) -> str:
        """Image and limits of a container."""
        spec = entry.spec
        if spec.source is not Source.CONTAINER:
            return ""
        parts = [spec.image or ""]
        if spec.cpus:
            parts.append(
                self.tr("at most {0} CPU").format(number_locale().toString(spec.cpus, "g", 6))
            )
        if spec.memory_mb:
            parts.append(self.tr("at most {0} MB").format(format_number(spec.memory_mb)))
        if not (spec.cpus or spec.memory_mb):
            parts.append(self.tr("no limits"))
        return " · ".join(filter(None, parts))

    def _data(self, entry: ServerEntry) -> str:
        """The data directory, and what it is stored on."""
        layers = message_text(entry.capabilities.layers) if entry.capabilities else ""
        place = (entry.endpoint.data if entry.endpoint else None) or entry.spec.data_directory
        return " · ".join(filter(None, (place, layers)))

    def _protections(self, entry: ServerEntry) -> str:
        """The number of ciphers of each kind."""
        if entry.capabilities is None:
            return ""
        able = entry.capabilities
        words = self.tr("{native} in the server, {client} in the application, {storage} in storage")
        return words.format(
            native=format_number(len(able.native)),
            client=format_number(len(able.client)),
            storage=format_number(len(able.storage)),
        )

    def _source_sentence(self, source: Source) -> str:
        sentences = {
            Source.EMBEDDED: self.tr("embedded: comes with Cipherbench, which starts it"),
            Source.LOCAL: self.tr("local: started from installed programs, in a private folder"),
            Source.CONTAINER: self.tr(
                "container: started from an image, reachable from this machine only"
            ),
            Source.ADDRESS: self.tr("address: external server, connect only"),
        }
        return sentences.get(source) or source_word(source)

    def _note_of(self, entry: ServerEntry) -> str:
        if entry.endpoint and entry.endpoint.in_process:
            return self.tr(
                "This engine runs inside the process that connects. Its CPU time and memory are "
                "those of the worker process, which does nothing else."
            )
        if entry.spec.source in (Source.EMBEDDED, Source.LOCAL) and not entry.endpoint:
            return self.tr(
                "It starts in a private folder with its own socket, and leaves nothing behind "
                "when it stops."
            )
        return ""

    def _show_facts(self, facts: list[tuple[str, str]]) -> None:
        if facts == self._shown:
            return
        self._shown = facts
        while item := self._facts.takeAt(0):
            if widget := item.widget():
                widget.hide()  # until Qt deletes it
                widget.deleteLater()
        for row, (name, value) in enumerate(facts):
            label = ToneLabel(value)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setWordWrap(True)
            top = Qt.AlignmentFlag.AlignTop
            self._facts.addWidget(ToneLabel(name, "muted"), row, 0, top)
            self._facts.addWidget(label, row, 1, top)

    def _show_settings(self, entry: ServerEntry) -> None:
        settings = entry.capabilities.settings if entry.capabilities else {}
        columns = [
            Column("name", self.tr("Setting")),
            Column("value", self.tr("Value")),
        ]
        for part in (self._settings_title, self._settings):
            part.setVisible(bool(settings))
        shown = sorted(item for item in settings.items() if item[0] != DATA_LIES_ON)
        self._settings.set_rows(columns, shown)
        self._settings.resizeColumnsToContents()
