"""What a protection is good for: whom it keeps out, what it gives away, what still works.

The answers follow from the kind of the protection, its mode and its initialisation vectors (NIST
SP 800-38A sections 5.3 and 6 and appendix C for ECB, CBC, CFB, OFB and CTR; RFC 5116 for
authentication; RFC 5297 for AES-SIV). They are claims: `cipherbench evidence` looks for the data
where a thief would.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from engines.protection import Protection, ProtectionKind

ECB = "ECB"
FIXED_IV = "fixed IV"

_STREAM_LIKE = frozenset({"ofb", "ctr", "stream"})
_WITHOUT_IV = frozenset({"rc4"})
"""Stream ciphers that take no initialisation vector at all."""
_SELF_SALTED = frozenset({"pgp", "oaep"})
"""Forms that draw what makes each value different by themselves."""
_AUTHENTICATED = frozenset({"gcm", "poly1305", "gcm-siv", "siv", "cbc-hmac-sha256", "pgp", "oaep"})
"""`pgp` counts for its modification detection code, `oaep` for its padding; neither is a proof
against somebody who holds the public key."""
_MISUSE_RESISTANT = frozenset({"siv", "gcm-siv"})


class Ability(StrEnum):
    """How far a server can still work with protected values."""

    YES = "yes"
    EQUALITY = "equal values only"
    SCAN = "by opening every row"
    NO = "no"


class Kept(StrEnum):
    """Whether a protection keeps somebody out."""

    OUT = "kept out"
    PARTLY = "partly"
    IN = "not kept out"


@dataclass(frozen=True)
class Said:
    """A sentence; `template` is translated before `values` fill its `{field}` places."""

    template: str
    values: Mapping[str, str] = MappingProxyType({})

    @property
    def text(self) -> str:
        """The sentence, filled."""
        return self.template.format(**self.values)


@dataclass(frozen=True)
class Properties:
    """What is known of a protection as it is used.

    `disk`, `os_login` and `database_login` tell whether a thief of the disk, somebody logged into
    the server's machine and somebody logged into the database are kept out. `marks` are warnings
    that belong beside the protection's name wherever it stands.
    """

    authenticated: bool
    hides_equality: bool
    needs_unique_iv: bool
    reuses_keystream: bool
    search: Ability
    index: Ability
    sort: Ability
    disk: Kept
    os_login: Kept
    database_login: Kept
    protects: Said
    gives_away: Said
    marks: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Plain values, the sentences filled."""
        return {
            "authenticated": self.authenticated,
            "hides_equality": self.hides_equality,
            "needs_unique_iv": self.needs_unique_iv,
            "search": self.search.value,
            "index": self.index.value,
            "sort": self.sort.value,
            "stolen_disk": self.disk.value,
            "os_login": self.os_login.value,
            "database_login": self.database_login.value,
            "protects": self.protects.text,
            "gives_away": self.gives_away.text,
            "marks": list(self.marks),
        }


def properties_of(protection: Protection, mode: str | None, *, fixed_iv: bool) -> Properties:
    """The properties of a protection in `mode` (the one in use, where the protection names none).

    `fixed_iv` says that one initialisation vector serves all values, as the published study had
    it; client-side protections never do that.
    """
    match protection.kind:
        case ProtectionKind.PLAINTEXT:
            return _PLAINTEXT
        case ProtectionKind.STORAGE:
            usual = "filesystem" if protection.below_server else ""
            return _storage(mode or protection.mode or usual)
        case ProtectionKind.CLIENT:
            return _client(mode or protection.mode or "")
        case ProtectionKind.NATIVE:
            return _native(protection.algorithm or "", mode or "", fixed_iv)


def _native(algorithm: str, mode: str, fixed_iv: bool) -> Properties:
    base = mode.partition("-")[0]
    ecb = base == "ecb"
    without_iv = ecb or algorithm in _WITHOUT_IV
    salted = base in _SELF_SALTED
    repeats = without_iv or (fixed_iv and not salted)
    keystream = algorithm in _WITHOUT_IV or (fixed_iv and base in _STREAM_LIKE)
    marks = (ECB,) if ecb else (FIXED_IV,) if fixed_iv and not salted and not without_iv else ()
    return Properties(
        authenticated=base in _AUTHENTICATED,
        hides_equality=not repeats,
        needs_unique_iv=not without_iv and not salted,
        reuses_keystream=keystream,
        search=Ability.EQUALITY if repeats else Ability.SCAN,
        index=Ability.EQUALITY if repeats else Ability.NO,
        sort=Ability.SCAN,
        disk=Kept.OUT,
        os_login=Kept.PARTLY,
        database_login=Kept.PARTLY,
        protects=_NATIVE_PROTECTS,
        gives_away=_native_leak(ecb, keystream, repeats),
        marks=marks,
    )


