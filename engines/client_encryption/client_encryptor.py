"""Values that the application encrypts and decrypts, around the driver's own statement, with a key
here or at a key service."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cryptography.exceptions import InvalidSignature, InvalidTag

from engines.contract.errors import StatementFailed, Unsupported
from engines.contract.message import phrase
from engines.contract.session import ApplicationEncryptor, Bound, Prepared, RawResult, Row
from engines.sql.statement import (
    USUAL_BYTES,
    Decrypted,
    Encrypted,
    Encryptor,
    Parameter,
    Pieces,
    Place,
    Role,
    Statement,
    Target,
    Unencrypted,
    Value,
    ValueType,
    decrypted_column,
    person_bytes,
)
from engines.sql.value_encoding import column_decoder, column_encoder, encrypted_width


class ClientEncryptor(ApplicationEncryptor):
    """Encrypts in the application; in SQL encrypted values are parameters and columns as they
    are."""

    decrypts_in_server = False
    batches = False
    """Whether all values of a statement are encrypted, or opened, together."""
    overhead: int
    """Bytes that an encrypted value is longer than its plaintext, at most."""
    front_bytes: int
    """Nonce or vector in front of the ciphertext; AES-SIV's synthetic one is its tag as well."""
    tag_bytes: int
    """The authentication tag behind the ciphertext."""

    def encrypt_sql(self, placeholder: Callable[[Role], str]) -> str:
        return placeholder(Role.ENCRYPTED)

    def decrypt_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        return column

    def encrypted_size(self, size: int) -> int:
        return size + self.overhead

    def around(
        self, statement: Statement, prepare: Callable[[Statement, Encryptor], Prepared]
    ) -> Prepared:
        return prepare_encrypted(statement, self, prepare)

    def is_encrypted(self, value: object) -> bool:
        return isinstance(value, bytes) and len(value) >= self.front_bytes + self.tag_bytes

    def encrypt_column(self, values: Sequence[bytes], target: Target) -> Sequence[bytes]:
        encrypt, context = self.encrypt_value, context_of(bound_to(target, self))
        if self.batches:
            return self.encrypt_batch([(value, context) for value in values])
        return [encrypt(value, context) for value in values]

    def encrypt_batch(self, values: Sequence[tuple[bytes, bytes]]) -> list[bytes]:
        """Values, each with its context, of one that `batches`."""
        return [self.encrypt_value(*each) for each in values]

    def decrypt_batch(self, encrypted: Sequence[tuple[bytes, bytes]]) -> list[bytes]:
        """Raises: as `decrypt_value`"""
        return [self.decrypt_value(*each) for each in encrypted]

    @abstractmethod
    def encrypt_value(self, value: bytes, context: bytes) -> bytes:
        """The bytes to be stored; `context` must be given again to open them."""

    @abstractmethod
    def decrypt_value(self, encrypted: bytes, context: bytes) -> bytes:
        """The value that was encrypted.

        Raises: InvalidTag, InvalidSignature or ValueError for anything else
        """


def prepare_encrypted(
    statement: Statement, box: ClientEncryptor, prepare: Callable[[Statement, Encryptor], Prepared]
) -> Prepared:
    """A statement whose values are encrypted and whose columns are opened here.

    Raises: StatementFailed, Unsupported where `open` stands outside the list that is selected
    """
    rewritten = _Rewritten(statement, box)
    inner = prepare(rewritten.statement, Unencrypted())
    if not rewritten.encrypted and not rewritten.opened:
        return inner
    return ClientPrepared(inner, rewritten, box)


@dataclass(frozen=True)
class _Opened:
    """A column of the result that is opened; `key` is the place of its row's key among the keys."""

    column: int
    target: Target
    key: int | None


