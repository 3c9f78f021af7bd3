"""What a lesson shows of the columns tab, and what the tab says before anything is stored."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QCoreApplication

_tr = QCoreApplication.translate


class Guided(StrEnum):
    """The one view that a lesson shows."""

    COUNTS = "counts"
    STREAM = "stream"
    FLIP = "flip"


def invitation(guided: Guided | None) -> str:
    """What can be done here; `guided` by a lesson, what its run does."""
    if guided is Guided.FLIP:
        return _tr(
            "ColumnsTab",
            "Run stores records of the hospital workload, then changes one of them without "
            "the key. They are dropped afterwards.",
        )
    if guided:
        return _tr(
            "ColumnsTab",
            "Run stores records of the hospital workload, then reads them without the key. "
            "They are dropped afterwards.",
        )
    return _tr(
        "ColumnsTab",
        "Stores records of the hospital workload with the protection chosen at the left, "
        "then reads them without the key. They are dropped afterwards.",
    )
