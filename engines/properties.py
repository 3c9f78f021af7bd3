"""Security properties of a protection: who is excluded, what leaks, what queries still work.

The answers follow from the kind of the protection, its mode and its initialisation vectors (NIST
SP 800-38A sections 5.3 and 6 and appendix C for ECB, CBC, CFB, OFB and CTR; RFC 5116 for
authentication; RFC 5297 for AES-SIV). They are claims: `cipherbench evidence` searches files,
memory and connections for the data, and `app/evidence/threats.py` corrects a claim by its finding.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Protection, ProtectionKind
from engines.registry import engine_names, facts_of

ECB = "ECB"
FIXED_IV = "fixed IV"
REUSED_STREAM = "reused key stream"
_MARKS = {
    ECB: phrase("ECB"),
    FIXED_IV: phrase("fixed IV"),
    REUSED_STREAM: phrase("reused key stream"),
}


def mark_text(mark: str) -> Message:
    """A mark as it is shown next to a protection's name."""
    return _MARKS[mark]


_STREAM_LIKE = frozenset({"ofb", "ctr", "stream"})
_STREAM_FIRST = "cfb"
"""Only its first block is XORed with a key stream that depends on key and IV alone."""
_WITHOUT_IV = frozenset({"rc4"})
"""Stream ciphers that take no initialisation vector at all."""
_RANDOMISED = frozenset({"pgp", "oaep"})
"""Formats with randomness of their own: equal values get different ciphertext without an IV."""
_AUTHENTICATED = frozenset({"gcm", "pgp"})
"""Modes of servers' own functions; `pgp` counts for its modification detection code."""
_PUBLIC_KEY = frozenset({"rsa"})
"""Ciphers with which anybody can encrypt: none of their formats is authenticated."""
_AUTHENTICATED_FILE_SYSTEMS = frozenset({"gocryptfs"})
"""File systems that keep a tag with each block of a file."""
_MISUSE_RESISTANT = frozenset({"siv", "gcm-siv"})


class Ability(StrEnum):
    """What a server can still do with protected values."""

    YES = "yes"
    EQUALITY = "equal values only"
    SCAN = "by opening every row"
    NO = "no"


class Exclusion(StrEnum):
    """Whether a protection keeps somebody out."""

    FULL = "kept out"
    PARTLY = "partly"
    NONE = "not kept out"


@dataclass(frozen=True)
class Properties:
    """What is known of a protection as it is used.

    `reuses_keystream` is also true where only first blocks share one. `disk`, `os_login`,
    `database_login` and `network` are the attackers: a thief of the disk, a login on the server's
    machine, a login to the database, and a listener to connections (who is excluded from data in
    transit, not from what is stored). `marks` are warnings that are shown with the protection's
    name everywhere.

    After a search for evidence on one server, `found_here` has for each of the first three what
    was found that is worse than the claim, else nothing; `disk` and the others are then corrected.
    `looked_here` says for which of them the search was conclusive. The same two of the listener
    are `network_found_here` and `network_looked_here`.
    """

    authenticated: bool
    hides_equality: bool
    needs_unique_iv: bool
    reuses_keystream: bool
    search: Ability
    index: Ability
    sort: Ability
    disk: Exclusion
    os_login: Exclusion
    database_login: Exclusion
    protects: Message
    gives_away: Message
    marks: tuple[str, ...] = ()
    found_here: tuple[Message, Message, Message] = (NOTHING, NOTHING, NOTHING)
    looked_here: tuple[bool, bool, bool] = (False, False, False)
    network: Exclusion = Exclusion.NONE
    network_found_here: Message = NOTHING
    network_looked_here: bool = False

    @property
    def at_rest(self) -> tuple[Exclusion, Exclusion, Exclusion]:
        """`disk`, `os_login` and `database_login`, in this order."""
        return self.disk, self.os_login, self.database_login

    @property
    def only_in_transit(self) -> bool:
        """Whether it excludes a listener to connections, and nobody else."""
        return self.network is Exclusion.FULL and {*self.at_rest} == {Exclusion.NONE}

    def to_json(self) -> dict[str, object]:
        """For JSON: plain values, and sentences in English."""
        found = dict(zip(_AT_REST, self.found_here, strict=True))
        found[_LISTENER] = self.network_found_here
        looked = dict(zip(_AT_REST, self.looked_here, strict=True))
        return {
            "authenticated": self.authenticated,
            "hides_equality": self.hides_equality,
            "needs_unique_iv": self.needs_unique_iv,
            "reuses_keystream": self.reuses_keystream,
            "search": self.search.value,
            "index": self.index.value,
            "sort": self.sort.value,
            "stolen_disk": self.disk.value,
            "os_login": self.os_login.value,
            "database_login": self.database_login.value,
            _LISTENER: self.network.value,
            "protects": str(self.protects),
            "gives_away": str(self.gives_away),
            "marks": list(self.marks),
            "looked_here": {**looked, _LISTENER: self.network_looked_here},
            "found_here": {name: str(message) for name, message in found.items() if message},
        }