class _Rewritten:
    """A statement that encrypts and decrypts nothing, and what is to be done around it.

    `encrypted` maps a parameter of the new statement to its target and the parameter it stands for;
    the keys of rows are the last `keys` columns that it gives.
    """

    def __init__(self, statement: Statement, box: ClientEncryptor) -> None:
        self.given = statement
        self._box = box
        self.encrypted: dict[str, tuple[Target, str]] = {}
        self.opened: list[_Opened] = []
        self._keys: list[str] = []
        listed = [self._listed(column, item) for column, item in enumerate(statement.columns)]
        head, pieces = (tuple(map(self._without, e)) for e in (statement.head, statement.pieces))
        keys = ((key,) for key in self._keys)
        self.statement = replace(statement, head=head, pieces=pieces, columns=(*listed, *keys))

    @property
    def keys(self) -> int:
        return len(self._keys)

    def _listed(self, column: int, item: Pieces) -> Pieces:
        """An item of the list that is selected; one that is opened stands there alone."""
        match item:
            case (Decrypted(named, target),):
                self.opened.append(_Opened(column, *self._keyed(target)))
                return (named,)
            case _:
                return tuple(map(self._without, item))

    def _keyed(self, target: Target) -> tuple[Target, int | None]:
        target = bound_to(target, self._box)
        if target.key is None:
            return target, None
        if target.key not in self._keys:
            self._keys.append(target.key)
        return target, self._keys.index(target.key)

    def _without(self, piece: str | Place) -> str | Place:
        if (column := decrypted_column(piece)) is not None:
            raise only_here(column)
        if not isinstance(piece, Encrypted):
            return piece
        name, target = piece.parameter.name, bound_to(piece.target, self._box)
        person = target.person if self._box.per_person else None
        parts = (name, "for", target.table, target.column, target.key, person)
        fresh = "_".join(part for part in parts if part)
        self.encrypted[fresh] = target, name
        most = self._box.encrypted_size(encrypted_width(target))
        return Parameter(fresh, ValueType.BYTES, most)


def bound_to(target: Target, box: ClientEncryptor) -> Target:
    """What a value is bound to. The key of a row is left out where it would make equal values
    unequal; a domain is, where they are unequal anyway."""
    return replace(target, key=None) if box.deterministic else replace(target, domain="")


def only_here(column: str) -> Unsupported:
    """That a statement has the server open what it cannot."""
    return Unsupported(
        phrase("Only the application can decrypt it"),
        phrase("A statement asks the server to decrypt {column}. Only the application can."),
        phrase("Remove the decryption from the statement, or choose a native protection."),
        column=column,
    )


class ClientPrepared(Prepared):
    """Encrypts, runs and decrypts; all of it is what `run` stands for inside the clock."""

    def __init__(self, inner: Prepared, rewritten: _Rewritten, box: ClientEncryptor) -> None:
        self._inner = inner
        self._box = box
        self._keys = rewritten.keys
        given = rewritten.given.parameters
        self._plan = [
            _Step(
                given.index(rewritten.encrypted[name][1]), rewritten.encrypted[name][0], given, box
            )
            if name in rewritten.encrypted
            else _Step(given.index(name), None, given, box)
            for name in rewritten.statement.parameters
        ]
        self._opened = [
            (each, context_of(each.target), column_decoder(each.target))
            for each in rewritten.opened
        ]
        self.bind = _encoded
        self.run = self._run_and_open if self._opened else self._run
        if box.begin_row is not None:
            self.run = _after(box.begin_row, self.run)

    def _run(self, bound: Bound) -> RawResult:
        inner = self._inner
        if self._box.batches:
            values = self._encrypted_batch(bound)
        else:
            encrypt = self._box.encrypt_value
            values = [step.value(bound, encrypt) for step in self._plan]
        return inner.check_outcome(inner.run(inner.bind(values)))

    def _encrypted_batch(self, bound: Bound) -> list[Value]:
        asked: list[tuple[bytes, bytes]] = []

        def ask(value: bytes, context: bytes) -> bytes:
            asked.append((value, context))
            return _ASKED

        values = [step.value(bound, ask) for step in self._plan]
        encrypted = iter(self._box.encrypt_batch(asked))
        return [next(encrypted) if each is _ASKED else each for each in values]

    def _run_and_open(self, bound: Bound) -> RawResult:
        rows = self._inner.rows(self._run(bound))
        decrypt_value = (
            self._decrypted_batch(rows) if self._box.batches else self._box.decrypt_value
        )
        return [self._open_row(row, decrypt_value) for row in rows]

    def _decrypted_batch(self, rows: Sequence[Row]) -> Callable[[bytes, bytes], bytes]:
        """What gives the values of these rows, opened by one call, in the order they are asked
        for."""
        try:
            asked = [
                (bytes(row[each.column]), context + self._key_of(row, each))  # type: ignore[arg-type]
                for row in rows
                for each, context, _ in self._opened
                if row[each.column] is not None
            ]
            opened = iter(self._box.decrypt_batch(asked))
        except _REJECTIONS as error:
            raise _rejected(self._opened[0][0].target) from error
        return lambda encrypted, context: next(opened)

    def _key_of(self, row: Row, opened: _Opened) -> bytes:
        if opened.key is None:
            return b""
        return _key_bytes(row[len(row) - self._keys + opened.key])

    def _open_row(self, row: Row, decrypt_value: Callable[[bytes, bytes], bytes]) -> Row:
        shown = len(row) - self._keys
        opened = list(row[:shown])
        for each, context, read in self._opened:
            encrypted = opened[each.column]
            if encrypted is not None:
                key = b"" if each.key is None else _key_bytes(row[shown + each.key])
                try:
                    opened[each.column] = read(decrypt_value(bytes(encrypted), context + key))  # type: ignore[arg-type]
                except _REJECTIONS as error:
                    raise _rejected(each.target) from error
        return tuple(opened)

    def explain(self, values: Sequence[Value]) -> str:
        encrypt = self._box.encrypt_value
        return self._inner.explain([step.value(values, encrypt) for step in self._plan])

    def rows(self, arrived: RawResult) -> Sequence[Row]:
        if self._opened:
            return arrived  # type: ignore[return-value]
        return self._inner.rows(arrived)

    def affected(self, arrived: RawResult) -> int:
        if self._opened:
            return len(arrived)  # type: ignore[arg-type]
        return self._inner.affected(arrived)

    def close(self) -> None:
        self._inner.close()


