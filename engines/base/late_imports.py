"""Lazy imports: libraries that take up to a second to load are loaded when first used."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

_drivers: list[str] = []


class LateModule:
    """Stands for a module until something is asked of it.

    To be bound where type checkers see the import itself:

        if TYPE_CHECKING:
            from scipy import special
        else:
            special = LateModule("scipy.special")

    It looks the module up once: to do it each time took a tenth of what the window does while a
    campaign runs.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._module: ModuleType | None = None

    def __getattr__(self, attribute: str) -> Any:
        if self._module is None:
            self._module = import_module(self._name)
        return getattr(self._module, attribute)


def late_function(module: str, name: str) -> Callable[..., Any]:
    """A function of a module that is loaded by whoever calls it first, be it another thread; to be
    bound as a `LateModule` is."""

    def call(*values: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*values, **named)

    return call


def late_driver(name: str) -> Any:
    """A `LateModule` of an engine's driver. The window knows every engine from its start, and of
    most of them it never opens a connection.

    Raises: ModuleNotFoundError at once, where it is not installed
    """
    if find_spec(name) is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    _drivers.append(name)
    return LateModule(name)


def load_drivers() -> None:
    """Load all of them now. What cannot be loaded is left to whoever asks for it."""
    for name in _drivers:
        with suppress(Exception):
            import_module(name)
