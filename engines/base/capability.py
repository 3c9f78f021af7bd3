"""The capabilities of one live server, found by probing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engines.client_encryption.client_schemes import cipher_behind, client_ciphers
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Cipher, Protection, ProtectionKind, algorithm_title
from engines.inspection.filesystem import layers_below

DATA_LIES_ON = "data directory on"
"""The setting of a server that says what lies under its data directory."""


TLS_CIPHER = Cipher("tls", 0, "")
"""TLS as a server offers it: client and server agree on the cipher."""

TLS_IN_USE = "TLS"
"""The setting of a server that says which version and cipher a connection got."""

STORAGE_MODES = frozenset({"tablespace", "file", "passphrase", "filesystem"})
"""Modes of ciphers that encrypt storage."""


@dataclass(frozen=True)
class Capabilities:
    """The answers of one server.

    `native` and `storage` hold the ciphers that encrypted and decrypted a probe value; `refused`
    the server's own message for those that did not, of either kind. Storage ciphers have one of
    `STORAGE_MODES`. Client-side ones are the application's, the same everywhere.
    """

    version: str
    native: frozenset[Cipher] = frozenset()
    refused: Mapping[Cipher, Message] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    probe_seconds: float = 0.0
    storage: frozenset[Cipher] = frozenset()
    transit: frozenset[Cipher] = frozenset()
    """What connections to it can be encrypted by."""
    lies_on: str = ""
    """What lies under its data (`looking.filesystem.Layers.code`); empty where it is not seen."""
    layers: Message = NOTHING
    """The same in words."""
    powers: tuple[str, ...] = ()
    """What our login may do on a server at an address beyond its own databases, as the server names
    it: be a superuser, read or write files, start programs."""

    @property
    def client(self) -> frozenset[Cipher]:
        """The schemes that the application can encrypt with."""
        return client_ciphers()

    def why_not(self, protection: Protection, default_mode: str) -> Message | None:
        """Why this server cannot do `protection`; None when it can."""
        match protection.kind:
            case ProtectionKind.PLAINTEXT:
                return None
            case ProtectionKind.NATIVE:
                return self._why_not(protection, self.native, default_mode)
            case ProtectionKind.CLIENT:
                return self._why_not(protection, self.client, "")
            case ProtectionKind.STORAGE | ProtectionKind.TRANSIT:
                return self._why_no_layer(protection)
            case ProtectionKind.CIPHER:
                return phrase("A raw cipher stores nothing in a database.")
            case ProtectionKind.STORED_FORM:
                return self.why_not(cipher_behind(protection), default_mode)

    def _why_not(
        self, protection: Protection, able: frozenset[Cipher], default_mode: str
    ) -> Message | None:
        cipher = Cipher(
            protection.algorithm or "", protection.bits or 0, protection.mode or default_mode
        )
        if cipher in able:
            return None
        name = "-".join(filter(None, (cipher.algorithm, str(cipher.bits), cipher.mode)))
        if able is not self.native:
            return phrase("The application does not support {name}.", name=name)
        if message := self.refused.get(cipher):
            return phrase("The server refused {name}: {words}", name=name, words=message)
        return phrase("The server does not support {name}.", name=name)

    def _why_no_layer(self, protection: Protection) -> Message | None:
        if protection.kind is ProtectionKind.STORAGE:
            return self._why_not_storage(protection)
        return self._why_not_transit(protection)

    def _why_not_storage(self, protection: Protection) -> Message | None:
        """Bits and mode may be left open where the algorithm says enough."""
        if any(matches_protection(cipher, protection) for cipher in self.storage):
            return None
        message = next(
            (why for each, why in self.refused.items() if matches_protection(each, protection)),
            None,
        )
        name = "-".join(map(str, filter(None, (protection.algorithm, protection.bits))))
        if message:
            return phrase(
                "The server refused storage encryption by {name}: {words}", name=name, words=message
            )
        if lies := self.layers or self.settings.get(DATA_LIES_ON):
            frame = phrase(
                "The server does not support storage encryption by {name}. Its data directory: "
                "{lies}."
            )
            return frame.with_values(name=name, lies=lies)
        return phrase("The server does not support storage encryption by {name}.", name=name)

    def _why_not_transit(self, protection: Protection) -> Message | None:
        if any(matches_protection(cipher, protection) for cipher in self.transit):
            return None
        name = algorithm_title(protection.algorithm or "")
        if message := self.refused.get(Cipher(protection.algorithm or "", 0, "")):
            return phrase("The server refused {name}: {words}", name=name, words=message)
        return phrase("The server does not offer {name} for this connection.", name=name)

    def tables(self) -> dict[str, list[dict[str, object]]]:
        """Ciphers by kind (`native`, `client`, `storage`, `transit`), sorted, as rows of
        `algorithm`, `bits`, `modes`."""
        kinds = {
            "native": self.native,
            "client": self.client,
            "storage": self.storage,
            "transit": self.transit,
        }
        return {kind: _rows(ciphers) for kind, ciphers in kinds.items()}


def power_warning(server: str, capabilities: Capabilities) -> Message:
    """What is to be said before a campaign of a login that may do too much; nothing of others."""
    if not capabilities.powers:
        return NOTHING
    return phrase(
        "{server}: the login has more rights than measuring needs ({powers}), and statements of "
        "workload files run with them. Use a login that may create databases and nothing else.",
        server=server,
        powers=", ".join(capabilities.powers),
    )


def matches_protection(cipher: Cipher, protection: Protection) -> bool:
    """Whether a storage cipher is that of a protection; what the protection leaves open matches."""
    wanted = protection.algorithm, protection.bits, protection.mode
    has = cipher.algorithm, cipher.bits, cipher.mode
    return all(want in (None, have) for want, have in zip(wanted, has, strict=True))


def _rows(ciphers: Iterable[Cipher]) -> list[dict[str, object]]:
    modes: dict[tuple[str, int], list[str]] = {}
    for cipher in sorted(ciphers):
        modes.setdefault((cipher.algorithm, cipher.bits), []).append(cipher.mode)
    return [
        {"algorithm": algorithm, "bits": bits, "modes": found}
        for (algorithm, bits), found in modes.items()
    ]


def settings_from(rows: Iterable[Sequence[object]]) -> Mapping[str, str]:
    """Settings as a mapping, from rows of (name, value)."""
    return {str(name): str(value) for name, value, *_ in rows}


def add_layers(capabilities: Capabilities, endpoint: Endpoint) -> Capabilities:
    """The capabilities, with the encryption that lies under the server's data directory added."""
    layers = layers_below(endpoint)
    return replace(
        capabilities,
        storage=capabilities.storage | layers.ciphers,
        settings={**capabilities.settings, DATA_LIES_ON: str(layers.description)},
        lies_on=layers.code,
        layers=layers.description,
    )


def cipher_candidates(
    algorithms: Mapping[str, Iterable[int]], modes: Iterable[str]
) -> list[Cipher]:
    """Every cipher worth trying: each algorithm's key lengths × modes."""
    wanted = list(modes)
    return [
        Cipher(name, bits, mode)
        for name, lengths in algorithms.items()
        for bits in lengths
        for mode in wanted
    ]


def try_each(
    ciphers: Iterable[Cipher], fault: Callable[[Cipher], Message | None]
) -> tuple[frozenset[Cipher], dict[Cipher, Message]]:
    """The ciphers that work, and why the others do not.

    `fault(cipher)` tries one and tells what is wrong with it, None when nothing is; it may raise
    CipherbenchError, of which the server's own words are kept.
    """
    tried = list(ciphers)
    refused: dict[Cipher, Message] = {}
    for cipher in tried:
        try:
            why = fault(cipher)
        except CipherbenchError as error:
            why = server_message(error)
        if why is not None:
            refused[cipher] = why
    return frozenset(tried) - refused.keys(), refused


def server_message(error: CipherbenchError) -> Message:
    """The server's own message, if the error carries one; otherwise the error's."""
    message = error.values.get("words")
    return error.messages[1] if message is None else Message(message)
