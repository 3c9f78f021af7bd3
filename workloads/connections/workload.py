"""What a connection costs: to open it, and by what goes over it."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence

from engines.contract.message import Message, phrase, plural
from engines.contract.protection import Keying, Protection
from engines.registry import engine_named
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Sealer, Value
from workloads.connections.operations import (
    BODY,
    LONGEST,
    MESSAGE,
    Connect,
    Fill,
    Select,
    SelectLong,
)
from workloads.connections.parameters import ConnectionsParameters
from workloads.contract import Case, MarkerColumn, Options, Part, Refusal
from workloads.workload import DatabaseWorkload

_LETTERS = "abcdefghijklmnopqrstuvwxyz "


class Connections(DatabaseWorkload[ConnectionsParameters]):
    """Connections opened, and short and long answers over one."""

    name = "connections"
    title = phrase("Connections")
    axis = phrase("Connections")
    axis_words = phrase("connections")
    parameters = ConnectionsParameters
    filling = Fill()
    marker_column = MarkerColumn(0, MESSAGE, BODY)

    def keying(self, bits: int, sound: bool) -> Keying:
        """Always a fresh key."""
        return Keying(os.urandom(bits // 8))

    def cases(self, parameters: ConnectionsParameters) -> tuple[Case, ...]:
        return tuple(Case(size) for size in parameters.sizes)

    def case_label(self, case: Case) -> Message:
        return plural("{n} connections", "{n} connection", case.size)

    def faults(self, parameters: ConnectionsParameters) -> Iterator[Message]:
        if not parameters.sizes:
            yield phrase("workload sizes are empty")
        for size in parameters.sizes:
            if size < 1:
                yield phrase("size {size} must be 1 or more", size=size)
        if len(set(parameters.sizes)) != len(parameters.sizes):
            yield phrase("a size is named twice")

    def refusals(
        self, parameters: ConnectionsParameters, case: Case, protection: Protection, engine: str
    ) -> tuple[Refusal, ...]:
        known = engine_named(engine)
        if known.servers.address.tls_modes:
            return ()
        message = phrase("{engine} opens a file and no connection", engine=known.title)
        return (Refusal(Connect.name, "no-connection", message),)

    def sealed_columns(self, parameters: ConnectionsParameters) -> Sequence[str]:
        return (f"{MESSAGE}.{BODY}",)

    def before(self, options: Options[ConnectionsParameters]) -> Fill:
        return self.filling

    def parts(self, options: Options[ConnectionsParameters]) -> tuple[Part, ...]:
        return (Connect(), Select(), SelectLong())

    def schema(self, options: Options[ConnectionsParameters], sealer: Sealer) -> Schema:
        return Schema((Table(MESSAGE, (Column(BODY, protected=True, size=LONGEST),)),))

    def records(self, options: Options[ConnectionsParameters]) -> Sequence[Sequence[Value]]:
        draw = random.Random(options.seed)
        return [("".join(draw.choices(_LETTERS, k=LONGEST)).strip(),) for _ in range(options.size)]
