"""Reading what another place wrote: values are of their kind and such as a store can hold."""

from __future__ import annotations

import math
from typing import Any

import cattrs
from cattrs.preconf.json import make_converter


def strict_converter() -> cattrs.Converter:
    """Takes no value of another kind for a whole number, a number, a text or a truth, and no keys
    that a class does not have."""
    converter = make_converter(forbid_extra_keys=True)
    for kind, hook in ((int, _whole), (float, _number), (str, _text), (bool, _truth)):
        converter.register_structure_hook(kind, hook)
    converter.register_structure_hook_func(lambda kind: kind is object, lambda value, _: value)
    return converter


def is_moment(at: float) -> bool:
    """Whether a date can be made of it."""
    return 0 <= at < 1e11


def none_of_these(_: str) -> None:
    """NaN and infinity, which no store holds: for `parse_constant` of `json.loads`."""


def _whole(value: Any, kind: type[int]) -> int:
    if type(value) is not int or not -(2**63) <= value < 2**63:
        raise ValueError(f"{value!r} is no number that a store can hold")
    return kind(value)


def _number(value: Any, _: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError(f"{value!r} is no number")
    return float(value)


def _text(value: Any, kind: type[str]) -> str:
    if type(value) is not str or "\0" in value:
        raise ValueError(f"{value!r} is no text")
    value.encode()  # a ValueError where it is half a character
    return kind(value)  # and where it is none of the words of an enumeration


def _truth(value: Any, _: Any) -> bool:
    if type(value) is not bool:
        raise ValueError(f"{value!r} is neither true nor false")
    return value
