"""What leads out of a database, whatever the engine: each has statements of every kind."""

from __future__ import annotations

KINDS = ("files of the server", "programs", "the server", "servers elsewhere", "databases")
"""What is read or written, run or loaded, set, connected to and attached."""
