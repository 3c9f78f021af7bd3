"""InnoDB tablespace encryption with component_keyring_file: set-up of the keyring, a test that a
server encrypts, and ALTER TABLE and master-key rotation.

A server loads the component named in a manifest next to its binary, and the component reads a file
next to itself: a server that we start is run through a link, and finds its plugins through links,
in folders of ours. The installation is not changed.

No table is encrypted by default, so that unencrypted tables can stand on the same server.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engines.base.capability import server_message, try_each
from engines.contract.errors import StatementFailed, Unsupported
from engines.contract.message import Message, phrase
from engines.contract.protection import Cipher, Protection
from engines.contract.storage_change import StorageChange, StorageMethod, whole_server
from engines.contract.transition import Transition
from engines.inspection.regular_files import open_regular
from engines.mysql_family.encryptor import AES_BITS
from engines.mysql_family.session import FamilySession

ALGORITHM = "aes"
MODE = "tablespace"
BITS = 256
TABLE_OPTIONS = "encryption='Y'"

_COMPONENT = "component_keyring_file"
COMPONENT_FILE = f"{_COMPONENT}.so"
SETTINGS_FILE = f"{_COMPONENT}.cnf"
MANIFEST = json.dumps({"components": f"file://{_COMPONENT}"})


def keyring_settings(keyring: str) -> str:
    """The component's configuration: the file of its keys."""
    return json.dumps({"path": keyring, "read_only": False})


NO_KEYS = phrase(
    "Encrypted logs need a keyring, and this server has none (component_keyring_file is one)."
)
_ONE_LENGTH = phrase("MySQL encrypts tables with AES-256 only")


def keyring_of(session: FamilySession) -> dict[str, str]:
    """The status of the server's keyring by key; empty without one, or if it cannot be read."""
    try:
        rows = session.fetch(
            "select status_key, status_value from performance_schema.keyring_component_status"
        )
    except StatementFailed:
        return {}
    return {str(key): str(value) for key, value in rows}


def try_table_encryption(
    session: FamilySession, make_database: Callable[[], str]
) -> tuple[frozenset[Cipher], dict[Cipher, Message]]:
    """Encrypt a table and have the server confirm it: ciphers that work, and why others do not.

    `make_database` makes a database of ours to do it in and returns its name.
    """
    asked = [Cipher(ALGORITHM, bits, MODE) for bits in AES_BITS]
    try:
        database = make_database()
    except StatementFailed as error:
        return frozenset(), dict.fromkeys(asked, server_message(error))
    return try_each(asked, lambda cipher: _fault(session, database, cipher))


def _fault(session: FamilySession, database: str, cipher: Cipher) -> Message | None:
    """Why a table cannot be encrypted; None if it can."""
    if cipher.bits != BITS:
        return _ONE_LENGTH
    session.execute(
        f"create table `{database}`.encrypted (word varchar(16)) engine=innodb {TABLE_OPTIONS}"
    )
    session.execute(f"insert into `{database}`.encrypted values ('probe value')")
    rows = session.fetch(
        "select create_options from information_schema.tables "
        f"where table_schema = '{database}' and table_name = 'encrypted'"
    )
    encrypted = rows and "encryption='y'" in str(rows[0][0]).lower().replace('"', "'")
    return None if encrypted else phrase("the table was created, but is not encrypted")


def master_key(keyring: Path) -> bytes | None:
    """The key that encrypts the keys of tables, read from the component's file; None if that
    cannot be read."""
    try:
        with open_regular(str(keyring)) as file:
            keys_file: Any = json.loads(file.read(_MAX_KEYRING_BYTES))
        keys = [
            each["data"]
            for each in keys_file["elements"]
            if each["data_id"].startswith(_INNODB_KEY_PREFIX)
        ]
        return bytes.fromhex(keys[-1])
    except (OSError, ValueError, KeyError, IndexError, TypeError):
        return None


_INNODB_KEY_PREFIX = "INNODBKey"
_MAX_KEYRING_BYTES = 1_000_000
"""A bound, as a server may name any file."""


# Changes of existing tables.


_STEPS = {Transition.SWITCH_ON: "Y", Transition.CHANGE_KEY: "NY", Transition.SWITCH_OFF: "N"}


class AlterTable(StorageMethod[FamilySession]):
    """Copies a table. Its key changes only if it has been decrypted: a new key takes two copies,
    and leaves plaintext on the disk between them."""

    def carry_out(self, session: FamilySession, change: StorageChange) -> None:
        for step in _STEPS[change.transition]:
            what = "force, algorithm=copy" if change.plain else f"encryption='{step}'"
            session.execute(f"alter table {change.table} {what}")

    def is_encrypted(self, session: FamilySession, change: StorageChange) -> bool:
        ((options,),) = session.fetch(
            "select create_options from information_schema.tables "
            f"where table_schema = database() and table_name like '%{change.table}'"
        )
        return "encryption='y'" in str(options).lower().replace('"', "'")


def file_of(database: str) -> str:
    """The file of a general tablespace for tables of a database: it may not lie in its folder."""
    return f"{database}.ibd"


class AlterTablespace(StorageMethod[FamilySession]):
    """The pages of a general tablespace are encrypted where they are, while others read and update
    its tables. Ours is called as the database, and goes with the server where a run does not come
    to its end."""

    rewrites_plain = False

    def table_options(self, transition: Transition, protection: Protection) -> str:
        del transition, protection
        return ""

    def prepare(self, session: FamilySession, change: StorageChange) -> None:
        if not change.before.managed:
            raise Unsupported(
                phrase("Only on a server of our own"),
                phrase("{engine} would leave a tablespace behind if it were interrupted."),
                phrase("Choose a local server, or another way."),
                engine="MySQL",
            )
        encrypted = "N" if change.transition is Transition.SWITCH_ON else "Y"
        session.administration.execute(
            f"create tablespace {change.database} add datafile '{file_of(change.database)}' "
            f"encryption='{encrypted}'"
        )
        self._move(session, change, change.database, encrypted)

    def carry_out(self, session: FamilySession, change: StorageChange) -> None:
        for step in _STEPS[change.transition]:
            session.administration.execute(
                f"alter tablespace {change.database} encryption='{step}'"
            )

    def is_encrypted(self, session: FamilySession, change: StorageChange) -> bool:
        return self._encryption(session, change) == ["Y"]

    def restore(self, session: FamilySession, change: StorageChange) -> None:
        session.commit()  # a transaction that has read the table keeps it where it is
        for encrypted in self._encryption(session, change):
            self._move(session, change, "innodb_file_per_table", encrypted)
            session.administration.execute(f"drop tablespace {change.database}")

    @staticmethod
    def _encryption(session: FamilySession, change: StorageChange) -> list[str]:
        """“Y” or “N”; empty where there is no tablespace any more."""
        rows = session.administration.fetch(
            "select encryption from information_schema.innodb_tablespaces "
            f"where name = '{change.database}'"
        )
        return [str(each) for (each,) in rows]

    @staticmethod
    def _move(session: FamilySession, change: StorageChange, to: str, encrypted: str) -> None:
        session.administration.execute(
            f"alter table {change.database}.{change.table} tablespace {to} encryption='{encrypted}'"
        )


class RotateMasterKey(AlterTable):
    """Encrypts the keys of tables with a new key; these keys and the rows do not change."""

    transitions = frozenset({Transition.CHANGE_KEY})
    rewrites_plain = False

    def carry_out(self, session: FamilySession, change: StorageChange) -> None:
        if not change.before.managed:
            raise whole_server("MySQL")
        session.administration.execute("alter instance rotate innodb master key")
