"""Types of what options take: words of a list, and numbers, each with a least and a most."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import click


class LateChoice(click.Choice[str]):
    """One of some words that are only asked for when they are needed: the module that knows them is
    long in loading."""

    def __init__(self, known: Callable[[], Sequence[str]]) -> None:
        self._known = known
        self.case_sensitive = True

    @property
    def choices(self) -> Sequence[str]:  # type: ignore[override]
        return self._known()


class LateList(LateChoice):
    """Several of such words, with commas between."""

    name = "list"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        words = [each.strip() for each in str(value).split(",")]
        return tuple(super(LateList, self).convert(each, param, ctx) for each in words if each)


class IntegerBetween(click.IntRange):
    """A whole number from `least` to `most`."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__(least, most)
        self._message = f"is not a whole number between {least:,} and {most:,}."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number: int = super().convert(value, param, ctx)
        except click.BadParameter as error:
            raise click.BadParameter(f"{value} {self._message}", ctx, param) from error
        return number


class NumberBetween(click.FloatRange):
    """A number from `least` to `most`, with or without decimals."""

    def __init__(self, least: float, most: float) -> None:
        super().__init__(least, most)
        self._message = f"is not a number between {least:,} and {most:,}."

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            number: float = super().convert(value, param, ctx)
        except click.BadParameter as error:
            raise click.BadParameter(f"{value} {self._message}", ctx, param) from error
        if math.isnan(number):
            raise click.BadParameter(f"{value} {self._message}", ctx, param)
        return number
