"""Reading TOML that came from anywhere."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from engines.contract.errors import Unfit
from engines.contract.message import phrase


def tables_in(text: str) -> dict[str, Any]:
    """The tables of a text in TOML, none of them nested so deeply that it could not be walked.

    Raises: Unfit, whose clause begins with “it is”
    """
    try:
        if _LONG_KEY.search(text):
            raise RecursionError
        document = tomllib.loads(text)
        _check_depth(document, _DEEPEST)
    except RecursionError:
        raise Unfit(phrase("it is nested more than {most} levels deep", most=_DEEPEST)) from None
    except ValueError as error:  # also for a number of more digits than Python reads
        said = phrase("it is not valid TOML: {said}", said=str(error).rstrip("."))
        raise Unfit(said) from error
    return document


def _check_depth(value: object, left: int) -> None:
    if not left:
        raise RecursionError
    inner = value.values() if isinstance(value, dict) else value
    if isinstance(value, (dict, list)):
        for each in inner:  # type: ignore[attr-defined]
            _check_depth(each, left - 1)


_DEEPEST = 16
"""Of what our files can mean nothing is more than four tables and lists deep."""

_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){16}""")
"""A key of so many parts, over which tomllib takes time that grows with their square."""
