"""Crypto-shredding (the right to erasure), tried: one person's data key is deleted; then the key
and all values of the person are searched for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cryptography.exceptions import InvalidSignature, InvalidTag

from engines.client_encryption.client_encryptor import context_of
from engines.client_encryption.envelope import Envelope, KeyServiceEncryptor
from engines.contract.data_place import DataPlace, PlaceName
from engines.contract.key_source import KeyFault, KeyServiceFailed
from engines.contract.message import Message, Number, phrase
from engines.contract.session import Row, Session
from engines.inspection.scan import Needle, key_needles
from engines.sql.statement import Target
from workloads.contract import MarkerColumn


class MarkedRows:
    """Stored values that decrypt to the marker, a text that was planted to be searched for, under a
    protection with a key service.

    Raises: KeyServiceFailed
    """

    def __init__(
        self, session: Session, encryptor: KeyServiceEncryptor, where: MarkerColumn, marker: str
    ) -> None:
        self._encryptor, self._marker = encryptor, marker.encode()
        self._context = context_of(Target(where.table, where.column))
        columns = ", ".join(filter(None, (where.column, where.bound_to)))
        rows = session.fetch(f"select {columns} from {where.table} order by id")
        self._encrypted = [
            value
            for value, *bound_to in rows
            if isinstance(value, bytes) and self._is_marker(value, "".join(map(str, bound_to)))
        ]

    def _is_marker(self, encrypted: bytes, bound_to: str) -> bool:
        try:
            opened = self._encryptor.decrypt_value(encrypted, self._context + bound_to.encode())
        except (InvalidTag, InvalidSignature, ValueError):
            return False
        return opened == self._marker

    @property
    def data_key(self) -> bytes | None:
        """The data key of the first such value; None where the key service encrypts values
        itself."""
        keys = (
            self._encryptor.data_key_of(self._encrypted[0], self._context)
            if self._encrypted
            else None
        )
        return keys[0] if keys else None

    def erasure_of_one_person(self, rows: Mapping[str, Sequence[Row]]) -> Erasure | None:
        """An erasure for the person of the last such value, so that the data key of the first
        stays; None where persons have no keys."""
        encryptor = self._encryptor
        if not (isinstance(encryptor, Envelope) and encryptor.per_person and self._encrypted):
            return None
        values = {
            table: [each for row in found for each in row if isinstance(each, bytes)]
            for table, found in rows.items()
        }
        return Erasure(encryptor, self._encrypted[-1], values)


class Erasure:
    """The deletion of one person's data key; `values` are all encrypted ones of a database, by
    table, `needles` the forms of that key to search for."""

    def __init__(
        self, encryptor: Envelope, value_of_person: bytes, values: Mapping[str, Sequence[bytes]]
    ) -> None:
        self._encryptor, self._value_of_person = encryptor, value_of_person
        name = encryptor.key_name(value_of_person)
        self._own: list[bytes] = []
        self._others: dict[bytes, bytes] = {}
        self._tables = 0
        for found in values.values():
            own = [each for each in found if encryptor.key_name(each) == name]
            self._own += own
            self._tables += bool(own)
            self._others |= {encryptor.key_name(each): each for each in found}
        del self._others[name]
        keys = encryptor.data_key_of(value_of_person, b"")
        self.needles: Sequence[Needle] = [each for key in keys for each in key_needles(key)]
        self.keys_folder = DataPlace(PlaceName.KEYS, encryptor.keys_folder)

    def shred_and_check(self) -> tuple[bool, Message]:
        """Delete the key. Returns whether a value of the person can still be decrypted (a failure),
        and a sentence about the values of that person and of others."""
        self._encryptor.shred(self._value_of_person)
        if any(map(self._can_unwrap_key, self._own)):
            return True, phrase("A person's values can be decrypted after the key was deleted.")
        others = sum(map(self._can_unwrap_key, self._others.values()))
        return False, phrase(
            "The key of one person was deleted: no value of that person can be decrypted (values: "
            "{values}, tables: {tables}). Other persons whose values can: {opened} of {n}.",
            values=Number(len(self._own)),
            tables=Number(self._tables),
            opened=Number(others),
            n=Number(len(self._others)),
        )

    def _can_unwrap_key(self, encrypted: bytes) -> bool:
        try:
            self._encryptor.data_key_of(encrypted, b"")
        except KeyServiceFailed as error:
            if error.fault is not KeyFault.DELETED:
                raise
            return False
        return True
