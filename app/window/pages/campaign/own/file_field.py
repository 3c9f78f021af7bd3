"""Form fields of a workload that a TOML file describes: the row that chooses the file, and the
hidden fields of what the plan overrides in it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSettings, Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QMenu, QPushButton, QWidget

from app.window.base.messages import message_text
from app.window.pages.campaign.own.work_file_reader import WorkFileReader
from app.window.shared.fields import ParameterField
from engines.contract.message import Message, Number, phrase, plural
from engines.contract.parameter import Parameter
from widgets.layout.boxes import hbox, vbox
from widgets.layout.layouts import FlowLayout
from widgets.look.names import as_label, shortened
from widgets.parts.cards import WrappedLabel
from widgets.parts.file_drop import FileDrop
from workloads.own.form_view import Outline
from workloads.toml_document import PlacedFault

_RECENT = "own/recent"
_MOST_RECENT = 8
_MAX_LETTERS = 60


class RecentFiles:
    """The workload files that were read last, stored in the settings."""

    def __init__(self) -> None:
        self._settings: QSettings | None = None

    def remember_in(self, settings: QSettings) -> None:
        """Store them there from now on."""
        self._settings = settings

    def existing(self) -> list[str]:
        """Paths of those that still exist, the latest first."""
        recent = None if self._settings is None else self._settings.value(_RECENT)
        found = [recent] if isinstance(recent, str) else list(recent or ())
        return [each for each in found if isinstance(each, str) and Path(each).is_file()]

    def add(self, file: str) -> None:
        """Add a file that could be read, unless it ships with the program."""
        if self._settings is not None and file not in examples().values():
            rest = [each for each in self.existing() if each != file]
            self._settings.setValue(_RECENT, [file, *rest][:_MOST_RECENT])


def examples() -> dict[str, str]:
    """The workload files that ship, by their names."""
    folder = Path(str(files("assets"))) / "workloads"
    return {each.stem: str(each) for each in sorted(folder.glob("*.toml"))}


class WorkFileRow(QWidget):
    """A line for a path with its buttons; accepts a file that is dropped on it, or on `area`."""

    chosen = Signal(str)
    """The path in the line has changed."""

    def __init__(
        self, recent: RecentFiles, area: QWidget | None = None, *, narrow: bool = False
    ) -> None:
        """With `narrow` the `files_button` is left out of the row: the owner places it."""
        super().__init__()
        self._recent = recent
        self.line = QLineEdit()
        self.line.setAccessibleName(self.tr("Workload file"))
        self.line.setPlaceholderText(self.tr("A file of tables and statements"))
        self.line.setToolTip(self.tr("Type a path, or drop a file here"))
        self.line.textChanged.connect(lambda text: self.chosen.emit(text.strip()))
        self.browse = QPushButton(self.tr("Browse …"))
        self.browse.setAccessibleName(self.tr("Browse: {0}").format(self.line.accessibleName()))
        self.browse.clicked.connect(self.ask)
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill)
        self.files_button = QPushButton(self.tr("Files"))
        self.files_button.setToolTip(self.tr("Examples, and files that you used before"))
        self.files_button.setMenu(self.menu)
        row = hbox(self, (self.line, 1), self.browse, spacing=6)
        if not narrow:
            row.addWidget(self.files_button)
        self.setFocusProxy(self.line)
        drop = FileDrop(area or self, self.tr("Drop a workload file here"))
        drop.dropped.connect(lambda paths: self.line.setText(str(paths[0])))

    def text(self) -> str:
        """The path in the line."""
        return self.line.text().strip()

    def show_path(self, path: str) -> None:
        """Show a path without emitting `chosen`."""
        if path != self.text():
            self.line.blockSignals(True)
            self.line.setText(path)
            self.line.blockSignals(False)

    def ask(self) -> None:
        """Open a file dialog, which is not modal."""
        dialog = QFileDialog(self, self.tr("Choose a workload file"), self.text())
        dialog.setNameFilters([self.tr("Workload files (*.toml)"), self.tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.line.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()

    def _fill(self) -> None:
        self.menu.clear()
        self.menu.addSection(self.tr("Examples"))
        for name, path in examples().items():
            self._offer(name, path)
        if recent := self._recent.existing():
            self.menu.addSection(self.tr("Used before"))
            for path in recent:
                self._offer(shortened(path, _MAX_LETTERS), path)

    def _offer(self, words: str, path: str) -> None:
        action = self.menu.addAction(as_label(words))
        action.setToolTip(path)
        action.triggered.connect(lambda _=False: self.line.setText(path))


class WorkFileField(ParameterField):
    """The file's row, and below it a line about its contents."""

    section_requested = Signal()
    """The user wants to see its tables and statements."""
    replaced = Signal()
    """The user has chosen another file."""

    def __init__(self, parameter: Parameter) -> None:
        super().__init__(parameter)
        self.recent = RecentFiles()
        self.row = WorkFileRow(self.recent, self, narrow=True)
        self.note = WrappedLabel("", "muted")
        self.note.hide()
        self.open_button = QPushButton(self.tr("Tables and s&tatements"))
        self.open_button.setToolTip(
            self.tr("Choose the columns to encrypt, and see what statements become")
        )
        self.open_button.clicked.connect(self.section_requested)
        self.row.chosen.connect(lambda _: self._emit_changed())
        buttons = FlowLayout()
        buttons.addWidget(self.open_button)
        buttons.addWidget(self.row.files_button)
        vbox(self, self.row, self.note, buttons, spacing=6)
        self.setFocusProxy(self.row)

    def offer_columns_only(self) -> None:
        """Word the button for a workload that uses the file's tables but not its statements."""
        self.open_button.setText(self.tr("&Tables and columns"))
        self.open_button.setToolTip(self.tr("Choose the columns to encrypt"))

    def value(self) -> str:
        return self.row.text()

    def show_value(self, value: Any) -> None:
        self.row.show_path(value or "")

    def choose(self, path: str) -> None:
        """Set another file, and emit `replaced` and `changed`."""
        if path != self.value():
            self.row.show_path(path)
            self._emit_changed()

    def _emit_changed(self) -> None:
        self.replaced.emit()
        self.changed.emit()

    def show_contents(self, reader: WorkFileReader, words: str, *, tone: str = "muted") -> None:
        """Show `words` about the file's contents, or how many errors it has."""
        if reader.faults:
            self._show_note(faults_words(reader.faults), "warning")
        elif reader.outline is not None:
            self._show_note(words, tone)
            self.recent.add(self.value())
        else:
            self._show_note(self.tr("Reading the file …") if reader.reading else "", "muted")

    def _show_note(self, words: str, tone: str) -> None:
        self.note.setText(words)
        self.note.set_tone(tone)
        self.note.setVisible(bool(words))


