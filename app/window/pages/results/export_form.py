"""The form for exporting a report (reader, language, cover, sections, picture, template, own
words), its file dialogs, and the choices remembered for the next one. Nothing here is modal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QSettings, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QWidget,
)

from app.findings.studies.study import Study
from app.patterns.pictures.picture_loading import SHIPPED
from app.plan.requirements import NO_REQUIREMENTS, Requirements
from app.report.document.build_document import ReportOptions
from app.report.document.document_blocks import Cover, Reader
from app.report.document.report_profile import parse_profile, profile_text, read_profile
from app.report.document.sections import DEFAULT_SECTIONS, TITLES
from app.report.files.export import export, removed_from_template, write_file
from app.report.words.language import ENGLISH, languages
from app.system.folders import profiles_folder
from app.window.base.language import current_language, language_name
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import Message, phrase
from engines.platform.private_files import private_folder
from widgets.fields.check_list import CheckItem, CheckList
from widgets.fields.choice import Choice
from widgets.fields.text_fields import PathField
from widgets.layout.boxes import vbox
from widgets.parts.cards import FormLabel, WrappedLabel
from widgets.saving.saving import ask_save_path, file_name, saving

if TYPE_CHECKING:
    from app.results.store.store import Store

_KEY = "report form"


@dataclass
class SavedReport:
    """The last choices for a report, stored as a profile (TOML) in the window's settings if there
    are any. Date and words are not stored: they are the campaign's."""

    settings: QSettings | None = None
    _text: str = ""

    @property
    def options(self) -> ReportOptions:
        """The last choices; the defaults if there are none or they cannot be read."""
        profile = self._text if self.settings is None else str(self.settings.value(_KEY) or "")
        try:
            return parse_profile(profile, _KEY)
        except InputError:
            return ReportOptions()

    def remember_prices(self, answers: Requirements) -> None:
        """Store prices and the chosen laws, not what depends on the campaign."""
        usual = replace(answers, withstand=(), search=NO_REQUIREMENTS.search, may_cost=None)
        self.store(replace(self.options, usual=usual))

    def store(self, options: ReportOptions) -> None:
        self._text = profile_text(options)
        if self.settings is not None:
            self.settings.setValue(_KEY, self._text)


def report_language() -> str:
    """The window's language, or English where reports are not translated into that."""
    spoken = current_language()
    return spoken if spoken in languages() else ENGLISH


_WIDTH_PX, _HEIGHT_PX = 560, 620
_WORDS_HEIGHT_PX = 84


