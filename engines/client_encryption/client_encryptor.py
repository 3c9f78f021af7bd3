"""The base class of encryptors that encrypt in the application, with a key here or at a key
service."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from engines.client_encryption.client_statement import bound_to, context_of, prepare_encrypted
from engines.contract.session import ApplicationEncryptor, Prepared
from engines.sql.statement import USUAL_BYTES, Encryptor, Role, Statement, Target


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
