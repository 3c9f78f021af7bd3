"""The form of a report to export: cover, sections, picture and template."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.patterns.pictures.shipped import SHIPPED
from app.report.document.making import ReportOptions
from app.report.document.parts import Cover
from app.report.document.sections import TITLES
from app.window.base.messages import message_text
from app.window.pages.results.export_form.kept import KeptReport
from widgets.fields.check_list import CheckItem, CheckList
from widgets.fields.path_field import PathField
from widgets.parts.cards import FormLabel, ToneLabel

_WIDTH, _HEIGHT = 560, 620


class ReportForm(QDialog):
    """Not modal. It starts with the last choices, and closes when it is answered."""

    chosen = Signal(object)
    """The ReportOptions."""

    def __init__(self, kept: KeptReport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept = kept
        self.setWindowTitle(self.tr("Report"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.client, self.consultant, self.date = QLineEdit(), QLineEdit(), QLineEdit()
        self.date.setPlaceholderText(self.tr("Default: the day the campaign ended"))
        self.logo = PathField(self.tr("Logo"), placeholder=self.tr("PNG, JPEG or SVG"))
        shipped = ", ".join(each.name for each in SHIPPED)
        hint = self.tr("A file, or one of: {names}").format(names=shipped)
        self.picture = PathField(self.tr("Picture to show encrypted"), placeholder=hint)
        hint = self.tr("An edited copy of the report's .html or .typ")
        self.template = PathField(self.tr("Template"), placeholder=hint)
        self.sections = CheckList(self)
        self.sections.set_items(
            [CheckItem(name, message_text(title), checked=True) for name, title in TITLES.items()]
        )
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Save | kinds.Cancel, self)
        self.buttons.accepted.connect(self._answer)
        self.buttons.rejected.connect(self.close)
        self.sections.changed.connect(self._allow)
        self._lay_out()
        self._show(kept.options)

    def options(self) -> ReportOptions:
        """The current choices."""
        wanted = tuple(self.sections.checked())
        return ReportOptions(
            Cover(
                self.client.text().strip(),
                self.consultant.text().strip(),
                self.date.text().strip(),
                _path(self.logo),
            ),
            () if wanted == tuple(TITLES) else wanted,
            _path(self.template),
            self.picture.text(),
        )

    def _show(self, options: ReportOptions) -> None:
        cover = options.cover
        self.client.setText(cover.client)
        self.consultant.setText(cover.consultant)
        self.logo.setText(str(cover.logo or ""))
        self.template.setText(str(options.template or ""))
        self.picture.setText(options.picture)
        if options.sections:
            self.sections.set_checked(options.sections)

    def _answer(self) -> None:
        self._kept.keep(self.options())
        self.chosen.emit(self.options())
        self.close()

    def _allow(self) -> None:
        """Allow saving only with at least one section."""
        save = self.buttons.button(QDialogButtonBox.StandardButton.Save)
        save.setEnabled(bool(self.sections.checked()))

    def _lay_out(self) -> None:
        rows = {
            self.tr("C&lient"): self.client,
            self.tr("C&onsultant"): self.consultant,
            self.tr("&Date"): self.date,
            self.tr("Lo&go"): self.logo,
            self.tr("P&icture"): self.picture,
            self.tr("&Template"): self.template,
        }
        form = QGridLayout()
        for at, (word, field) in enumerate(rows.items()):
            form.addWidget(FormLabel(word, field), at, 0)
            form.addWidget(field, at, 1)
        form.setHorizontalSpacing(16)
        hint = ToneLabel(self.tr("Empty sections are omitted."), "muted")
        hint.setWordWrap(True)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setWidget(self.sections)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(hint)
        column.addWidget(area, 1)
        column.addWidget(self.buttons)
        self.resize(_WIDTH, _HEIGHT)
        self.client.setFocus()


def _path(field: PathField) -> Path | None:
    return Path(field.text()) if field.text() else None
