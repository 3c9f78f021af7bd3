"""Facts of an engine that are known without loading its driver: drivers, ciphers, text order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True)
class TextWays:
    """How an engine compares and orders. Where texts are `padded`, blanks behind one make no
    difference; `escape` is the one that LIKE has of its own, and where it is `caseless` A and a are
    alike to it. Whether NULL comes first is told of an order that rises; if `nulls_turn`, it is the
    other way round in one that falls. A database of an engine that `may_sort_by_collation` may
    order texts as a language does, so that it must be asked."""

    padded: bool = False
    escape: str = ""
    caseless: bool = False
    nulls_first: bool = False
    nulls_turn: bool = True
    may_sort_by_collation: bool = False


class NameCase(StrEnum):
    """Which names capitals tell apart: none, tables alone, or all within quotation marks, others
    being read in small letters or in capitals."""

    NONE = "none"
    TABLES = "tables"
    LOWER = "lower"
    UPPER = "upper"


@dataclass(frozen=True)
class EngineFacts:
    """What the package of an engine says as `FACTS`; loading a driver for it would keep a window
    waiting. `name` is that of the package.

    `default_mode` is the mode of a native protection that names none: the published study's own.
    `drivers` are the packages between us and the server, which the time of a statement depends on;
    `packages` are others that come for it. `grammar` is the name by which sqlglot knows its SQL,
    `ways` how it compares, `name_case` how it reads names, of which it takes `name_bytes` and
    leaves off the rest; it refuses longer ones where that is 0. `indexes_expressions` says whether
    there are indexes on what it opens, `databases_are_files` whether anybody's database is a file
    that is named by its path, `in_process` whether the embedded form runs inside the process that
    connects (`Endpoint.in_process`), `native_loop` whether statements can be timed by the loop in
    C, `clean_up` is its own word for clearing away what updates have replaced (`Session.clean_up`),
    `rewrite` for writing a table anew (`Session.rewrite`), `backup` for what makes a copy of a
    database (`Catalogue.backup`), `files_backup` for what copies its files, each empty where it has
    none,
    `renames_tables` whether a table can be given another name, `writers_wait` whether an update
    waits for another of the same row, instead of failing, `retypes_columns` whether ALTER TABLE can
    give a column another type and compute its values.

    `index_kinds` are its indexes beside plain ones, each with its CREATE INDEX of a `{name}` on the
    `{columns}` of a `{table}`.

    `native` and `storage` are the algorithms that some version of it may have in its own functions,
    and for its storage. What a server can do it is asked.
    `authenticated_storage` are those algorithms of its storage ciphers that keep a tag with each
    page, or each block of a file; `keystream_reuse_storage` those that encrypt each of them with
    the same key stream.
    `log_encryption` are the settings that encrypt logs and temporary files, which an encrypted
    tablespace leaves as they are, each with the codes of the places that it encrypts.
    """

    name: str
    title: str
    default_mode: str
    drivers: tuple[str, ...]
    grammar: str
    packages: tuple[str, ...] = ()
    ways: TextWays = TextWays()
    name_case: NameCase = NameCase.NONE
    name_bytes: int = 0
    indexes_expressions: bool = False
    clean_up: str = ""
    rewrite: str = ""
    backup: str = ""
    files_backup: str = ""
    renames_tables: bool = True
    writers_wait: bool = True
    retypes_columns: bool = False
    databases_are_files: bool = False
    in_process: bool = False
    native_loop: bool = False
    native: frozenset[str] = frozenset()
    storage: frozenset[str] = frozenset()
    authenticated_storage: frozenset[str] = frozenset()
    keystream_reuse_storage: frozenset[str] = frozenset()
    index_kinds: Mapping[str, str] = field(default_factory=dict, hash=False)
    log_encryption: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    def read_name(self, name: str, *, quoted: bool) -> str:
        """A name in a statement as its server reads it."""
        if not quoted and self.name_case is NameCase.LOWER:
            name = name.lower()
        if not quoted and self.name_case is NameCase.UPPER:
            name = name.upper()
        return name.encode()[: self.name_bytes or None].decode(errors="ignore")

    def column_key(self, name: str, *, quoted: bool = True) -> str:
        """The same for all spellings of one column."""
        tells_case = self.name_case in (NameCase.LOWER, NameCase.UPPER)
        return self.read_name(name, quoted=quoted) if tells_case else name.lower()
