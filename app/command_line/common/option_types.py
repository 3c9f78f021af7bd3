"""Click types for options: choices that are loaded on first use, and numbers with bounds."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import click


class LateChoice(click.Choice[str]):
    """A choice whose values come from `known()` on first use, as loading their module is slow."""

    def __init__(self, known: Callable[[], Sequence[str]]) -> None:
        self._known = known
        self.case_sensitive = True

    @property
    def choices(self) -> Sequence[str]:  # type: ignore[override]
        return self._known()


class LateList(LateChoice):
    """Several such values, separated by commas."""

    name = "list"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        words = [each.strip() for each in str(value).split(",")]
        return tuple(super(LateList, self).convert(each, param, ctx) for each in words if each)


class _Between(click.ParamType[Any]):
    """A range whose error message names both bounds."""

    bounds: str

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            number = super().convert(value, param, ctx)
        except click.BadParameter as error:
            raise click.BadParameter(f"{value} {self.bounds}", ctx, param) from error
        if math.isnan(number):
            raise click.BadParameter(f"{value} {self.bounds}", ctx, param)
        return number


class IntegerBetween(_Between, click.IntRange):
    def __init__(self, least: int, most: int) -> None:
        super().__init__(least, most)
        self.bounds = f"is not a whole number between {least:,} and {most:,}."


class NumberBetween(_Between, click.FloatRange):
    def __init__(self, least: float, most: float) -> None:
        super().__init__(least, most)
        self.bounds = f"is not a number between {least:,} and {most:,}."
