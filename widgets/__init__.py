"""Reusable Qt parts that know nothing of campaigns and import nothing else of ours."""

from __future__ import annotations

import builtins

import PySide6.QtCore  # noqa: F401 it puts its own import in the place of Python's

# Theirs reads the source of every module that is loaded, and keeps it, to see whether it asks for
# another spelling of Qt's names (`from __feature__ import`). None of ours does, and that took 70 ms
# and 20 MB of a window.
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
