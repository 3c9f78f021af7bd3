"""The right to erasure, tried: the data key of one person's row is deleted; the key and its row are
looked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cryptography.exceptions import InvalidSignature, InvalidTag

from engines.contract.data_place import DataPlace, PlaceName
from engines.contract.key_source import KeyFault, KeyServiceFailed
from engines.contract.message import Message, Number, phrase
from engines.contract.session import Session
from engines.looking.scan import Needle, key_needles
from engines.sealing.client_statement import context_of
from engines.sealing.envelope import Envelope, KeyServiceSealer
from engines.sql.statement import Target
from workloads.contract import MarkerColumn


class MarkedRows:
    """The rows whose text is the marker, under a protection with a key service.

    Raises: KeyServiceFailed
    """

    def __init__(
        self, session: Session, sealer: KeyServiceSealer, where: MarkerColumn, marker: str
    ) -> None:
        self._sealer, self._marker = sealer, marker.encode()
        self._context = context_of(Target(where.table, where.column))
        rows = session.fetch(f"select {where.column} from {where.table} order by id")
        values = [value for (value,) in rows if isinstance(value, bytes)]
        self._sealed = [each for each in values if self._opens(each)]

    def _opens(self, sealed: bytes) -> bool:
        try:
            return self._sealer.open_value(sealed, self._context) == self._marker
        except KeyServiceFailed as error:
            if error.fault is not KeyFault.DELETED:
                raise
        except (InvalidTag, InvalidSignature, ValueError):
            pass
        return False

    @property
    def data_key(self) -> bytes | None:
        """Of the first of them; None where the service encrypts values itself."""
        keys = self._sealer.data_key_of(self._sealed[0], self._context) if self._sealed else None
        return keys[0] if keys else None

    def erasure(self) -> Erasure | None:
        """Of the last of them; None where rows have no key each that can be deleted."""
        sealer = self._sealer
        if not (isinstance(sealer, Envelope) and sealer.shreds and self._sealed):
            return None
        return Erasure(sealer, self._sealed, self._context, self._opens)


class Erasure:
    """One data key, plain and wrapped, that is to be deleted."""

    def __init__(
        self,
        sealer: Envelope,
        sealed: Sequence[bytes],
        context: bytes,
        opens: Callable[[bytes], bool],
    ) -> None:
        self._sealer, self._opens = sealer, opens
        *self._others, self._row = sealed
        keys = sealer.data_key_of(self._row, context)
        self.needles: Sequence[Needle] = [each for key in keys for each in key_needles(key)]
        self.keys_folder = DataPlace(PlaceName.KEYS, sealer.keys_folder)

    def carry_out(self) -> tuple[bool, Message]:
        """Whether the row can still be opened, and a sentence on it and the others."""
        self._sealer.shred(self._row)
        opened = self._opens(self._row)
        others = sum(map(self._opens, self._others))
        if opened:
            return True, phrase("A row can be decrypted after its key was deleted.")
        return False, phrase(
            "The key of one row was deleted: the row cannot be decrypted. Other rows that can: "
            "{opened} of {n}.",
            opened=Number(others),
            n=Number(len(self._others)),
        )
