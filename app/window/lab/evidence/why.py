"""Why the marker or a key is where it was found, and what helps. Free of widgets."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.evidence.threats import Seen, Threat, ThreatRow
from app.plan.campaign import BASELINE
from app.results.traces import Ground, Subject, Trace
from engines.contract.data_place import PlaceName

_tr = QCoreApplication.translate

type Advice = tuple[str, str]
"""Why, and what helps; either may be empty."""


def advice(cell: object) -> Advice:
    """Two sentences about a cell of the evidence; empty ones where there is nothing to say."""
    match cell:
        case ThreatRow():
            return _about_threat(cell)
        case Trace(found=None):
            return "", _pending_words()
        case Trace(found=False):
            return _seen_else() if cell.subject is Subject.MARKER else "", ""
        case Trace(subject=Subject.KEY):
            return _about_key(cell)
        case Trace():
            return _about_marker(cell)
    return "", ""


def advice_text(cell: object) -> str:
    """Both sentences under their names, a line each."""
    why, helps = advice(cell)
    lines = (
        _tr("Evidence", "Why: {0}").format(why) if why else "",
        _tr("Evidence", "What helps: {0}").format(helps) if helps else "",
    )
    return "\n".join(filter(None, lines))


def _about_threat(row: ThreatRow) -> Advice:
    if row.seen is Seen.NOTHING:
        return "", ""
    if row.seen is Seen.UNKNOWN:
        return "", _pending_words()
    if row.protection == BASELINE:
        return _unsealed()
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
            ), _application()
    return _sent_in_plain() if row.threat is Threat.NETWORK else _opened_for_logins()


def _about_key(cell: Trace) -> Advice:
    if cell.ground is Ground.MEMORY:
        return _tr(
            "Evidence", "The server holds the key while it encrypts and decrypts values."
        ), _application()
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


def _about_marker(cell: Trace) -> Advice:
    if cell.protection == BASELINE:
        return _unsealed()
    if cell.ground in (Ground.LOGIN, Ground.NETWORK):
        return _opened_for_logins() if cell.ground is Ground.LOGIN else _sent_in_plain()
    if cell.ground is Ground.MEMORY:
        return _tr(
            "Evidence",
            "The server decrypted values to process them, and they remain in its memory.",
        ), _application()
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


def _seen_else() -> str:
    return _tr(
        "Evidence", "The search found the plaintext marker here, so it would have found this one."
    )


def _unsealed() -> Advice:
    return _tr("Evidence", "It is not encrypted."), _tr(
        "Evidence", "Any protection of this campaign that shows ○ in this place."
    )


def _opened_for_logins() -> Advice:
    return _tr("Evidence", "The server decrypts values for everyone who can log in."), _tr(
        "Evidence", "Encrypt in the application, or by functions whose key the login does not have."
    )


def _sent_in_plain() -> Advice:
    return _tr("Evidence", "Values cross the connection in plain text."), _tr(
        "Evidence", "Use TLS, or encrypt in the application."
    )


def _application() -> str:
    return _tr("Evidence", "Encrypt in the application: the server then never sees value or key.")


def _pending_words() -> str:
    return _tr(
        "Evidence",
        "Search again on the server's own machine, as a user who may read its files and memory.",
    )
