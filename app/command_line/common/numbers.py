"""Types of the numbers that options take: each has a least and a most, and one sentence says so."""

from __future__ import annotations

import math
from typing import Any

import click


class Between(click.IntRange):
    """A whole number from `least` to `most`."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__(least, most)
        self._said = f"is not a whole number between {least:,} and {most:,}."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number: int = super().convert(value, param, ctx)
        except click.BadParameter as error:
            raise click.BadParameter(f"{value} {self._said}", ctx, param) from error
        return number


class Amount(click.FloatRange):
    """A number from `least` to `most`, with or without decimals."""

    def __init__(self, least: float, most: float) -> None:
        super().__init__(least, most)
        self._said = f"is not a number between {least:,} and {most:,}."

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            number: float = super().convert(value, param, ctx)
        except click.BadParameter as error:
            raise click.BadParameter(f"{value} {self._said}", ctx, param) from error
        if math.isnan(number):
            raise click.BadParameter(f"{value} {self._said}", ctx, param)
        return number
