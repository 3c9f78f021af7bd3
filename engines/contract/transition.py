"""What may become of the encryption of rows that are there."""

from __future__ import annotations

from enum import StrEnum


class Transition(StrEnum):
    """The word that a plan has."""

    SWITCH_ON = "switch-on"
    CHANGE_KEY = "change-key"
    SWITCH_OFF = "switch-off"
