"""Tablespace encryption (file_key_management): keys for servers that we start, and which keys of a
live server really encrypt a table.

Global encryption stays off, so that plain tables stay plain beside encrypted ones on one server.
The redo log stays plain as well: `innodb_encrypt_log` about doubles the time of plain tables too,
which would spoil the baseline.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from engines.base.capability import server_message, try_each
from engines.contract.errors import ServerUnavailable, StatementFailed
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Cipher, Protection
from engines.contract.storage_change import StorageChange, StorageMethod, whole_server
from engines.contract.transition import Transition
from engines.keeping.child_environment import minimal_environment
from engines.keeping.programs import ProgramFailed, call_program
from engines.mysql_family.session import FamilySession

ALGORITHM = "aes"
MODE = "tablespace"

KEY_IDS = {128: 1, 192: 2, 256: 3}
"""Key ID by key length, in the keys file that we write."""

NEXT_KEY_IDS = {bits: key + len(KEY_IDS) for bits, key in KEY_IDS.items()}
"""And of a second key, which a table may be given in place of the first."""

KEYS_NAME = "cipherbench.keys"
"""The keys file of a server that we start. By its name a server is known to have the keys of
`KEY_IDS`, since no server tells how long its keys are."""

_PLUGIN = "file_key_management"
PLUGIN_FILE = f"{_PLUGIN}.so"


def find_plugin(server: Path, base: Path) -> Path | None:
    """The plugin's file in the folder that the server itself names; None where there is none.

    Raises: ServerUnavailable where the server does not even tell its options
    """
    command = [str(server), "--no-defaults", f"--basedir={base}", "--help", "--verbose"]
    try:
        settings = call_program(command, minimal_environment(), any_code=True).out
    except ProgramFailed as error:
        raise ServerUnavailable(*error.messages) from error
    lines = (line.split(maxsplit=1) for line in settings.splitlines())
    folders = (words[1].strip() for words in lines if words[:1] == ["plugin-dir"] and words[1:])
    plugin = Path(next(folders, "")) / PLUGIN_FILE
    return plugin if os.path.isfile(plugin) else None  # noqa: PTH113 whatever it has named


def options(plugin: bytes, keys: str) -> tuple[str, ...]:
    """What the server is started with, as `name=value`, for the plugin of this content; the keys
    are in the file only, never among these."""
    # CTR, which MariaDB recommends, where the plugin was built with it.
    cipher = "aes_ctr" if b"aes_ctr\0" in plugin else "aes_cbc"
    return (
        f"plugin-load-add={_PLUGIN}",
        f"file-key-management-filename={keys}",
        f"file-key-management-encryption-algorithm={cipher}",
        "innodb-encrypt-tables=OFF",
        "innodb-encrypt-log=OFF",
    )


def fresh_keys() -> str:
    """A keys file with two random keys of each length, as `id;hexadecimal`."""
    keys = (*KEY_IDS.items(), *NEXT_KEY_IDS.items())
    return "".join(f"{key};{secrets.token_hex(bits // 8)}\n" for bits, key in keys)


def table_options(bits: int | None) -> str:
    """What follows CREATE TABLE; key 1, which every key file has, where no length is named."""
    return f"encrypted=yes encryption_key_id={KEY_IDS.get(bits or 0, 1)}"


def try_keys(
    session: FamilySession, make_database: Callable[[], str]
) -> tuple[frozenset[Cipher], dict[Cipher, Message]]:
    """Encrypt a table by each key and have the server confirm it; what works, and why the rest not.

    `make_database` makes a database of ours to do it in and returns its name. A server with keys
    of somebody else's is asked for key 1, and its bits are 0: not told.
    """
    if not session.fetch(_ENCRYPTION_PLUGINS):
        return frozenset(), dict.fromkeys(_ciphers(KEY_IDS), _NO_PLUGIN)
    asked = _ciphers(KEY_IDS if _has_our_keys(session) else [0])
    try:
        database = make_database()
    except StatementFailed as error:
        return frozenset(), dict.fromkeys(asked, server_message(error))
    return try_each(asked, lambda cipher: _fault(session, database, cipher))


_ENCRYPTION_PLUGINS = (
    "select plugin_name from information_schema.plugins "
    "where plugin_type = 'ENCRYPTION' and plugin_status = 'ACTIVE'"
)

_NO_PLUGIN = phrase(
    "it has no plugin for keys (Debian's mariadb-server includes file_key_management)"
)


NO_KEYS = phrase(
    "Encrypted logs need a plugin for keys, and this server has none (Debian's mariadb-server "
    "includes file_key_management)."
)


def _has_our_keys(session: FamilySession) -> bool:
    found = session.fetch("show global variables like 'file_key_management_filename'")
    return bool(found) and Path(str(found[0][1])).name == KEYS_NAME


def _ciphers(lengths: Iterable[int]) -> list[Cipher]:
    return [Cipher(ALGORITHM, bits, MODE) for bits in lengths]


def _fault(session: FamilySession, database: str, cipher: Cipher) -> Message | None:
    """Why a table cannot be encrypted; None if it can."""
    table = f"sealed_{cipher.bits}"
    session.execute(
        f"create table `{database}`.{table} (word varchar(16)) engine=innodb "
        + table_options(cipher.bits)
    )
    session.execute(f"insert into `{database}`.{table} values ('probe value')")
    encrypted = session.fetch(
        "select current_key_id from information_schema.innodb_tablespaces_encryption "
        f"where name = '{database}/{table}' and encryption_scheme = 1"
    )
    wanted = KEY_IDS.get(cipher.bits, 1)
    return (
        None if encrypted == [(wanted,)] else phrase("the table was created, but is not encrypted")
    )


# Tables that are there.


class AlterTable(StorageMethod[FamilySession]):
    """A table is rebuilt, while others read and update it."""

    def carry_out(self, session: FamilySession, change: StorageChange) -> None:
        bits = change.protection.bits
        options = {
            Transition.SWITCH_ON: table_options(bits),
            Transition.CHANGE_KEY: f"encryption_key_id={NEXT_KEY_IDS.get(bits or 0, 2)}",
            Transition.SWITCH_OFF: "encrypted=no encryption_key_id=1",
        }
        what = "force" if change.plain else options[change.transition]
        session.execute(f"alter table {change.table} {what}")

    def is_encrypted(self, session: FamilySession, change: StorageChange) -> bool:
        """By the key that it is to have then."""
        bits = change.protection.bits or 0
        changed = change.transition is Transition.CHANGE_KEY
        wanted = NEXT_KEY_IDS.get(bits, 2) if changed else KEY_IDS.get(bits, 1)
        found = session.administration.fetch(
            "select current_key_id, min_key_version from "
            "information_schema.innodb_tablespaces_encryption "
            f"where name like '{change.database}/%{change.table}' and encryption_scheme = 1"
        )
        return any(key == wanted and int(str(least)) > 0 for key, least in found)


class BackgroundThreads(AlterTable):
    """The server's threads encrypt every table that does not say otherwise, page by page; until all
    are in the files, since the server counts those in memory."""

    transitions = frozenset({Transition.SWITCH_ON, Transition.SWITCH_OFF})
    rewrites_plain = False

    def why_not(self, transition: Transition, protection: Protection) -> Message:
        """A table that does not say that it is to be encrypted has the usual key, whatever key it
        names (seen in 10.11)."""
        del transition
        return NOTHING if protection.bits in (None, _USUAL_BITS) else _USUAL_KEY

    def table_options(self, transition: Transition, protection: Protection) -> str:
        del transition, protection
        return ""

    def prepare(self, session: FamilySession, change: StorageChange) -> None:
        if not change.before.managed:
            raise whole_server("MariaDB")
        if change.transition is Transition.SWITCH_OFF:
            self._switch(session, change, on=True)

    def carry_out(self, session: FamilySession, change: StorageChange) -> None:
        self._switch(session, change, on=change.transition is Transition.SWITCH_ON)

    def restore(self, session: FamilySession, change: StorageChange) -> None:
        self._switch(session, change, on=False)
        session.administration.execute("set global innodb_encryption_threads = 0")

    def _switch(self, session: FamilySession, change: StorageChange, *, on: bool) -> None:
        admin = session.administration
        admin.execute(f"set global innodb_encryption_threads = {_THREADS}")
        admin.execute(f"set global innodb_encrypt_tables = {'on' if on else 'off'}")
        until = time.monotonic() + _MOST_SECONDS
        while self.is_encrypted(session, change) is not on:
            if time.monotonic() > until:
                admin.execute("set global innodb_encrypt_tables = off")
                raise StatementFailed(
                    phrase("Statement failed"),
                    phrase("MariaDB has not changed the table after {seconds} s."),
                    seconds=_MOST_SECONDS,
                )
            time.sleep(_LOOK_SECONDS)
        session.flush()


_USUAL_BITS = 128
_USUAL_KEY = phrase("MariaDB's threads encrypt with key 1, which has 128 bits")
_THREADS, _LOOK_SECONDS, _MOST_SECONDS = 4, 0.02, 3600
