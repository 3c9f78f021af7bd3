"""What is measured of an operation beside its time, where the engine is asked for what it counts:
the measures of a `DatabaseWorkload` with `engine_counts`."""

from __future__ import annotations

from engines.contract.message import phrase
from engines.contract.session import (
    BINARY_LOG,
    BINARY_LOG_SEALED,
    BUFFER,
    EXECUTED,
    FLUSHED,
    LOGGED,
    PARSED,
    PLANNED,
    READ,
    REDO_SEALED,
    STORED,
    WRITTEN,
)
from workloads.contract import Measure

PREPARING, FLUSHING, COLD = "prepare_seconds", "flush_seconds", "cold"
"""Seconds until the statements were prepared, and until what they changed was in the tables' files;
whether nothing was held in memory before (1 or 0)."""

TABLES_STORED = Measure(STORED, phrase("Tables stored"), "B")

COUNTED: tuple[Measure, ...] = (
    Measure(PREPARING, phrase("Preparing"), "s"),
    Measure(PARSED, phrase("Parsing, reported by the engine"), "s"),
    Measure(PLANNED, phrase("Planning, reported by the engine"), "s"),
    Measure(EXECUTED, phrase("Executing, reported by the engine"), "s"),
    Measure(FLUSHING, phrase("Flush"), "s"),
    Measure(READ, phrase("Read by the engine"), "B"),
    Measure(WRITTEN, phrase("Written by the engine"), "B"),
    Measure(LOGGED, phrase("Written to logs"), "B"),
    Measure(FLUSHED, phrase("Pages flushed"), ""),
    TABLES_STORED,
    Measure(BUFFER, phrase("Buffer"), "B", compared=False),
    Measure(COLD, phrase("Cold"), "", compared=False),
    Measure(REDO_SEALED, phrase("Redo log encrypted"), "", compared=False),
    Measure(BINARY_LOG, phrase("Binary log written"), "", compared=False),
    Measure(BINARY_LOG_SEALED, phrase("Binary log encrypted"), "", compared=False),
)