def _native_leak(ecb: bool, keystream: bool, repeats: bool) -> Said:
    if ecb:
        return _ECB_LEAK
    if keystream:
        return _KEYSTREAM_LEAK
    return _EQUALITY_LEAK if repeats else _NATIVE_LEAK


def _client(mode: str) -> Properties:
    deterministic = mode == "siv"
    return Properties(
        authenticated=True,
        hides_equality=not deterministic,
        needs_unique_iv=mode not in _MISUSE_RESISTANT,
        reuses_keystream=False,
        search=Ability.EQUALITY if deterministic else Ability.NO,
        index=Ability.EQUALITY if deterministic else Ability.NO,
        sort=Ability.NO,
        disk=Kept.OUT,
        os_login=Kept.OUT,
        database_login=Kept.OUT,
        protects=_CLIENT_PROTECTS,
        gives_away=_SIV_LEAK if deterministic else _CLIENT_LEAK,
    )


def _storage(mode: str) -> Properties:
    return Properties(
        authenticated=False,
        hides_equality=True,
        needs_unique_iv=False,
        reuses_keystream=False,
        search=Ability.YES,
        index=Ability.YES,
        sort=Ability.YES,
        disk=Kept.OUT,
        os_login=_STORAGE_OS.get(mode, Kept.PARTLY),
        database_login=Kept.IN,
        protects=_STORAGE_PROTECTS,
        gives_away=_STORAGE_LEAKS.get(mode, _STORAGE_LEAK),
    )


_PLAINTEXT = Properties(
    authenticated=False,
    hides_equality=False,
    needs_unique_iv=False,
    reuses_keystream=False,
    search=Ability.YES,
    index=Ability.YES,
    sort=Ability.YES,
    disk=Kept.IN,
    os_login=Kept.IN,
    database_login=Kept.IN,
    protects=Said("Nothing is kept from anybody: this is what costs are told against."),
    gives_away=Said("Everything, to whoever gets the disk, a backup or a login."),
)

_NATIVE_PROTECTS = Said(
    "Values are ciphertext on the disk, in backups and to a login that has no key."
)
_ECB_LEAK = Said(
    "Equal blocks of 16 bytes (8 in older ciphers) become equal ciphertext, so patterns stay "
    "visible. The key passes through the server with every statement."
)
_KEYSTREAM_LEAK = Said(
    "One key stream seals every value: two ciphertexts give the difference of their plaintexts, "
    "and a known value opens the others. The key passes through the server."
)
_EQUALITY_LEAK = Said(
    "Equal values become equal ciphertext, and equal beginnings too in CBC and CFB, so "
    "frequencies can be matched to public figures. The key passes through the server."
)
_NATIVE_LEAK = Said(
    "Lengths of values, and the key itself to whoever reads the server's memory, statements or "
    "logs."
)
_CLIENT_PROTECTS = Said(
    "The server never sees key or plaintext; a value that was changed or moved is refused."
)
_CLIENT_LEAK = Said(
    "Lengths of values, and which rows are read. The server can neither search nor sort without "
    "a blind index, which tells which values are equal."
)
_SIV_LEAK = Said("Lengths of values, and which values of a column are equal; nothing else.")
_STORAGE_PROTECTS = Said(
    "A disk, a file or a backup of files that is stolen without its key holds no plaintext."
)
_STORAGE_LEAK = Said(
    "Everything to a login: the server opens what it reads. Logs and temporary files outside the "
    "sealed files stay plain."
)
_STORAGE_OS = {"tablespace": Kept.PARTLY, "file": Kept.PARTLY, "filesystem": Kept.IN}
_STORAGE_LEAKS = {
    "tablespace": Said(
        "Everything to a login of the database. The redo log and temporary files stay plain "
        "unless they are sealed as well, and the key lies where the server can read it."
    ),
    "file": Said(
        "Everything to the program that holds the key; sizes and times of writing to anybody."
    ),
    "filesystem": Said(
        "Everything while it is mounted, to a login of the machine as to one of the database."
    ),
}
