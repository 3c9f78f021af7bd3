"""Facts of DuckDB without loading it: the library takes 40 MB, which the window, that opens
no database, does without."""

from __future__ import annotations

from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from engines.base.database_files import DatabaseFiles
from engines.contract.message import phrase
from engines.sql.statement import ValueType

COPY = ".copy"
"""Behind the name of a database, that of a copy which is to take its place."""

FILES = DatabaseFiles(
    "DuckDB",
    ".duckdb",
    (".wal", ".wal.checkpoint", ".wal.recovery", ".tmp", COPY, f"{COPY}.wal"),
)

CIPHERS = {"aes256gcm": "GCM", "aes256ctr": "CTR"}
"""Algorithm → DuckDB's name of the mode. Its own key is 256 bits, derived from ours."""

TYPES = {
    ValueType.TEXT: "varchar",
    ValueType.INTEGER: "integer",
    ValueType.REAL: "double",
    ValueType.BOOLEAN: "boolean",
    ValueType.BYTES: "blob",
    ValueType.DATE: "date",
    ValueType.TIMESTAMP: "timestamp_ms",
    ValueType.DECIMAL: "decimal({size}, {scale})",
}

NO_OPENSSL = phrase(
    "DuckDB encrypts with OpenSSL from the package duckdb-extension-httpfs, which is not installed "
    "for this version."
)


def library() -> Path:
    """The folder of the library.

    Raises: ImportError
    """
    found = find_spec("duckdb")
    if found is None or found.origin is None:
        raise ImportError("No module named 'duckdb'", name="duckdb")
    return Path(found.origin).parent


def httpfs() -> Path | None:
    """The extension of this very version; None where it is not installed."""
    found = find_spec("duckdb_extension_httpfs")
    for folder in (found and found.submodule_search_locations) or ():
        path = Path(folder, "extensions", f"v{version('duckdb')}", "httpfs.duckdb_extension")
        if path.is_file():
            return path
    return None


library()  # whoever imports the engine is told here that its driver is missing
