"""A sentence for a reader, kept apart from its values so that it can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Remark:
    """A sentence about `name`, such as a figure or a state.

    `template` is translated before `values` fill its `{field}` places.
    """

    name: str
    template: str
    values: Mapping[str, str]

    @property
    def text(self) -> str:
        """The sentence, filled."""
        return self.template.format(**self.values)


def remark(name: str, template: str, **values: object) -> Remark:
    """A remark of whatever values; whole numbers get separators between thousands."""
    return Remark(name, template, {key: _written(value) for key, value in values.items()})


def _written(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)
