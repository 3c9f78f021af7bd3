"""Reading TOML that came from anywhere."""

from __future__ import annotations

import math
import re
import tomllib
from typing import Any

from engines.contract.errors import Unfit
from engines.contract.limits import NAMES, steering_faults
from engines.contract.message import Message, phrase


def tables_in(text: str, *, any_name: bool = False) -> dict[str, Any]:
    """The tables of a text in TOML: none of them is nested so deeply that it could not be walked,
    all numbers are finite, and no key or name holds what moves other text, unless it may have
    `any_name`, as what a store has kept.

    Raises: Unfit
    """
    try:
        if _LONG_KEY.search(text):
            raise RecursionError
        document = tomllib.loads(text)
        _check(document, (), any_name=any_name)
    except RecursionError:
        raise Unfit(phrase("it is nested more than {most} levels deep", most=_DEEPEST)) from None
    except Unfit:
        raise
    except ValueError as error:  # also for a number of more digits than Python reads
        message = phrase("it is not valid TOML: {words}", words=str(error).rstrip("."))
        raise Unfit(message) from error
    return document


def _check(value: object, path: tuple[str, ...], *, any_name: bool) -> None:
    if len(path) >= _DEEPEST:
        raise RecursionError
    match value:
        case dict():
            for key, inner in value.items():
                if not any_name:
                    _check_shown(key, path)
                _check(inner, (*path, key), any_name=any_name)
        case list():
            for number, inner in enumerate(value, 1):
                _check(inner, (*path, str(number)), any_name=any_name)
        case float() if not math.isfinite(value):
            raise Unfit(phrase("{key} must be a number", key=_key(path)))
        case str() if path and path[-1] in NAMES and not any_name:
            _check_shown(value, path)


def _check_shown(text: str, path: tuple[str, ...]) -> None:
    for fault in steering_faults(_key(path), text):
        raise Unfit(fault)


def _key(path: tuple[str, ...]) -> Message | str:
    return ".".join(path)[:_LONGEST] or phrase("a key")


_LONGEST = 200

_DEEPEST = 16
"""Of what our files can mean nothing is more than four tables and lists deep."""

_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){16}""")
"""A key of so many parts, over which tomllib takes time that grows with their square."""
