"""The published hospital study's workload, statement for statement.

Rosa and Lazarin, “Uma análise de desempenho de funções de encriptação nativas de SGBDs Open
Source”, 2023: five tables, a row in each per record, every text column sealed, and INSERT, SELECT,
UPDATE and DELETE, each over one connection in one transaction.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engines.contract.message import Message, phrase, plural
from engines.contract.parameter import Shown, parameter
from engines.contract.protection import Keying
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Sealer, Value, ValueType
from workloads.contract import GENERATED, Case, MarkerColumn, Options, Parameters, Part, Profile
from workloads.hospital import data
from workloads.hospital.operations import PLACE, TARGET, Delete, Fill, Insert, Select, Update
from workloads.hospital.sealed import sealed_lengths
from workloads.hospital.statements import OCCUPANCY, SEALED_COLUMNS
from workloads.profiles import PROFILES
from workloads.workload import DatabaseWorkload

_STUDY_KEY = b"AbcdAbcdAbcdAbcd"
_STUDY_IV = b"0123456789123456"
_TELLING = 200

_PARTS = (Insert(), Select(), Update(), Delete())


@dataclass(frozen=True)
class HospitalParameters(Parameters):
    """`sizes` count records; `data` is "generated" or the path of a CSV in the public layout."""

    name: str = "hospital"
    sizes: tuple[int, ...] = parameter(
        (1000,),
        most=10_000_000,
        shown=Shown(
            phrase("Sizes"),
            unit=phrase("records"),
            offers=(1000, 2000, 4000, 8000),
            words=phrase("Add a size"),
            lacks=phrase("Add at least one size."),
        ),
    )
    profile: Profile = parameter(Profile.STUDY, shown=PROFILES)
    data: str = parameter(
        GENERATED,
        shown=Shown(
            phrase("Data"),
            file=phrase("A CSV in the public layout"),
            lacks=phrase("Choose the data file."),
        ),
    )
    text_columns: bool = parameter(
        False,
        shown=Shown(
            phrase("Ciphertext"),
            phrase("Encrypted values are stored as text instead of bytes, where the engine can"),
            words=phrase("as hex te&xt"),
            rare=True,
        ),
    )


class Hospital(DatabaseWorkload[HospitalParameters]):
    """Hospital bed occupancy, as in the published study."""

    name = "hospital"
    title = phrase("Hospital occupancy")
    axis = phrase("Records")
    axis_words = phrase("records")
    parameters = HospitalParameters
    filling = Fill()
    relies_on_cascade = True
    sequence = tuple(each.name for each in _PARTS)
    marker_column = MarkerColumn(PLACE["nome"], "paciente", "nome")

    def keying(self, bits: int, sound: bool) -> Keying:
        """The study's key, repeated to the length asked for, with its fixed IV; or a fresh key."""
        if sound:
            return Keying(os.urandom(bits // 8))
        repeated = _STUDY_KEY * (bits // 128 + 1)
        return Keying(repeated[: bits // 8], _STUDY_IV)

    def cases(self, parameters: HospitalParameters) -> tuple[Case, ...]:
        return tuple(Case(size) for size in parameters.sizes)

    def case_label(self, case: Case) -> Message:
        return plural("{n} records", "{n} record", case.size)

    def faults(self, parameters: HospitalParameters) -> Iterator[Message]:
        sizes = parameters.sizes
        if not sizes:
            yield phrase("workload sizes are empty")
        for size in sizes:
            if size < 1:
                yield phrase("size {size} must be 1 or more", size=size)
        if len(set(sizes)) != len(sizes):
            yield phrase("a size is named twice")

    def sealed_columns(self, parameters: HospitalParameters) -> Sequence[str]:
        return SEALED_COLUMNS

    def blind_indexed(self, parameters: HospitalParameters) -> Sequence[str]:
        return ("estado.nome",)

    def parts(self, options: Options[HospitalParameters]) -> tuple[Part, ...]:
        return _PARTS

    def schema(self, options: Options[HospitalParameters], sealer: Sealer) -> Schema:
        blind = (
            (Column("nome_index", ValueType.BYTES, size=32),) if not sealer.deterministic else ()
        )
        tables = (
            Table("estado", (_text("nome"), *blind)),
            Table("municipio", (_text("nome"), _pointer("estado"))),
            Table("paciente", (_text("nome"), _text("origem"))),
            Table("dados_ocupacao", tuple(_text(name) for name in OCCUPANCY)),
            Table("notificacao", _NOTICE_COLUMNS),
        )
        indexes = (("estado", "nome_index"),) if blind else ()
        return Schema(tables, index_foreign_keys=True if options.sound else None, indexes=indexes)

    def records(self, options: Options[HospitalParameters]) -> Sequence[Sequence[Value]]:
        if options.data is not None:
            return data.load(options.data, options.size)
        return data.generate(options.seed, options.size)

    def sealed_lengths(
        self, options: Options[HospitalParameters], operation: str
    ) -> Mapping[int, float]:
        """From the first records, as many as tell the lengths of the others."""
        some = min(options.size, _TELLING)
        records = self.records(replace(options, case=Case(some)))
        lengths = sealed_lengths(records, operation, TARGET)
        return {length: count * options.size / some for length, count in lengths.items()}


def _text(name: str) -> Column:
    return Column(name, protected=True)


def _pointer(table: str) -> Column:
    return Column(f"id_{table}", ValueType.INTEGER, references=table)


_NOTICE_COLUMNS = (
    _text("id_data_sus"),
    _text("data_notificacao"),
    _pointer("estado"),
    _pointer("municipio"),
    Column("excluida", ValueType.BOOLEAN),
    Column("validado", ValueType.BOOLEAN),
    _text("created_at"),
    _text("updated_at"),
    _pointer("paciente"),
    _pointer("dados_ocupacao"),
)
