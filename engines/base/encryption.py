"""The second contract of an engine: how each protection is written in its SQL, or asked for on
entering."""

from __future__ import annotations

from engines.base.driver import Driver
from engines.contract.endpoint import Endpoint
from engines.contract.errors import Unsupported
from engines.contract.message import phrase
from engines.contract.protection import Keying, Protection, ProtectionKind
from engines.contract.session import Session
from engines.sealing.client import cipher_behind, client_sealer
from engines.sealing.stored_form import StoredForm
from engines.sql.statement import Sealer, Unsealed


class Encryption:
    """As it stands here an engine has no ciphers of its own: the application seals, or TLS."""

    def __init__(self, driver: Driver[Session]) -> None:
        self.driver = driver

    def native_sealer(
        self, protection: Protection, keying: Keying, *, text_columns: bool = False
    ) -> Sealer:
        """How a native protection is written in this engine's SQL.

        `text_columns` asks for hexadecimal text in place of bytes where the engine has that form.

        Raises: Unsupported
        """
        raise Unsupported(
            phrase("Function not available"),
            phrase("{engine} has no encryption functions."),
            phrase("Choose a client-side protection."),
            engine=self.driver.title,
        )

    def storage_sealer(self, protection: Protection) -> Sealer:
        """How tables are made under a storage protection; their values stay as they are."""
        del protection
        return Unsealed()

    def storage_endpoint(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> Endpoint:
        """The endpoint to enter a server by under a storage protection; with the key, where whole
        databases are sealed."""
        del protection, keying
        return endpoint

    def stored_key(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> bytes | None:
        """The key that seals storage under a protection, so that it can be looked for; None where
        there is none, or nobody tells it."""
        sealed = self.storage_endpoint(endpoint, protection, keying).storage
        return sealed.key if sealed else None

    def sealer(
        self, protection: Protection, keying: Keying, *, text_columns: bool = False
    ) -> Sealer:
        """The sealer of any protection; values stay as they are where none seals them.

        Raises: Unsupported
        """
        made = self._sealer(protection, keying, text_columns=text_columns)
        return made if protection.blind_index else made.without_blind_index()

    def _sealer(self, protection: Protection, keying: Keying, *, text_columns: bool) -> Sealer:
        match protection.kind:
            case ProtectionKind.PLAINTEXT | ProtectionKind.CIPHER | ProtectionKind.TRANSIT:
                return Unsealed()
            case ProtectionKind.NATIVE:
                return self.native_sealer(protection, keying, text_columns=text_columns)
            case ProtectionKind.CLIENT:
                return client_sealer(protection, keying)
            case ProtectionKind.STORAGE:
                return self.storage_sealer(protection)
            case ProtectionKind.STORED_FORM:
                behind = cipher_behind(protection)
                return StoredForm(self.sealer(behind, keying, text_columns=text_columns))

    def endpoint_under(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> Endpoint:
        """The endpoint to enter a server by under any protection."""
        if protection.kind is ProtectionKind.TRANSIT:
            return endpoint.secured
        return self.storage_endpoint(endpoint, protection, keying)
