"""The sentences below the headline: cautions, and what could not be measured."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QCoreApplication

from app.plan.status import Status
from app.report.figures.latency import GENERATOR_LIMITED, REQUESTS_DROPPED, REQUESTS_LATE
from app.report.words.wording import STOLEN_DISK, Caution
from app.results.records import CellRecord
from app.window.base.messages import message_text
from widgets.look.names import filled

_tr = QCoreApplication.translate


def caution_line(cautions: Sequence[Caution]) -> str:
    """One line that names all cautions in a few words."""
    words = {
        "modes-differ": _tr("Results", "cipher modes differ between engines"),
        "ecb": _tr("Results", "ECB was used"),
        "fixed-iv": _tr("Results", "one fixed IV was used"),
        "reused-stream": _tr("Results", "a key stream was reused"),
    }
    sentences = {
        STOLEN_DISK: _tr("Results", "Evidence: a stolen disk reveals data."),
        GENERATOR_LIMITED: _tr("Results", "The load generator could not keep up."),
        REQUESTS_DROPPED: _tr("Results", "Requests were dropped."),
        REQUESTS_LATE: _tr("Results", "Requests started late."),
    }
    known = [words.get(each.name, each.name) for each in cautions if each.name not in sentences]
    lines = list(dict.fromkeys(sentences[each.name] for each in cautions if each.name in sentences))
    if known:
        frame = _tr("Results", "Compares engine set-ups, not ciphers: {cautions}.")
        lines.append(frame.format(cautions=", ".join(known)))
    return " ".join(lines)


def not_measured(cells: Iterable[CellRecord]) -> list[str]:
    """A line for every server and protection that could not be measured, with the reason."""
    found = {
        (cell.server, cell.as_used.title, cell.status, cell.why): None
        for cell in cells
        if cell.status in (Status.UNSUPPORTED, Status.FAILED)
    }
    frame = _tr("Results", "{protection} on {server}: {reason}")
    return [
        filled(frame, protection=message_text(protection), server=server, reason=message_text(why))
        for server, protection, _, why in found
    ]


def without_operations(cells: Iterable[CellRecord]) -> list[str]:
    """A line for every server, protection and operation that its protection cannot do."""
    found = {
        (cell.server, cell.as_used.title, each.operation): each.message
        for cell in cells
        for each in cell.refused
    }
    frame = _tr("Results", "{operation}, {protection} on {server}: {reason}")
    return [
        filled(
            frame,
            operation=operation,
            protection=message_text(protection),
            server=server,
            reason=message_text(why),
        )
        for (server, protection, operation), why in found.items()
    ]