_AT_REST = ("stolen_disk", "os_login", "database_login")
_LISTENER = "network_listener"
"""The attackers' names in JSON."""


def properties_of(protection: Protection, mode: str | None, *, fixed_iv: bool) -> Properties:
    """The properties of a protection in `mode` (the one in use, where the protection names none).

    `fixed_iv`: all values are encrypted with one initialisation vector, as in the published study.
    Client-side protections never do that.
    """
    match protection.kind:
        case ProtectionKind.STORAGE:
            return _storage(protection, mode or protection.mode)
        case ProtectionKind.CLIENT:
            return _client(mode or protection.mode or "")
        case ProtectionKind.NATIVE:
            return _native(protection.algorithm or "", mode or "", fixed_iv)
        case kind:
            return _BY_KIND[kind]


def _native(algorithm: str, mode: str, fixed_iv: bool) -> Properties:
    base = mode.partition("-")[0]
    without_iv = base == "ecb" or algorithm in _WITHOUT_IV
    randomised = base in _RANDOMISED
    one_iv = fixed_iv and not randomised and not without_iv
    repeats = without_iv or one_iv
    keystream = algorithm in _WITHOUT_IV or (one_iv and base in {*_STREAM_LIKE, _STREAM_FIRST})
    marks = {ECB: base == "ecb", FIXED_IV: one_iv, REUSED_STREAM: keystream}
    public = algorithm in _PUBLIC_KEY
    return Properties(
        authenticated=base in _AUTHENTICATED and not public,
        hides_equality=not repeats,
        needs_unique_iv=not without_iv and not randomised,
        reuses_keystream=keystream,
        search=Ability.EQUALITY if repeats else Ability.SCAN,
        index=Ability.EQUALITY if repeats else Ability.NO,
        sort=Ability.SCAN,
        disk=Exclusion.PARTLY,  # a statement that fails is logged with the key in it
        os_login=Exclusion.PARTLY,
        database_login=Exclusion.PARTLY,
        protects=_NATIVE_PROTECTS,
        gives_away=_PUBLIC_KEY_LEAK if public else _native_leak(base, keystream, repeats),
        marks=tuple(mark for mark, holds in marks.items() if holds),
    )


def _native_leak(base: str, keystream: bool, repeats: bool) -> Message:
    if base == "ecb":
        return _ECB_LEAK
    if keystream:
        return _FIRST_BLOCK_LEAK if base == _STREAM_FIRST else _KEYSTREAM_LEAK
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
        disk=Exclusion.FULL,
        os_login=Exclusion.FULL,
        database_login=Exclusion.FULL,
        network=Exclusion.FULL,
        protects=_SIV_PROTECTS if deterministic else _CLIENT_PROTECTS,
        gives_away=_SIV_LEAK if deterministic else _CLIENT_LEAK,
    )


def _storage(protection: Protection, named: str | None) -> Properties:
    mode = named if named in _STORAGE_WORDS else _default_storage_mode(protection)
    engines = [facts_of(name) for name in engine_names()]
    reuses = any(protection.algorithm in each.keystream_reuse_storage for each in engines)
    tagged = _AUTHENTICATED_FILE_SYSTEMS.union(*(each.authenticated_storage for each in engines))
    protects, gives_away = _KEYSTREAM_REUSE_WORDS if reuses else _STORAGE_WORDS[mode]
    return Properties(
        authenticated=protection.algorithm in tagged,
        hides_equality=not reuses,
        needs_unique_iv=False,
        reuses_keystream=reuses,
        search=Ability.YES,
        index=Ability.YES,
        sort=Ability.YES,
        disk=Exclusion.PARTLY if reuses or mode == "tablespace" else Exclusion.FULL,
        os_login=Exclusion.NONE if mode == "filesystem" else Exclusion.PARTLY,
        database_login=Exclusion.NONE,
        protects=protects,
        gives_away=gives_away,
        marks=(REUSED_STREAM,) if reuses else (),
    )


def _default_storage_mode(protection: Protection) -> str:
    """The mode of a storage protection that names none: AES by itself is a tablespace's."""
    if protection.below_server:
        return "filesystem"
    return "tablespace" if protection.algorithm == "aes" else "file"


