"""Whether a protection gives what plaintext gives, looked at on few rows before any clock runs."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from typing import Any

from engines.base.engine import Engine
from engines.contract.endpoint import Endpoint
from engines.contract.message import phrase
from engines.sql.statement import Sealer, Unsealed
from workloads.contract import Options, Setting, UntimedClock, VerificationFailed
from workloads.workload import DatabaseWorkload


def rehearse(
    engine: Engine,
    endpoint: Endpoint,
    database: str,
    workload: DatabaseWorkload[Any],
    options: Options[Any],
    sealer: Sealer,
    without: Collection[str] = (),
) -> None:
    """Do what a workload does in a small case, in plaintext and then sealed, in a database of ours
    that holds no tables yet, and holds none afterwards; `without` operations that a protection
    cannot do.

    Raises: VerificationFailed where they give different rows, StatementFailed
    """

    def given(under: Sealer) -> Mapping[str, object]:
        schema = workload.schema(options, under)
        with engine.connect(endpoint, database) as session:
            engine.create_schema(session, schema, under)
            setting = Setting(
                session, under, workload.records(options), options, index_key=os.urandom(32)
            )
            session.begin()
            workload.filled_by(options).run(setting, UntimedClock())
            session.commit()
            session.begin()
            found = workload.rehearsed(setting, without)
            session.rollback()
            for table in reversed(schema.tables):
                session.execute(f"drop table {table.name}")
        return found

    plain, sealed = given(Unsealed()), given(sealer)
    for name, rows in plain.items():
        if sealed[name] != rows:
            raise VerificationFailed(
                phrase("“{name}” returns different rows than in plaintext", name=name)
            )
