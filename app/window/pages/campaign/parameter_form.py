"""The fields of one workload's parameters, made from what its dataclass declares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from app.window.pages.campaign.data_field import DataParameter
from app.window.pages.campaign.own.file_field import HeldParameter, WorkFileField
from app.window.shared.fields.field import ParameterField, label_of
from app.window.shared.fields.made import field_for
from engines.contract.parameter import Names, Parameter, all_parameters_of
from workloads.contract import Parameters

_NAME = "name"


class FieldRow(NamedTuple):
    label: str
    field: ParameterField


def declared_rows(kind: type[Parameters]) -> Iterator[Parameter]:
    """The parameters that have a row, in the order in which they are declared; one that belongs to
    another has none."""
    for known in all_parameters_of(kind).values():
        if known.name != _NAME and not known.shown.compared:
            yield known


class ParameterForm(QObject):
    """A field for each parameter but the workload's name; the owner lays them out."""

    changed = Signal()

    def __init__(self, kind: type[Parameters], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        known = all_parameters_of(kind)
        self._name: str = known[_NAME].default
        self.fields = {name: _field_for(each) for name, each in known.items() if name != _NAME}
        for each in self.fields.values():
            each.begin()
        for each in self.fields.values():
            each.changed.connect(self.changed)

    def rows(self) -> Iterator[FieldRow]:
        """The fields of `declared_rows`."""
        for known in declared_rows(self._kind):
            yield FieldRow(label_of(known), self.fields[known.name])

    def parameters(self) -> Parameters:
        """The parameters as they stand; lists may be empty while the user types."""
        return self._kind(
            name=self._name, **{name: each.value() for name, each in self.fields.items()}
        )

    def show_parameters(self, parameters: Parameters) -> None:
        """Show parameters without sending `changed` for each field."""
        self.blockSignals(True)
        for name, each in self.fields.items():
            each.show_value(getattr(parameters, name))
        self.blockSignals(False)


def _field_for(known: Parameter) -> ParameterField:
    if known.shown.compared:
        return HeldParameter(known)
    if known.shown.names is Names.WORKLOAD:
        return WorkFileField(known)
    return DataParameter(known) if known.shown.file else field_for(known)
