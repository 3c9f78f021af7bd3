"""The hospital's operations, one by one on any server."""

from __future__ import annotations

import os
import secrets
from typing import Any

from engines.contract.protection import Protection
from engines.servers.server import Server
from engines.sql.statement import Encryptor
from workloads.app_server import RunDatabase
from workloads.contract import Case, Operation, Options, Profile, Setting, UntimedClock
from workloads.hospital.workload import HospitalParameters
from workloads.registry import database_workload

HOSPITAL = database_workload("hospital")
OPERATIONS = ("INSERT", "SELECT", "UPDATE", "DELETE")


def hospital_options(
    size: int, sound: bool = False, *, seed: int = 0, text_columns: bool = False
) -> Options[HospitalParameters]:
    """So many records under the study's or the sound profile."""
    profile = Profile.SOUND if sound else Profile.STUDY
    parameters = HospitalParameters(profile=profile, text_columns=text_columns)
    return Options(parameters, Case(size), seed)


class Ward:
    """A database with the hospital's tables, and its operations run one by one."""

    def __init__(
        self, server: Server, protection: Protection, options: Options[HospitalParameters]
    ) -> None:
        self.server, self.options = server, options
        keying = HOSPITAL.keying(128, options.sound)
        self.encryptor: Encryptor = server.engine.encryption.encryptor(
            protection, keying, text_columns=options.parameters.text_columns
        )
        self.records = HOSPITAL.records(options)
        self.key = os.urandom(32)
        self.name = server.engine.catalogue.create_database(
            server.endpoint, f"w_{secrets.token_hex(4)}"
        )
        with server.engine.driver.connect(server.endpoint, self.name) as session:
            schema = HOSPITAL.schema(options, self.encryptor)
            server.engine.driver.create_schema(session, schema, self.encryptor)
        self.place = RunDatabase(
            endpoint=server.endpoint, database=self.name, protection=protection, keying=keying
        )

    def execute(self, *statements: str) -> None:
        session = self.server.engine.driver.connect(self.server.endpoint, self.name)
        for statement in statements:
            session.execute(statement)
        session.close()

    def operate(self, name: str) -> tuple[int, int]:
        """Rows and statements of one operation, committed."""
        clock = UntimedClock()
        session = self.server.engine.driver.connect(self.server.endpoint, self.name)
        session.begin()
        rows = self.operation(name).run(self.setting(session), clock)
        session.commit()
        session.close()
        return rows, clock.statements

    def fill(self) -> None:
        with self.server.engine.driver.connect(self.server.endpoint, self.name) as session:
            session.begin()
            HOSPITAL.filling.run(self.setting(session), UntimedClock())
            session.commit()

    def fetch(self, sql: str) -> list[Any]:
        with self.server.engine.driver.connect(self.server.endpoint, self.name) as session:
            return list(session.fetch(sql))

    def verify(self, name: str) -> None:
        with self.server.engine.driver.connect(self.server.endpoint, self.name) as session:
            self.operation(name).verify(self.setting(session))

    def setting(self, session: Any) -> Setting:
        return Setting(session, self.encryptor, self.records, self.options, self.key)

    def operation(self, name: str) -> Operation:
        parts = HOSPITAL.parts(self.options)
        found = next(each for each in parts if each.operations == (name,))
        assert isinstance(found, Operation)
        return found

    def close(self) -> None:
        self.server.engine.catalogue.drop_database(self.server.endpoint, self.name)
