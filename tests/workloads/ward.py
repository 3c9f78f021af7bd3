"""The hospital's operations, one by one on any server."""

from __future__ import annotations

import os
import secrets
from typing import Any

from engines.contract.protection import Protection
from engines.contract.statement import Sealer
from engines.server import Server
from workloads.contract import Options, Setting, UntimedClock
from workloads.registry import workload_named

HOSPITAL = workload_named("hospital")


class Ward:
    """A database with the hospital's tables, and its operations run one by one."""

    def __init__(self, server: Server, protection: Protection, options: Options) -> None:
        self.server, self.options = server, options
        self.sealer: Sealer = server.engine.sealer(
            protection, HOSPITAL.keying(128, options.sound), text_columns=options.text_columns
        )
        self.records = HOSPITAL.records(options)
        self.key = os.urandom(32)
        self.name = server.engine.create_database(server.endpoint, f"w_{secrets.token_hex(4)}")
        with server.engine.connect(server.endpoint, self.name) as session:
            schema = HOSPITAL.schema(options, self.sealer)
            server.engine.create_schema(session, schema, self.sealer)

    def execute(self, *statements: str) -> None:
        session = self.server.engine.connect(self.server.endpoint, self.name)
        for statement in statements:
            session.execute(statement)
        session.close()

    def operate(self, name: str) -> tuple[int, int]:
        """Rows and statements of one operation, committed."""
        clock = UntimedClock()
        session = self.server.engine.connect(self.server.endpoint, self.name)
        session.begin()
        rows = self.operation(name).run(self.setting(session), clock)
        session.commit()
        session.close()
        return rows, clock.statements

    def verify(self, name: str) -> None:
        with self.server.engine.connect(self.server.endpoint, self.name) as session:
            self.operation(name).verify(self.setting(session))

    def setting(self, session: Any) -> Setting:
        return Setting(session, self.sealer, self.records, self.options, self.key)

    def operation(self, name: str) -> Any:
        return next(each for each in HOSPITAL.sequence if each.name == name)

    def close(self) -> None:
        self.server.engine.drop_database(self.server.endpoint, self.name)
