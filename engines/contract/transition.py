"""Transitions of the encryption of existing rows: switch on, change key, switch off; and the steps
that are timed after one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Transition(StrEnum):
    """The word that a plan has."""

    SWITCH_ON = "switch-on"
    CHANGE_KEY = "change-key"
    SWITCH_OFF = "switch-off"

    @property
    def operation(self) -> str:
        """The name of what is timed: “SWITCH ON”."""
        return self.value.replace("-", " ").upper()


CLEAN_UP, DROP_COLUMNS, REWRITE = "CLEAN UP", "DROP COLUMNS", "REWRITE"


class BackupKind(StrEnum):
    """What is backed up: what a database holds, or its files as they lie."""

    DATABASE = "database"
    FILES = "files"

    @property
    def back_up(self) -> str:
        """The name of what is timed."""
        return "BACK UP" if self is BackupKind.DATABASE else "BACK UP FILES"

    @property
    def restore(self) -> str:
        return "RESTORE" if self is BackupKind.DATABASE else "RESTORE FILES"


AFTERWARDS = frozenset(
    {
        *(CLEAN_UP, DROP_COLUMNS, REWRITE),
        *(name for each in BackupKind for name in (each.back_up, each.restore)),
    }
)
"""What is timed after a transition, and is no part of its cost."""


class StorageWay(StrEnum):
    """A way in which an engine changes stored data: the word in a plan."""

    ALTER_TABLE = "alter-table"
    ALTER_TABLESPACE = "alter-tablespace"
    MASTER_KEY = "master-key"
    BACKGROUND = "background"
    REKEY = "rekey"
    VACUUM_INTO = "vacuum-into"
    COPY = "copy"


@dataclass(frozen=True)
class EncryptionTransition:
    """How a run changes the encryption of existing rows; of a storage protection also the way, and
    the table."""

    kind: Transition
    storage_way: StorageWay | None = None
    table: str = ""