class HiddenParameter(ParameterField):
    """A parameter without a row in the form: the section *Tables and statements* changes it."""

    def __init__(self, parameter: Parameter) -> None:
        super().__init__(parameter)
        self._value: Any = parameter.default
        self.setAccessibleName(message_text(parameter.shown.label))
        self.hide()

    def value(self) -> Any:
        return self._value

    def show_value(self, value: Any) -> None:
        self._value = value

    def choose(self, value: Any) -> None:
        """Set another value, and emit `changed`."""
        if value != self._value:
            self._value = value
            self.changed.emit()


def outline_words(outline: Outline, encrypted: int) -> str:
    """The contents of a file in numbers; `encrypted` is the number of columns to encrypt."""
    message = phrase(
        "{name}: {tables}, {columns}, {operations}",
        name=outline.name,
        tables=plural("{n} tables", "{n} table", len(outline.tables)),
        columns=plural("{n} encrypted columns", "{n} encrypted column", encrypted),
        operations=plural("{n} operations", "{n} operation", len(outline.operations)),
    )
    return message_text(message)


def faults_words(faults: Sequence[PlacedFault]) -> str:
    """How many errors a file has; if it is one, its text."""
    if len(faults) == 1:
        return message_text(fault_line(faults[0]))
    return message_text(plural("{n} errors in the file", "{n} error in the file", len(faults)))


def fault_line(fault: PlacedFault) -> Message:
    if fault.position is None:
        return fault.clause
    return phrase("Line {line}: {words}", line=Number(fault.position.line), words=fault.clause)
