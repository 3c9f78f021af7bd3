"""Plaintext in the form that a cipher's values are stored in: a second baseline.

Under a cipher two things change: values are encrypted, and their columns hold bytes of another
length in place of text with a collation. Here the second is done without the first, so that each
can be told by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engines.client_encryption.client_encryptor import only_here
from engines.contract.session import ApplicationEncryptor, Bound, Prepared, RawResult, Row
from engines.sql.statement import (
    USUAL_BYTES,
    Decrypted,
    Encryptor,
    Pieces,
    Role,
    Statement,
    Target,
    Value,
    decrypted_column,
)
from engines.sql.value_encoding import WIDTHS, column_decoder

_FILLING = b"\0"
"""What values are filled up with; no text holds it."""


class StoredForm(ApplicationEncryptor):
    """Values as they are, filled up to the length of what `cipher` would make of them.

    Where a cipher only tells how long its values are at most, as OpenPGP does, they are as long as
    that. Equal values are equal bytes, also where the cipher draws a vector for each: no blind
    index stands beside them, and its cost counts as the cipher's.
    """

    decrypts_in_server = False

    def __init__(self, cipher: Encryptor) -> None:
        self._cipher = cipher
        self.stores_text = cipher.stores_text
        self.most_bytes = cipher.most_bytes

    def encrypt_sql(self, placeholder: Callable[[Role], str]) -> str:
        return self._cipher.to_column(placeholder(Role.ENCRYPTED))

    def decrypt_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        return self._cipher.from_column(column)

    def encrypted_size(self, size: int) -> int:
        return self._cipher.encrypted_size(size)

    def encode(self, value: bytes) -> bytes:
        """The value filled up, before the clock starts."""
        if self.most_bytes is not None:
            self._cipher.encode(value)  # refuses what is too long for it
        size = self.encrypted_size(len(value))
        # As text a byte is two digits, behind “\x”.
        return value.ljust((size - 2) // 2 if self.stores_text else size, _FILLING)

    def encrypt_column(self, values: Sequence[bytes], target: Target) -> Sequence[bytes]:
        return list(map(self.encode, values))

    def around(
        self, statement: Statement, prepare: Callable[[Statement, Encryptor], Prepared]
    ) -> Prepared:
        opened = _opened(statement)
        inner = prepare(statement, self)
        return _Unfilled(inner, opened) if opened else inner

    def decrypt_bytes_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        return self._cipher.from_column(column)


def _opened(statement: Statement) -> Mapping[int, Target]:
    """The columns of the result that are opened, with what they are.

    Raises: Unsupported where `open` stands outside the list that is selected
    """
    found = {
        column: target for column, item in enumerate(statement.columns) for target in _alone(item)
    }
    asked = list(filter(None, map(decrypted_column, statement.whole)))
    if len(asked) > len(found):
        raise only_here(asked[-1])
    return found


def _alone(item: Pieces) -> Iterator[Target]:
    """The target of a column that is opened, where an item of a list is nothing else."""
    match item:
        case (Decrypted(target=target),):
            yield target


class _Unfilled(Prepared):
    """The driver's own statement; values lose their filling as rows are taken apart, after the
    clock has stopped."""

    def __init__(self, inner: Prepared, opened: Mapping[int, Target]) -> None:
        self._inner = inner
        self._opened = {column: _unfilled(target) for column, target in opened.items()}
        self.bind, self.success_statuses = inner.bind, inner.success_statuses
        self.call = inner.call  # type: ignore[method-assign]
        self.check_outcome = inner.check_outcome  # type: ignore[method-assign]

    @property
    def run(self) -> Callable[[Bound], RawResult]:  # type: ignore[override]
        """Asked for before the clock starts; a driver may have a shorter way after the first."""
        return self._inner.run

    def rows(self, arrived: RawResult) -> Sequence[Row]:
        return [
            tuple(
                self._opened[column](value) if column in self._opened else value
                for column, value in enumerate(row)
            )
            for row in self._inner.rows(arrived)
        ]

    def explain(self, values: Sequence[Value]) -> str:
        return self._inner.explain(values)

    def affected(self, arrived: RawResult) -> int:
        return self._inner.affected(arrived)

    def close(self) -> None:
        self._inner.close()


def _unfilled(target: Target) -> Callable[[Value], Value]:
    """What takes the filling off a stored value and reads it."""
    read = column_decoder(target)
    width = None if target.as_text else WIDTHS.get(target.type)

    def unfilled(stored: Value) -> Value:
        if not isinstance(stored, bytes):
            return stored
        return read(stored[:width] if width else stored.rstrip(_FILLING))

    return unfilled
