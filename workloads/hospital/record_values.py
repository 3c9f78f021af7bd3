"""The values that the rows of a record are given, and those that are found in them."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from engines.contract.message import phrase
from engines.sql.statement import Value
from workloads.contract import Setting, VerificationFailed
from workloads.hospital.data import FIELDS

FIELD_INDEX = {name: index for index, name in enumerate(FIELDS)}
"""Index of each field in a record."""


def check_record(stored: Sequence[Value], expected: Sequence[Value], number: int) -> None:
    for name, held, wanted in zip(FIELDS, stored, expected, strict=True):
        if held != wanted:
            frame = phrase("record {number} has {held} in {name}, but {wanted} was stored")
            raise VerificationFailed(
                frame.with_values(number=number, held=repr(held), name=name, wanted=repr(wanted))
            )


def plain_value(value: Value) -> Value:
    return value.decode() if isinstance(value, (bytes, bytearray)) else value


def has_blind_index(setting: Setting) -> bool:
    return not setting.encryptor.deterministic


def blind_index_value(setting: Setting, value: Value) -> bytes:
    assert isinstance(value, str)
    return hmac.digest(setting.index_key, value.encode(), hashlib.sha256)


def state_values(setting: Setting, record: Sequence[Value], blind: bool) -> Sequence[Value]:
    state = record[FIELD_INDEX["estado"]]
    return (state, blind_index_value(setting, state)) if blind else (state,)


def person_of(record: Sequence[Value]) -> Value:
    """The patient number, by which the data key of the record is chosen; None where empty."""
    return record[FIELD_INDEX["id_data_sus"]] or None


def patient_values(record: Sequence[Value]) -> Sequence[Value]:
    return record[FIELD_INDEX["nome"]], record[FIELD_INDEX["origem"]]


def occupancy_values(record: Sequence[Value]) -> Sequence[Value]:
    return record[FIELD_INDEX["cnes"] : FIELD_INDEX["id_data_sus"]]


def notice_values(
    record: Sequence[Value], estado: Value, municipio: Value, paciente: Value, dados: Value
) -> Sequence[Value]:
    sus, noticed, excluded, validated, created, updated = record[FIELD_INDEX["id_data_sus"] :]
    return (
        *(sus, noticed, estado, municipio),
        *(excluded, validated, created, updated, paciente, dados),
        person_of(record),
    )
