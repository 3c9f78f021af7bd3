"""Reusable Qt parts that know nothing of campaigns and import nothing else of ours."""

from __future__ import annotations

import builtins
import sys
from types import ModuleType

import PySide6.QtCore  # noqa: F401 replaces Python's `__import__`

# PySide6's `__import__` reads and keeps the source of every module, to see whether it uses `from
# __feature__ import` (another spelling of Qt's names). No module of ours does, and reading them
# took 70 ms and 20 MB of a window: Python's own import is restored.
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def _leave_out_opengl() -> None:
    """Replace Qt's OpenGL bindings by empty modules: pyqtgraph loads all of them, and nothing here
    draws with OpenGL."""
    drawing, showing = (ModuleType(f"PySide6.{name}") for name in ("QtOpenGL", "QtOpenGLWidgets"))
    showing.QOpenGLWidget = object  # type: ignore[attr-defined]
    for stand_in in (drawing, showing):
        sys.modules.setdefault(stand_in.__name__, stand_in)


_leave_out_opengl()
