"""Reusable Qt parts that know nothing of campaigns and import nothing else of ours."""

from __future__ import annotations

import builtins
import sys
from types import ModuleType

import PySide6.QtCore  # noqa: F401 it puts its own import in the place of Python's

# Theirs reads the source of every module that is loaded, and keeps it, to see whether it asks for
# another spelling of Qt's names (`from __feature__ import`). None of ours does, and that took 70 ms
# and 20 MB of a window.
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def _leave_out_opengl() -> None:
    """pyqtgraph loads Qt's bindings for OpenGL, with every function of each of its versions,
    whether it is to draw with them or not; nothing here does."""
    drawing, showing = (ModuleType(f"PySide6.{name}") for name in ("QtOpenGL", "QtOpenGLWidgets"))
    showing.QOpenGLWidget = object  # type: ignore[attr-defined]
    for stand_in in (drawing, showing):
        sys.modules.setdefault(stand_in.__name__, stand_in)


_leave_out_opengl()
