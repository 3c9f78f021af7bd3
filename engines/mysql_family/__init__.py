"""What MariaDB and MySQL have in common: one protocol, one driver, one way to keep tables."""

import os

from engines.contract.facts import TextComparison

# The driver imports NumPy where it is installed, whose OpenBLAS would start a thread per core that
# spins beside the server for a while. Nothing here multiplies matrices.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

INDEX_KINDS = {
    "btree": "create index {name} on {table} ({columns})",
    "fulltext": "create fulltext index {name} on {table} ({columns})",
    "spatial": "create spatial index {name} on {table} ({columns})",
}
DRIVERS = ("mariadb", "mariadb-binary")
GRAMMAR = "mysql"
ALGORITHMS = frozenset({"aes"})
"""Of AES_ENCRYPT, and of encrypted tablespaces."""
TEXT_COMPARISON = TextComparison(padded=True, escape="\\", nulls_first=True)
"""Of columns in `utf8mb4_bin`: the manuals of both, “LIKE” and “ORDER BY”."""