class ReportForm(QDialog):
    """Not modal. It starts with the last choices, and closes when it is answered."""

    chosen = Signal(object)
    """The ReportOptions."""
    failed = Signal(object)
    """A CipherbenchError: a profile that cannot be read or written."""

    def __init__(
        self, saved_report: SavedReport, parent: QWidget | None = None, notes: str = ""
    ) -> None:
        """`notes` are the campaign's, which the report contains unless the user changes them."""
        super().__init__(parent)
        self._saved_report, self._notes = saved_report, notes
        self.setWindowTitle(self.tr("Report"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.client, self.consultant, self.date = QLineEdit(), QLineEdit(), QLineEdit()
        self.date.setPlaceholderText(self.tr("Default: the day the campaign ended"))
        self.logo = PathField(self.tr("Logo"), placeholder=self.tr("PNG, JPEG or SVG"))
        shipped = ", ".join(each.name for each in SHIPPED)
        hint = self.tr("A file, or one of: {names}").format(names=shipped)
        self.picture = PathField(self.tr("Picture to show encrypted"), placeholder=hint)
        self.reader = Choice()
        for reader, word in self._readers().items():
            self.reader.addItem(word, reader)
        self.language = Choice()
        for code in languages():
            self.language.addItem(language_name(code), code)
        self.words = QPlainTextEdit(notes, self)
        self.words.setTabChangesFocus(True)
        self.words.setPlaceholderText(
            self.tr("Notes. Below “# Recommendation”: what you recommend. In Markdown.")
        )
        hint = self.tr("Your .html, .typ or .docx")
        self.template = PathField(self.tr("Template"), placeholder=hint)
        self.sections = CheckList(self)
        self.sections.set_items(
            [CheckItem(name, message_text(title), checked=True) for name, title in TITLES.items()]
        )
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Save | kinds.Cancel, self)
        for word, ask in (
            (self.tr("Open p&rofile…"), self._ask_for_profile),
            (self.tr("Sa&ve profile…"), self._ask_where_to_save_profile),
        ):
            button = self.buttons.addButton(word, QDialogButtonBox.ButtonRole.ActionRole)
            button.clicked.connect(ask)
        self.buttons.accepted.connect(self._finish)
        self.buttons.rejected.connect(self.close)
        self.sections.changed.connect(self._update_save_button)
        self.reader.activated.connect(self._choose_default_sections)
        self._lay_out()
        self._show(saved_report.options)

    def options(self) -> ReportOptions:
        wanted, reader = tuple(self.sections.checked()), Reader(self.reader.currentData())
        words = self.words.toPlainText()
        return ReportOptions(
            Cover(
                self.client.text().strip(),
                self.consultant.text().strip(),
                self.date.text().strip(),
                _path(self.logo),
            ),
            () if wanted == DEFAULT_SECTIONS[reader] else wanted,
            _path(self.template),
            self.picture.text(),
            reader,
            None if words == self._notes else words,
            usual=self._usual,
            language=str(self.language.currentData()),
        )

    def _show(self, options: ReportOptions) -> None:
        cover, self._usual = options.cover, options.usual
        self.client.setText(cover.client)
        self.consultant.setText(cover.consultant)
        self.logo.setText(str(cover.logo or ""))
        self.template.setText(str(options.template or ""))
        self.picture.setText(options.picture)
        self.reader.setCurrentIndex(self.reader.findData(options.reader))
        wanted = options.language or report_language()
        self.language.setCurrentIndex(max(0, self.language.findData(wanted)))
        self.sections.set_checked(options.sections or DEFAULT_SECTIONS[options.reader])

    def _readers(self) -> Mapping[Reader, str]:
        return {
            Reader.CLIENT: self.tr("Client: a few pages"),
            Reader.TECHNICAL: self.tr("Technical: all charts and figures"),
            Reader.FULL: self.tr("Full: everything"),
        }

    def _choose_default_sections(self) -> None:
        """Check the sections that are the default for the chosen reader."""
        self.sections.set_checked(DEFAULT_SECTIONS[Reader(self.reader.currentData())])
        self._update_save_button()

    def _ask_for_profile(self) -> None:
        dialog = self._profile_dialog(self.tr("Open a profile"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.open_profile)
        dialog.show()

    def _ask_where_to_save_profile(self) -> None:
        dialog = self._profile_dialog(self.tr("Save profile"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("toml")
        dialog.fileSelected.connect(self.save_profile)
        dialog.show()

    def _profile_dialog(self, title: str) -> QFileDialog:
        """A file dialog in the folder of profiles, where command line and window find them by
        name."""
        with suppress(OSError):
            private_folder(profiles_folder())
        dialog = QFileDialog(self, title, str(profiles_folder()))
        dialog.setNameFilters([self.tr("Profiles (*.toml)"), self.tr("All files (*)")])
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        return dialog

    def open_profile(self, file: str) -> None:
        """Fill the form with the choices of a file."""
        try:
            self._show(read_profile(file))
        except CipherbenchError as error:
            self.failed.emit(error)

    def save_profile(self, file: str) -> None:
        try:
            write_file(Path(file), profile_text(self.options()))
        except CipherbenchError as error:
            self.failed.emit(error)

    def _finish(self) -> None:
        options = self.options()
        self._saved_report.store(_without_window_language(options))
        self.chosen.emit(options)
        self.close()

    def _update_save_button(self) -> None:
        """Allow saving only with at least one section."""
        save = self.buttons.button(QDialogButtonBox.StandardButton.Save)
        save.setEnabled(bool(self.sections.checked()))

    def _lay_out(self) -> None:
        rows = {
            self.tr("&For"): self.reader,
            self.tr("C&lient"): self.client,
            self.tr("C&onsultant"): self.consultant,
            self.tr("&Date"): self.date,
            self.tr("Lo&go"): self.logo,
            self.tr("P&icture"): self.picture,
            self.tr("&Template"): self.template,
            self.tr("&Words"): self.words,
        }
        self.words.setFixedHeight(_WORDS_HEIGHT_PX)
        form = QGridLayout()
        for at, (word, field) in enumerate(rows.items()):
            form.addWidget(FormLabel(word, field), at, 0)
            form.addWidget(field, at, 1, 1, 1 if field is self.reader else 3)
        at_right = FormLabel(self.tr("L&anguage"), self.language)
        form.addWidget(at_right, 0, 2)
        form.addWidget(self.language, 0, 3)
        form.setColumnStretch(1, 1)
        form.setHorizontalSpacing(16)
        hint = WrappedLabel(self.tr("Empty sections are omitted."), "muted")
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setWidget(self.sections)
        vbox(self, form, hint, (area, 1), self.buttons, margins=None)
        self.resize(_WIDTH_PX, _HEIGHT_PX)
        self.client.setFocus()


def _without_window_language(options: ReportOptions) -> ReportOptions:
    """The window's own language is not stored, so that later reports follow it when it changes."""
    own = options.language == report_language()
    return replace(options, language="" if own else options.language)


def _path(field: PathField) -> Path | None:
    return Path(field.text()) if field.text() else None


type Save = Callable[[str, Path, ReportOptions | None], None]
"""Writes a report of a format to a path."""

_ENDINGS = {".html": "html", ".htm": "html", ".docx": "docx"}


def ask_for_report(
    parent: QWidget,
    saved_report: SavedReport,
    name: str,
    save: Save,
    failed: Callable[[object], None],
    notes: str = "",
) -> ReportForm:
    """Ask what the report `name` is to contain, then where to save it; `notes` are those of its
    campaign, `failed` gets the error of a profile."""
    form = ReportForm(saved_report, parent, notes)
    form.failed.connect(failed)
    form.chosen.connect(lambda options: ask_where_to_save(parent, name, save, options))
    form.show()
    return form


def ask_where_to_save(
    parent: QWidget, name: str, save: Save, options: ReportOptions | None = None
) -> None:
    """Ask for the file of a report; its ending decides the format. A template's own format comes
    first."""
    template = options.template if options else None
    first = _format(template) if template else "pdf"
    kinds = {
        "pdf": QCoreApplication.translate("ReportForm", "PDF (*.pdf)"),
        "html": QCoreApplication.translate("ReportForm", "HTML (*.html)"),
        "docx": QCoreApplication.translate("ReportForm", "Word (*.docx)"),
    }
    filters = [kinds.pop(first), *kinds.values()]
    wanted = file_name(name, ending=first)
    ask_save_path(parent, wanted, filters, lambda path: save(_format(path), path, options))


def _format(path: Path) -> str:
    """The format of a report by the name of its file."""
    return _ENDINGS.get(path.suffix.lower(), "pdf")


class ReportSource(NamedTuple):
    """What a report is about: one campaign or several that are compared, what with."""

    campaigns: int | tuple[int, ...]
    baseline: str | None
    studies: tuple[Study, ...]


def write_report(
    reader: StoreReader,
    source: ReportSource,
    name: str,
    path: Path,
    options: ReportOptions,
    failed: Callable[[object], None],
) -> None:
    """Write a report in the format `name`. `failed` gets what the user should know about the
    template, such as what was taken out of it."""
    campaigns, baseline, studies = source

    def job(store: Store) -> tuple[Path, Message | None]:
        written = export(store, campaigns, name, path, baseline, studies, options)
        return written, removed_from_template(name, options)

    def done(result: tuple[Path, Message | None] | None) -> None:
        written, removed = result or (path, None)
        saving().announce_saved(written)
        if removed is not None:
            failed(CipherbenchError(phrase("Word template cleaned"), removed))

    reader.read(job, done)
