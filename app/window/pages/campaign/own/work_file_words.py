"""Texts about a workload file and its statements under a protection."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from app.window.base.messages import message_text
from engines.contract.message import Message, Number, phrase, plural
from engines.contract.protection import Protection, ProtectionKind
from workloads.own.form_view import ColumnOutline, Consequences, Markup, Outline, WrittenStatement
from workloads.toml.document import PlacedFault

_tr = QCoreApplication.translate


def outline_words(outline: Outline, sealed: int) -> str:
    """What is in a file, `sealed` of its columns to be encrypted."""
    message = phrase(
        "{name}: {tables}, {columns}, {operations}",
        name=outline.name,
        tables=plural("{n} tables", "{n} table", len(outline.tables)),
        columns=plural("{n} encrypted columns", "{n} encrypted column", sealed),
        operations=plural("{n} operations", "{n} operation", len(outline.operations)),
    )
    return message_text(message)


def faults_words(faults: Sequence[PlacedFault]) -> str:
    """How many errors a file has; the only one in its own words."""
    if len(faults) == 1:
        return message_text(fault_line(faults[0]))
    return message_text(plural("{n} errors in the file", "{n} error in the file", len(faults)))


def fault_line(fault: PlacedFault) -> Message:
    if fault.position is None:
        return fault.clause
    return phrase("Line {line}: {words}", line=Number(fault.position.line), words=fault.clause)


def type_words(column: ColumnOutline) -> str:
    """A column's type, and what else the file says of it."""
    parts = [f"{column.type} {column.size}" if column.size else column.type]
    if column.key:
        parts.append(_tr("OwnSection", "key"))
    if column.to:
        parts.append(f"→ {column.to}")
    if column.unique:
        parts.append(_tr("OwnSection", "unique"))
    return ", ".join(parts)


def fate_words(fate: Consequences) -> str:
    """What becomes of an operation, in a few words."""
    if fate.why:
        return _tr("OwnSection", "unsupported")
    parts = [
        message_text(words)
        for words, count in (
            (plural("{n} decrypted", "{n} decrypted", fate.opened), fate.opened),
            (plural("{n} encrypted", "{n} encrypted", fate.sealed), fate.sealed),
            (plural("{n} by index", "{n} by index", fate.index), fate.index),
        )
        if count
    ]
    if fate.filters:
        parts.append(_tr("OwnSection", "rows filtered"))
    if fate.orders:
        parts.append(_tr("OwnSection", "rows ordered"))
    return " · ".join(parts) or _tr("OwnSection", "as written")


def fate_tone(fate: Consequences) -> str | None:
    if fate.why:
        return "warning"
    return "muted" if fate == Consequences() else None


def filter_sentence(statements: Sequence[WrittenStatement]) -> str:
    """What the application does with the rows of statements; nothing where it does nothing."""
    filters, orders = any(e.filters for e in statements), any(e.orders for e in statements)
    if filters and orders:
        return _tr("OwnSection", "The application filters and orders the rows.")
    if filters:
        return _tr("OwnSection", "The application filters the rows.")
    return _tr("OwnSection", "The application orders the rows.") if orders else ""


def kind_words(kind: Markup, protection: Protection) -> str:
    """What a stretch of a statement means under a protection."""
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


KIND_TONES = {
    Markup.OPENED: "accent",
    Markup.SEALED: "warning",
    Markup.INDEX: "good",
}
"""The ink of each kind of stretch; its word says the same."""
