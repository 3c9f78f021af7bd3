"""What may be asked of a running campaign."""

from __future__ import annotations

from enum import StrEnum


class Command(StrEnum):
    """What the window or a signal may ask of a running campaign."""

    PAUSE = "pause"
    RESUME = "resume"
    CANCEL = "cancel"