_PLAINTEXT = Properties(
    authenticated=False,
    hides_equality=False,
    needs_unique_iv=False,
    reuses_keystream=False,
    search=Ability.YES,
    index=Ability.YES,
    sort=Ability.YES,
    disk=Exclusion.NONE,
    os_login=Exclusion.NONE,
    database_login=Exclusion.NONE,
    protects=phrase("Nothing is protected. Costs are measured against this."),
    gives_away=phrase("Everything, to anyone with the disk, a backup or a login."),
)
_CIPHER = replace(
    _PLAINTEXT,
    protects=phrase("Nothing is stored. The cipher alone is measured, without a database."),
    gives_away=phrase("Nothing, since nothing is stored."),
)
_STORED_FORM = replace(
    _PLAINTEXT,
    protects=phrase(
        "Nothing is protected. It separates the cost of a cipher from the cost of the form in "
        "which its values are stored."
    ),
)

_TRANSIT = replace(
    _PLAINTEXT,
    network=Exclusion.FULL,
    protects=phrase("Statements and values on their way between application and server."),
    gives_away=phrase(
        "Everything that is stored, to anyone with the disk, a backup or a login. To a network "
        "listener: sizes and times of messages."
    ),
)

_BY_KIND = {
    ProtectionKind.PLAINTEXT: _PLAINTEXT,
    ProtectionKind.CIPHER: _CIPHER,
    ProtectionKind.STORED_FORM: _STORED_FORM,
    ProtectionKind.TRANSIT: _TRANSIT,
}

_NATIVE_PROTECTS = phrase(
    "Values are ciphertext on disk, in backups and for a login without the key."
)
_ECB_LEAK = phrase(
    "Equal blocks of 16 bytes (8 in older ciphers) become equal ciphertext, so patterns stay "
    "visible. The key passes through the server with every statement and may reach its log."
)
_KEYSTREAM_LEAK = phrase(
    "All values are encrypted with one key stream. Two ciphertexts reveal the difference of their "
    "plaintexts, and one known value decrypts the others. The key passes through the server and "
    "may reach its log."
)
_FIRST_BLOCK_LEAK = phrase(
    "The first block of every value (16 bytes; 8 in older ciphers) is encrypted with one key "
    "stream. There, two ciphertexts reveal the difference of their plaintexts, and one known value "
    "decrypts the others. Beyond it, equal beginnings are visible. The key passes through the "
    "server and may reach its log."
)
_EQUALITY_LEAK = phrase(
    "Equal values have equal ciphertext, and so do equal beginnings: frequencies can be matched to "
    "public figures. The key passes through the server and may reach its log."
)
_NATIVE_LEAK = phrase(
    "Lengths of values. Also the key, to anyone who can read the server's memory, statements or "
    "logs."
)
_PUBLIC_KEY_LEAK = phrase(
    "Lengths of values, except with OAEP. Anyone with the public key can replace your values with "
    "valid ones. The private key passes through the server with every SELECT and may reach its "
    "log."
)
_CLIENT_PROTECTS = phrase(
    "The server never sees key or plaintext. A value that was changed, or moved to another column "
    "or table, is rejected. A value moved to another row is rejected if statements name the row's "
    "key."
)
_CLIENT_LEAK = phrase(
    "Lengths of values, and which rows are read. Two values of a column can be swapped unnoticed "
    "unless statements name the row's key; those of the hospital workload do not. The server "
    "cannot search or sort without a blind index, and that reveals which values are equal."
)
_SIV_PROTECTS = phrase(
    "The server never sees key or plaintext. A value that was changed, or moved to another column "
    "or table, is rejected."
)
_SIV_LEAK = phrase(
    "Lengths of values, and which values of a column are equal. A value moved to another row of "
    "its column goes unnoticed."
)
_STORAGE_WORDS = {
    "tablespace": (
        phrase("Files of encrypted tables, and copies of them, hold no plaintext."),
        phrase(
            "Everything to a database login. Logs hold plaintext unless the server encrypts them, "
            "too; temporary files may hold some. A keys file on the same disk is stolen with it, "
            "and decrypts everything."
        ),
    ),
    "file": (
        phrase("A file, log or backup stolen without the key holds no plaintext."),
        phrase("Everything to the program that holds the key. Sizes and write times to anyone."),
    ),
    "passphrase": (
        phrase("A file, log or backup stolen without the passphrase holds no plaintext."),
        phrase(
            "Everything to whoever has or guesses the passphrase. Sizes and write times to anyone."
        ),
    ),
    "filesystem": (
        phrase(
            "A disk, or a backup of the encrypted files, holds no plaintext if it is stolen "
            "without its key."
        ),
        phrase("Everything while mounted, to an OS login and to a database login."),
    ),
}
"""By mode: what it protects, what it gives away."""
_KEYSTREAM_REUSE_WORDS = (
    phrase("Stops a search for words in a stolen file, and little more."),
    phrase(
        "All pages are encrypted with one key stream. Two pages reveal the difference of their "
        "plaintexts, and an empty page decrypts all others. Everything to the program that holds "
        "the key."
    ),
)