_REJECTIONS = (InvalidTag, InvalidSignature, ValueError, TypeError)
_ASKED = b"to be sealed"
"""Stands, as this very object, where a value is put that is encrypted together with others."""


def _rejected(target: Target) -> StatementFailed:
    return StatementFailed(
        phrase("Value rejected"),
        phrase(
            "A value of {table}.{column} was rejected: it was changed or moved after "
            "encryption, or encrypted with another key."
        ),
        phrase("Find out what changed the database outside the application."),
        table=target.table,
        column=target.column,
    )


class _Step:
    """One value for the driver: one that was given, or one encrypted for a target."""

    def __init__(
        self, index: int, target: Target | None, given: Sequence[str], box: ClientEncryptor
    ) -> None:
        self._index = index
        self._form = None if target is None else column_encoder(target)
        self._context = None if target is None else context_of(target)
        self._key = given.index(target.key) if target is not None and target.key else None
        self._begin_person = box.begin_person
        self._people = "" if target is None else target.people
        self._person: int | None = None
        if target is not None and box.per_person:
            self._person = given.index(target.person) if target.person else _NOBODY

    def value(self, bound: Bound, encrypt: Callable[[bytes, bytes], bytes]) -> Value:
        value = bound[self._index]
        if self._context is None or self._form is None or value is None:
            return value  # type: ignore[return-value]
        context = self._context
        if self._key is not None:
            context += _key_bytes(bound[self._key])
        if self._person is not None:
            number = None if self._person == _NOBODY else bound[self._person]
            self._begin_person(person_bytes(self._people, number))
        return encrypt(self._form(value), context)


_NOBODY = -1


def _after(
    begin: Callable[[], None], run: Callable[[Bound], RawResult]
) -> Callable[[Bound], RawResult]:
    def begun(bound: Bound) -> RawResult:
        begin()
        return run(bound)

    return begun


def _encoded(values: Sequence[Value]) -> Bound:
    return values


def context_of(target: Target) -> bytes:
    """Associated data of a column, or of the domain that it shares with others; no name holds the
    zero byte that ends each."""
    if target.domain:
        return f"\0{target.domain}\0".encode()
    return f"{target.table}\0{target.column}\0".encode()


def _key_bytes(key: object) -> bytes:
    return str(key).encode()
