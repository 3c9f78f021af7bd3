"""The column that the views show: whose it is, and how that is said."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.patterns.columns.column import ColumnReport
from app.patterns.columns.csv_column import FileColumn
from app.patterns.requests import ColumnReady, RecordsReady
from app.servers.entry import LentServer
from app.window.base.messages import message_text
from app.window.shared.protection_words import cipher_title, marks_words
from engines.contract.catalogue import TableColumn
from engines.contract.message import plural
from engines.properties import ECB, properties_of

_tr = QCoreApplication.translate


@dataclass(frozen=True)
class ShownColumn:
    """Its words, the server of another table or the stored records, and the name of the table of
    frequencies."""

    parts: tuple[str, ...]
    place: LentServer | None
    made: RecordsReady | None
    table: str


def protection_words(made: RecordsReady) -> tuple[str, str]:
    """“AES-128-CBC” and “fixed IV”; ECB is named only in the first."""
    protection = made.protection
    found = properties_of(protection, protection.mode, fixed_iv=not made.order.sound)
    return cipher_title(protection), marks_words([mark for mark in found.marks if mark != ECB])


def parts_of(
    news: ColumnReady, place: LentServer | None, made: RecordsReady | None, made_on: str
) -> tuple[str, ...]:
    """Column, protection and server: of a file, of a table at `place`, or of records `made` on the
    server of that name."""
    shown = news.column
    if isinstance(shown, FileColumn):
        form = message_text(shown.form.description)
        return shown.column, Path(shown.path).name, form, _kind_of(news.report)
    if isinstance(shown, TableColumn):
        return shown.column, shown.table, place.name if place else "", _kind_of(news.report)
    assert made is not None
    title, marks = protection_words(made)
    order = made.order
    fresh = _tr("ColumnsTab", "fresh IVs") if order.sound else ""
    records = message_text(
        plural(
            "{n} records, seed {seed}", "{n} record, seed {seed}", order.records, seed=order.seed
        )
    )
    return shown, f"{title} ({marks})" if marks else title, fresh, made_on, records


def _kind_of(report: ColumnReport) -> str:
    """The kind of a column whose protection is unknown."""
    if report.readable is None:
        return _tr("ColumnsTab", "protection unknown")
    if report.is_readable:
        return _tr("ColumnsTab", "readable text")
    return _tr("ColumnsTab", "partly readable")
