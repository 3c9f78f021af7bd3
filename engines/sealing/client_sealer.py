"""The base class of sealers that encrypt in the application, with a key here or at a key
service."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from engines.contract.session import ApplicationSealer, Prepared
from engines.sealing.client_statement import bound_to, context_of, prepare_encrypted
from engines.sql.statement import USUAL_BYTES, Role, Sealer, Statement, Target


class ClientSealer(ApplicationSealer):
    """Seals in the application; in SQL sealed values are parameters and columns as they are."""

    opens_in_server = False
    batches = False
    """Whether all values of a statement are sealed, or opened, together."""
    overhead: int
    """Bytes that a sealed value is longer than its plaintext, at most."""
    front_bytes: int
    """Nonce or vector in front of the ciphertext; AES-SIV's synthetic one is its tag as well."""
    tag_bytes: int
    """The authentication tag behind the ciphertext."""

    def seal(self, placeholder: Callable[[Role], str]) -> str:
        return placeholder(Role.SEALED)

    def open(self, column: str, size: int = USUAL_BYTES) -> str:
        return column

    def encrypted_size(self, size: int) -> int:
        return size + self.overhead

    def around(
        self, statement: Statement, prepare: Callable[[Statement, Sealer], Prepared]
    ) -> Prepared:
        return prepare_encrypted(statement, self, prepare)

    def is_encrypted(self, value: object) -> bool:
        return isinstance(value, bytes) and len(value) >= self.front_bytes + self.tag_bytes

    def all_to_store(self, values: Sequence[bytes], target: Target) -> Sequence[bytes]:
        seal, context = self.seal_value, context_of(bound_to(target, self))
        if self.batches:
            return self.seal_together([(value, context) for value in values])
        return [seal(value, context) for value in values]

    def seal_together(self, values: Sequence[tuple[bytes, bytes]]) -> list[bytes]:
        """Values, each with its context, of one that `batches`."""
        return [self.seal_value(*each) for each in values]

    def open_together(self, sealed: Sequence[tuple[bytes, bytes]]) -> list[bytes]:
        """Raises: as `open_value`"""
        return [self.open_value(*each) for each in sealed]

    @abstractmethod
    def seal_value(self, value: bytes, context: bytes) -> bytes:
        """The bytes to be stored; `context` must be given again to open them."""

    @abstractmethod
    def open_value(self, sealed: bytes, context: bytes) -> bytes:
        """The value that was sealed.

        Raises: InvalidTag, InvalidSignature or ValueError for anything else
        """
