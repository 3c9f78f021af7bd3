"""The fields of a workload that a file describes: the file, and what a plan sets of it."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSettings, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QMenu, QPushButton, QWidget

from app.window.base.messages import message_text
from app.window.pages.campaign.own.own_words import faults_words
from app.window.pages.campaign.own.reader import OwnReader
from app.window.shared.fields import ParameterField, add_column
from engines.contract.parameter import Parameter
from widgets.layout.layouts import FlowLayout
from widgets.look.names import as_label, shortened
from widgets.parts.cards import ToneLabel
from widgets.parts.file_drop import FileDrop

# The row in which a workload file is chosen: typed, browsed for, dropped, or one known already.

_RECENT = "own/recent"
_MOST_RECENT = 8
_MOST_LETTERS = 60


class RecentFiles:
    """The workload files that were read last, kept from one start to the next."""

    def __init__(self) -> None:
        self._settings: QSettings | None = None

    def remember_in(self, settings: QSettings) -> None:
        """Keep them there from now on."""
        self._settings = settings

    def all(self) -> list[str]:
        """Those that are still there, the last first."""
        recent = None if self._settings is None else self._settings.value(_RECENT)
        found = [recent] if isinstance(recent, str) else list(recent or ())
        return [each for each in found if isinstance(each, str) and Path(each).is_file()]

    def add(self, file: str) -> None:
        """Note a file that could be read; one that ships is offered anyway."""
        if self._settings is not None and file not in examples().values():
            rest = [each for each in self.all() if each != file]
            self._settings.setValue(_RECENT, [file, *rest][:_MOST_RECENT])


def examples() -> dict[str, str]:
    """The workload files that ship, by their names."""
    folder = Path(str(files("assets"))) / "workloads"
    return {each.stem: str(each) for each in sorted(folder.glob("*.toml"))}


class WorkFileRow(QWidget):
    """A line with its buttons; takes a file that is dropped on it, or on `area`."""

    chosen = Signal(str)
    """Another path is in the line."""

    def __init__(
        self, recent: RecentFiles, area: QWidget | None = None, *, narrow: bool = False
    ) -> None:
        """Where it is `narrow`, the owner lays out the `files_button` elsewhere."""
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
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.line, 1)
        row.addWidget(self.browse)
        if not narrow:
            row.addWidget(self.files_button)
        self.setFocusProxy(self.line)
        drop = FileDrop(area or self, self.tr("Drop a workload file here"))
        drop.dropped.connect(lambda paths: self.line.setText(str(paths[0])))

    def text(self) -> str:
        """The path in the line."""
        return self.line.text().strip()

    def show_path(self, path: str) -> None:
        """Show a path, without telling of it."""
        if path != self.text():
            self.line.blockSignals(True)
            self.line.setText(path)
            self.line.blockSignals(False)

    def ask(self) -> None:
        """Ask for a file without blocking anything."""
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
        if recent := self._recent.all():
            self.menu.addSection(self.tr("Used before"))
            for path in recent:
                self._offer(shortened(path, _MOST_LETTERS), path)

    def _offer(self, words: str, path: str) -> None:
        action = self.menu.addAction(as_label(words))
        action.setToolTip(path)
        action.triggered.connect(lambda _=False: self.line.setText(path))


class WorkFileField(ParameterField):
    """The file, with a line on what is in it."""

    section_wanted = Signal()
    """Its tables and statements are to be shown."""
    replaced = Signal()
    """The user has chosen another file."""

    def __init__(self, parameter: Parameter) -> None:
        super().__init__(parameter)
        self.recent = RecentFiles()
        self.row = WorkFileRow(self.recent, self, narrow=True)
        self.note = ToneLabel("", "muted")
        self.note.setWordWrap(True)
        self.note.hide()
        self.open_button = QPushButton(self.tr("Tables and s&tatements"))
        self.open_button.setToolTip(
            self.tr("Choose the columns to encrypt, and see what statements become")
        )
        self.open_button.clicked.connect(self.section_wanted)
        self.row.chosen.connect(lambda _: self._show_state())
        buttons = FlowLayout()
        buttons.addWidget(self.open_button)
        buttons.addWidget(self.row.files_button)
        column = add_column(self)
        column.addWidget(self.row)
        column.addWidget(self.note)
        column.addLayout(buttons)
        self.setFocusProxy(self.row)

    def about_tables_alone(self) -> None:
        """The work does not carry out the file's statements."""
        self.open_button.setText(self.tr("&Tables and columns"))
        self.open_button.setToolTip(self.tr("Choose the columns to encrypt"))

    def value(self) -> str:
        return self.row.text()

    def show_value(self, value: Any) -> None:
        self.row.show_path(value or "")

    def choose(self, path: str) -> None:
        """Take another file, and tell of it."""
        if path != self.value():
            self.row.show_path(path)
            self._show_state()

    def _show_state(self) -> None:
        self.replaced.emit()
        self.changed.emit()

    def show_read(self, reader: OwnReader, words: str, *, tone: str = "muted") -> None:
        """Say `words` on what is in the file, or how many errors."""
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


class HeldParameter(ParameterField):
    """A value that is changed elsewhere and has no row of its own."""

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
        """Take another value, and tell of it."""
        if value != self._value:
            self._value = value
            self.changed.emit()
