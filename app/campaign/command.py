"""The commands that a running campaign takes."""

from __future__ import annotations

from enum import StrEnum


class Command(StrEnum):
    """Sent by the window, or for a signal by the command line."""

    PAUSE = "pause"
    RESUME = "resume"
    CANCEL = "cancel"
