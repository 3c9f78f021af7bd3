"""Texts about a workload file, its errors, and its statements under a protection."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from app.window.base.messages import message_text
from engines.contract.message import Message, Number, phrase, plural
from engines.contract.protection import Protection, ProtectionKind
from workloads.own.form_view import ColumnOutline, Consequences, Markup, Outline, WrittenStatement
from workloads.toml_document import PlacedFault

_tr = QCoreApplication.translate


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


def type_words(column: ColumnOutline) -> str:
    """A column's type and constraints: “text 20, key, → patient.id, unique”."""
    parts = [f"{column.type} {column.size}" if column.size else column.type]
    if column.key:
        parts.append(_tr("OwnSection", "key"))
    if column.to:
        parts.append(f"→ {column.to}")
    if column.unique:
        parts.append(_tr("OwnSection", "unique"))
    return ", ".join(parts)


def consequences_words(consequences: Consequences) -> str:
    """What becomes of an operation under a protection, in a few words."""
    if consequences.why:
        return _tr("OwnSection", "unsupported")
    parts = [
        message_text(words)
        for words, count in (
            (plural("{n} decrypted", "{n} decrypted", consequences.opened), consequences.opened),
            (
                plural("{n} encrypted", "{n} encrypted", consequences.encrypted),
                consequences.encrypted,
            ),
            (plural("{n} by index", "{n} by index", consequences.index), consequences.index),
        )
        if count
    ]
    if consequences.filters:
        parts.append(_tr("OwnSection", "rows filtered"))
    if consequences.orders:
        parts.append(_tr("OwnSection", "rows ordered"))
    return " · ".join(parts) or _tr("OwnSection", "as written")


def consequences_tone(consequences: Consequences) -> str | None:
    if consequences.why:
        return "warning"
    return "muted" if consequences == Consequences() else None


def filter_sentence(statements: Sequence[WrittenStatement]) -> str:
    """What the application, not the server, does with the rows; empty where it does nothing."""
    filters, orders = any(e.filters for e in statements), any(e.orders for e in statements)
    if filters and orders:
        return _tr("OwnSection", "The application filters and orders the rows.")
    if filters:
        return _tr("OwnSection", "The application filters the rows.")
    return _tr("OwnSection", "The application orders the rows.") if orders else ""


def markup_words(kind: Markup, protection: Protection) -> str:
    """What a marked stretch of a statement means under a protection."""
    served = protection.kind is ProtectionKind.NATIVE
    match kind:
        case Markup.OPENED if served:
            return _tr("OwnSection", "open(…): the server decrypts the column")
        case Markup.OPENED:
            return _tr("OwnSection", "open(…): the application decrypts the column")
        case Markup.SEALED if served:
            return _tr("OwnSection", "seal(…): the server encrypts the value")
        case Markup.SEALED:
            return _tr("OwnSection", "seal(…): the application encrypts the value")
        case Markup.INDEX:
            return _tr("OwnSection", "index(…): HMAC of the value, in a blind index")
    return ""


MARKUP_TONES = {
    Markup.OPENED: "accent",
    Markup.SEALED: "warning",
    Markup.INDEX: "good",
}
"""The colour of each kind of stretch; its word, such as `seal(…)`, says the same."""
