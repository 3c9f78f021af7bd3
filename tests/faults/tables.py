"""A small table of times, and a small one of records."""

from __future__ import annotations

from workloads.hospital.data import _COLUMNS, generate

TIMES = """engine,variant,records,repetition,operation,seconds
pg,plaintext,1000,1,insert,1.5
pg,encrypted,1000,1,insert,1.75
pg,plaintext,1000,2,insert,1.25
pg,encrypted,1000,2,insert,1.8
"""

DATA = "".join(
    ",".join(map(str, row)) + "\n" for row in [tuple(_COLUMNS.values()), *generate(1, 3)]
)
