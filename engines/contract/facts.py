"""Facts of an engine that are known without loading its driver: drivers, ciphers, text order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True)
class TextComparison:
    """How an engine compares and orders values."""

    padded: bool = False
    """Blanks at the end of a text make no difference."""
    escape: str = ""
    """The escape character that LIKE has without an ESCAPE clause; empty for none."""
    like_ignores_case: bool = False
    nulls_first: bool = False
    """In ascending order."""
    nulls_swap_when_descending: bool = True
    """In descending order NULL comes at the other end than `nulls_first` says."""
    may_sort_by_collation: bool = False
    """A database may order texts by a language's rules, so its collation must be asked for."""


class NameCase(StrEnum):
    """How an engine reads upper and lower case in names."""

    NONE = "none"
    """It makes no difference."""
    TABLES = "tables"
    """It makes a difference in names of tables only."""
    LOWER = "lower"
    """It makes a difference within quotation marks; other names are read in lower case."""
    UPPER = "upper"
    """The same; other names are read in upper case."""


@dataclass(frozen=True)
class EngineFacts:
    """What the package of an engine states as `FACTS`: what the window needs to know of an engine
    without waiting for its driver to load."""

    name: str
    """That of the engine's package."""
    title: str
    default_mode: str
    """The mode of a native protection that names none: the published study's."""
    drivers: tuple[str, ...]
    """Distribution packages between us and the server; the time of a statement depends on them."""
    grammar: str
    """Its SQL dialect in sqlglot."""
    packages: tuple[str, ...] = ()
    """Other distribution packages that it needs."""
    text_comparison: TextComparison = TextComparison()
    name_case: NameCase = NameCase.NONE
    name_bytes: int = 0
    """Longer names are cut to so many bytes; 0: they are refused."""
    indexes_expressions: bool = False
    """An index on an expression that decrypts is possible."""
    clean_up: str = ""
    """The engine's word for removing what updates have replaced (`Session.clean_up`)."""
    rewrite: str = ""
    """The engine's word for writing a table anew (`Session.rewrite`)."""
    backup: str = ""
    """What backs up a database (`Catalogue.backup`); empty for nothing."""
    files_backup: str = ""
    """What copies a database's files; empty for nothing."""
    renames_tables: bool = True
    writers_wait: bool = True
    """An update waits for another one of the same row; otherwise it fails."""
    retypes_columns: bool = False
    """ALTER TABLE can give a column another type and compute its values."""
    databases_are_files: bool = False
    """A database is a file named by its path."""
    in_process: bool = False
    """The embedded form runs inside the process that connects (`Endpoint.in_process`)."""
    native_loop: bool = False
    """Statements can be timed by the loop in C."""
    native: frozenset[str] = frozenset()
    """Algorithms that some version has as SQL functions. What a server has is probed."""
    storage: frozenset[str] = frozenset()
    """Algorithms that some version has for encrypted storage."""
    authenticated_storage: frozenset[str] = frozenset()
    """Those of them that keep a tag with each page or block."""
    keystream_reuse_storage: frozenset[str] = frozenset()
    """Those of them that encrypt each page or block with the same key stream."""
    index_kinds: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Kinds of index other than the plain one, each with its CREATE INDEX statement, which has the
    placeholders `{name}`, `{table}` and `{columns}`."""
    log_encryption: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Settings that encrypt logs and temporary files, which an encrypted tablespace leaves as they
    are; each with the codes of the places that it encrypts."""

    def read_name(self, name: str, *, quoted: bool) -> str:
        """A name in a statement as the server reads it."""
        if not quoted and self.name_case is NameCase.LOWER:
            name = name.lower()
        if not quoted and self.name_case is NameCase.UPPER:
            name = name.upper()
        return name.encode()[: self.name_bytes or None].decode(errors="ignore")

    def column_key(self, name: str, *, quoted: bool = True) -> str:
        """The same for all spellings of one column."""
        tells_case = self.name_case in (NameCase.LOWER, NameCase.UPPER)
        return self.read_name(name, quoted=quoted) if tells_case else name.lower()
