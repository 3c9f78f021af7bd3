"""How an engine encrypts, decrypts or re-encrypts tables and files that exist, in a database of
ours."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from engines.contract.endpoint import Endpoint
from engines.contract.errors import Unsupported
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Protection, ProtectionKind
from engines.contract.session import Session
from engines.contract.transition import Transition


@dataclass(frozen=True)
class StorageChange:
    """A transition of one `table`; clients connect by the endpoint `before`, and by `after` when it
    is done. The plaintext baseline is rewritten the same way and stays plaintext."""

    transition: Transition
    protection: Protection
    database: str
    table: str
    before: Endpoint
    after: Endpoint

    @property
    def plain(self) -> bool:
        return self.protection.kind is not ProtectionKind.STORAGE

    @property
    def ends_encrypted(self) -> bool:
        return not self.plain and self.transition is not Transition.SWITCH_OFF


def whole_server(engine: str) -> Unsupported:
    """The error for what would change tables of others, on a server that we have not started."""
    return Unsupported(
        phrase("Only on a server of our own"),
        phrase("{engine} would change all tables of the server, not only ours."),
        phrase("Choose a local server, or another way."),
        engine=engine,
    )


class StorageMethod[Entered: Session](ABC):
    transitions: ClassVar[frozenset[Transition]] = frozenset(Transition)
    rewrites_plain: ClassVar[bool] = True
    """Whether plaintext can be rewritten the same way, as the baseline of the cost."""
    needs_exclusive_access: ClassVar[bool] = False
    """Whether no other client may be connected during the change."""

    def table_options(self, transition: Transition, protection: Protection) -> str | None:
        """Options of CREATE TABLE before a transition; None: the engine's usual ones."""
        del transition, protection
        return None

    def prepare(self, session: Entered, change: StorageChange) -> None:  # noqa: B027
        """Untimed preparation.

        Raises: StatementFailed, Unsupported
        """

    @abstractmethod
    def carry_out(self, session: Entered, change: StorageChange) -> None:
        """Afterwards the session is connected to the changed database.

        Raises: StatementFailed, ServerUnavailable
        """

    @abstractmethod
    def is_encrypted(self, session: Entered, change: StorageChange) -> bool:
        """Whether the table is encrypted, according to the engine.

        Raises: StatementFailed
        """

    def restore(self, session: Entered, change: StorageChange) -> None:  # noqa: B027
        """Undo other changes to the server, untimed.

        Raises: StatementFailed
        """

    def why_not(self, transition: Transition, protection: Protection) -> Message:
        """Why it cannot be done under a protection; NOTHING if it can."""
        del transition, protection
        return NOTHING


@dataclass(frozen=True)
class StorageWork:
    method: StorageMethod[Any]
    change: StorageChange
