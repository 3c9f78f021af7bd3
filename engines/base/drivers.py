"""Drivers that are loaded when they are first asked for something.

The window knows every engine from its start, and of most of them it never opens a connection.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib.util import LazyLoader, find_spec, module_from_spec
from types import ModuleType

_loaded_later: list[ModuleType] = []


def on_demand(name: str) -> ModuleType:
    """A module that is loaded by the first look at one of its attributes.

    Raises: ModuleNotFoundError at once, where it is not installed
    """
    if name in sys.modules:
        return sys.modules[name]
    spec = find_spec(name)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    spec.loader = LazyLoader(spec.loader)
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    _loaded_later.append(module)
    return module


def load_all() -> None:
    """Load what would be loaded later. What cannot be is left to whoever asks for it."""
    while _loaded_later:
        with suppress(Exception):
            getattr(_loaded_later.pop(), "__file__")  # noqa: B009 the look is what loads it
