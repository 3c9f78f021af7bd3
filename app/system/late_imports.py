"""Libraries that take a second to load, loaded when they are first used."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


class LateModule:
    """Stands for a module until something is asked of it.

    To be bound where type checkers see the import itself:

        if TYPE_CHECKING:
            from scipy import special
        else:
            special = LateModule("scipy.special")
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(import_module(self._name), attribute)


def late_function(module: str, name: str) -> Callable[..., Any]:
    """A function of a module that is loaded by whoever calls it first, be it another thread; to be
    bound as a `LateModule` is."""

    def call(*values: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*values, **named)

    return call
