"""Libraries that take a second to load, loaded when they are first used."""

from __future__ import annotations

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
