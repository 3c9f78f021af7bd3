"""The second contract of an engine: how each protection is written in its SQL, or requested when
connecting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engines.base.driver import Driver
from engines.client_encryption.client_schemes import cipher_behind, client_encryptor
from engines.client_encryption.stored_form import StoredForm
from engines.contract.endpoint import Endpoint
from engines.contract.errors import Unsupported
from engines.contract.message import phrase
from engines.contract.protection import PLAINTEXT, Keying, Protection, ProtectionKind
from engines.contract.session import Session
from engines.contract.storage_change import StorageChange, StorageMethod, StorageWork
from engines.contract.transition import EncryptionTransition, StorageWay, Transition
from engines.sql.statement import Encryptor, Unencrypted


class Encryption:
    """This base class is for an engine without ciphers of its own: the application encrypts, or
    TLS."""

    storage_methods: ClassVar[Mapping[StorageWay, StorageMethod[Any]]] = {}
    """How existing tables and files are encrypted, by the way of doing it."""

    def __init__(self, driver: Driver[Session]) -> None:
        self.driver = driver

    def state_before(
        self, transition: EncryptionTransition | None, protection: Protection, keying: Keying
    ) -> tuple[Protection, Keying]:
        """The protection and the keys of the stored data before a transition changes them."""
        if transition is None or protection.kind is not ProtectionKind.STORAGE:
            return protection, keying
        match transition.kind:
            case Transition.SWITCH_ON:
                return PLAINTEXT, keying
            case Transition.CHANGE_KEY:
                return protection, keying.with_fresh_key()
            case Transition.SWITCH_OFF:
                return protection, keying

    def state_after(
        self, transition: EncryptionTransition | None, protection: Protection
    ) -> Protection:
        """The protection of the stored data after the transition."""
        at_rest = protection.kind is ProtectionKind.STORAGE
        switched_off = transition is not None and transition.kind is Transition.SWITCH_OFF
        return PLAINTEXT if at_rest and switched_off else protection

    def storage_work(
        self,
        transition: EncryptionTransition,
        protection: Protection,
        database: str,
        before: Endpoint,
        after: Endpoint,
    ) -> StorageWork | None:
        """The change of a database's storage; None if the transition changes values instead.
        Sessions connect to `before` until it is done, then to `after`."""
        if transition.storage_way is None:
            return None
        change = StorageChange(
            transition.kind, protection, database, transition.table, before, after
        )
        return StorageWork(self.storage_methods[transition.storage_way], change)

    def initial_encryptor(
        self, transition: EncryptionTransition, protection: Protection, encryptor: Encryptor
    ) -> Encryptor:
        """The encryptor to create tables with before a transition, given that of its start."""
        if transition.storage_way is None or protection.kind is not ProtectionKind.STORAGE:
            return encryptor
        options = self.storage_methods[transition.storage_way].table_options(
            transition.kind, protection
        )
        return encryptor if options is None else Unencrypted(options)

    def native_encryptor(
        self, protection: Protection, keying: Keying, *, text_columns: bool = False
    ) -> Encryptor:
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

    def storage_encryptor(self, protection: Protection) -> Encryptor:
        """How tables are made under a storage protection; their values stay as they are."""
        del protection
        return Unencrypted()

    def storage_endpoint(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> Endpoint:
        """The endpoint to enter a server by under a storage protection; with the key, where whole
        databases are encrypted."""
        del protection, keying
        return endpoint

    def stored_key(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> bytes | None:
        """The key that encrypts storage under a protection, so that it can be looked for; None
        where there is none, or nobody tells it."""
        encrypted = self.storage_endpoint(endpoint, protection, keying).storage
        return encrypted.key if encrypted else None

    def encryptor(
        self, protection: Protection, keying: Keying, *, text_columns: bool = False
    ) -> Encryptor:
        """The encryptor of any protection; values stay as they are where none encrypts them.

        Raises: Unsupported
        """
        made = self._encryptor(protection, keying, text_columns=text_columns)
        return made if protection.blind_index else made.without_blind_index()

    def _encryptor(
        self, protection: Protection, keying: Keying, *, text_columns: bool
    ) -> Encryptor:
        match protection.kind:
            case ProtectionKind.PLAINTEXT | ProtectionKind.CIPHER | ProtectionKind.TRANSIT:
                return Unencrypted()
            case ProtectionKind.NATIVE:
                return self.native_encryptor(protection, keying, text_columns=text_columns)
            case ProtectionKind.CLIENT:
                return client_encryptor(protection, keying)
            case ProtectionKind.STORAGE:
                return self.storage_encryptor(protection)
            case ProtectionKind.STORED_FORM:
                behind = cipher_behind(protection)
                return StoredForm(self.encryptor(behind, keying, text_columns=text_columns))

    def endpoint_under(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> Endpoint:
        """The endpoint to enter a server by under any protection."""
        if protection.kind is ProtectionKind.TRANSIT:
            return endpoint.secured
        return self.storage_endpoint(endpoint, protection, keying)
