"""The field that suits a parameter."""

from __future__ import annotations

from enum import StrEnum

from app.window.shared.fields.choices import (
    ChoiceParameter,
    ListParameter,
    PickedParameter,
    RadioParameter,
    SizesParameter,
)
from app.window.shared.fields.field import ParameterField
from app.window.shared.fields.single import NumberParameter, TextParameter, TickParameter
from engines.contract.parameter import Parameter

_FEW = 3
"""Up to this many choices are radio buttons, unless the offer changes."""


def field_for(known: Parameter) -> ParameterField:
    if known.number:
        return NumberParameter(known)
    if known.kind is bool:
        return TickParameter(known)
    if known.choices:
        few = len(known.choices) <= _FEW and not known.shown.offers
        return RadioParameter(known) if few else ChoiceParameter(known)
    if known.item is int:
        return SizesParameter(known)
    if known.item is not None:
        return _list_field(known)
    return TextParameter(known)


def _list_field(known: Parameter) -> ParameterField:
    enumerated = isinstance(known.item, type) and issubclass(known.item, StrEnum)
    picked = known.shown.offers or enumerated
    return PickedParameter(known) if picked else ListParameter(known)
