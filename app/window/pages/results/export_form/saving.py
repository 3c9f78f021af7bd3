"""Where a report is written to, and as what: asked without blocking anything."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.report.document.making import ReportOptions
from app.window.pages.results.export_form.form import ReportForm
from app.window.pages.results.export_form.saved_report import SavedReport
from engines.contract.errors import CipherbenchError
from engines.contract.message import Message, phrase
from widgets.saving.files import ask_save_path
from widgets.saving.last_saved import file_name

type Save = Callable[[str, Path, ReportOptions | None], None]
"""Writes a report of a format to a path."""

_ENDINGS = {".html": "html", ".htm": "html", ".docx": "docx"}


def ask_for_report(
    parent: QWidget,
    stored: SavedReport,
    name: str,
    save: Save,
    failed: Callable[[object], None],
    notes: str = "",
) -> ReportForm:
    """Ask what the report called `name` is to have, then where to save it; `notes` are those of
    its campaign, `failed` gets the error of a profile."""
    form = ReportForm(stored, parent, notes)
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


def template_cleaned(removed: Message) -> CipherbenchError:
    """What the window shows once a report was written without what its template lost."""
    return CipherbenchError(phrase("Word template cleaned"), removed)
