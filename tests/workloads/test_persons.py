"""A key for each person: whatever is written of one has one key, and only who it is of is lost with
it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from engines.client_encryption.envelope import Envelope
from engines.contract.errors import InputError
from engines.contract.key_source import DataKey, KeyFault, KeyServiceFailed
from engines.contract.protection import Protection
from engines.contract.session import Prepared, Session
from engines.keys.pkcs11 import Pkcs11Key
from engines.servers.server import Server
from tests.key_services import keying, protection, soft_token
from tests.workloads.own.test_rehearsal import database_on
from tests.workloads.ward import HOSPITAL, hospital_options
from workloads.contract import Case, Options, Setting, UntimedClock
from workloads.hospital.statements import (
    ENCRYPTED_COLUMNS,
    FOREIGN_KEY_POSITION,
    NOTICE_COLUMNS,
    OCCUPANCY_COLUMNS,
)
from workloads.hospital.workload import Insert, Update
from workloads.own.file_reading import read_work
from workloads.own.filling import Fill
from workloads.own.rewriting import statements_of
from workloads.own.table_generation import GeneratedTables
from workloads.own.workload import OwnParameters, OwnWorkload
from workloads.web_users.requests.target import DirectSpec
from workloads.web_users.requests.users import ENCRYPTED, schema, user

ENGINES = pytest.mark.in_every_run("postgresql")
RECORDS = 4

CLINIC = """
format = 1
name = "Clinic"
dialect = "postgresql"

[table.patient]
rows = 5
[table.patient.column]
id = { type = "integer", make = "serial" }
name = { type = "text", make = "name.pt_BR", size = 80, seal = true }

[table.visit]
rows = 20
person = "patient_id"
[table.visit.column]
id = { type = "integer", make = "serial" }
patient_id = { type = "integer", to = "patient.id", draw = "sequential" }
note = { type = "text", make = "email", size = 80, seal = true }
cause = { type = "text", make = "email", size = 80, seal = true }
"""
WRITES = {
    "insert": (
        "insert into visit (id, patient_id, note, cause) values (:one, :who, :note, :note),"
        " (:two, :whom, :note, null)"
    ),
    "change": "update visit set cause = :note where note is not null and patient_id = :who",
    "rename": "update patient set name = :name where :who = id",
    "new": "insert into patient (name) values (:name)",
}
REFUSED = {
    "by number": "update visit set cause = :note where id = :one",
    "by either": "update visit set cause = :note where patient_id = :who or id = :one",
    "of no column": "insert into visit (id, note) values (:one, :note)",
    "handed over": "update visit set patient_id = :who where id = :one",
    "all": "update patient set name = :name",
    "upsert": (
        "insert into patient (id, name) values (:who, :name)"
        " on conflict (id) do update set name = excluded.name"
    ),
    "constant": "insert into visit (id, patient_id, note) values (:one, 3, :note)",
}
DRAWN = """
[[operation]]
name = "{name}"
sql = "{sql}"
[operation.parameters]
who = {{ column = "patient.id" }}
whom = {{ column = "patient.id" }}
one = {{ column = "visit.id" }}
two = {{ column = "visit.id" }}
note = {{ column = "visit.note" }}
name = {{ column = "patient.name" }}
"""


@pytest.fixture(scope="module")
def protected(tmp_path_factory: pytest.TempPathFactory) -> Protection:
    token = soft_token(tmp_path_factory.mktemp("token"))
    source = Pkcs11Key(data_key=DataKey.PERSON).with_access(token.access)
    return protection(source)


@dataclass
class Place:
    server: Server
    database: str
    encryptor: Envelope

    @contextmanager
    def session(self) -> Iterator[Session]:
        with self.server.engine.driver.connect(self.server.endpoint, self.database) as session:
            yield session

    def name(self, encrypted: object) -> bytes:
        """Of the key that a value is encrypted with."""
        assert isinstance(encrypted, bytes)
        return self.encryptor.key_name(encrypted)


@pytest.fixture
def place(server: Server, protected: Protection) -> Iterator[Place]:
    encryptor = server.engine.encryption.encryptor(protected, keying())
    assert isinstance(encryptor, Envelope)
    with database_on(server) as database:
        yield Place(server, database, encryptor)


def notices(place: Place) -> Mapping[str, list[bytes]]:
    """All encrypted values of each notice and of the rows that it refers to, by its key in the
    table of patients."""
    found = defaultdict[str, list[bytes]](list)
    text = {"estado": ("nome",), "municipio": ("nome",), "paciente": ("nome", "origem"),
            "dados_ocupacao": OCCUPANCY_COLUMNS}  # fmt: skip
    encrypted = [
        each.partition(".")[2] for each in ENCRYPTED_COLUMNS if each.startswith("notificacao.")
    ]
    with place.session() as session:
        rows = {
            table: {
                number: values
                for number, *values in session.fetch(f"select id, {', '.join(names)} from {table}")
            }
            for table, names in text.items()
        }
        for row in session.fetch(f"select id, {', '.join(NOTICE_COLUMNS)} from notificacao"):
            own = [
                value
                for value, name in zip(row[1:], NOTICE_COLUMNS, strict=True)
                if name in encrypted
            ]
            for table, at in FOREIGN_KEY_POSITION.items():
                own += rows[table][row[at]]
            found[str(row[0])] = own  # type: ignore[assignment]
    return found


@ENGINES
def test_that_all_rows_of_a_patient_have_one_key_and_an_update_keeps_it(place: Place) -> None:
    if place.server.spec.engine == "duckdb":
        pytest.skip("the hospital's rows cannot be changed there")
    options = hospital_options(RECORDS, sound=True)
    records = HOSPITAL.records(options)
    with place.session() as session:
        plan = HOSPITAL.schema(options, place.encryptor)
        place.server.engine.driver.create_schema(session, plan, place.encryptor)
        session.begin()
        setting = Setting(session, place.encryptor, records, options, index_key=b"k" * 32)
        Insert().run(setting, UntimedClock())
        Update().run(setting, UntimedClock())
        session.commit()
        Update().verify(setting)
    values = notices(place)
    assert {len(each) for each in values.values()} == {len(ENCRYPTED_COLUMNS)}
    keys = {number: {place.name(each) for each in own} for number, own in values.items()}
    assert {len(each) for each in keys.values()} == {1}
    assert len(set.union(*keys.values())) == RECORDS
    first, *others = values.values()
    assert place.encryptor.shred(first[0])
    for each in first:
        with pytest.raises(KeyServiceFailed) as failed:
            place.encryptor.data_key_of(each, b"")
        assert failed.value.fault is KeyFault.DELETED
    for each in (value for own in others for value in own):
        assert place.encryptor.data_key_of(each, b"")


def work_with(folder: Path, statements: Mapping[str, str]) -> Path:
    file = folder / "clinic.toml"
    parts = [DRAWN.format(name=name, sql=sql) for name, sql in statements.items()]
    file.write_text(CLINIC + "".join(parts))
    return file


@ENGINES
def test_that_rows_of_several_tables_and_later_statements_share_the_key_of_their_person(
    place: Place, tmp_path: Path
) -> None:
    if place.server.spec.engine == "firebird":
        pytest.skip("an INSERT has one row there")
    file = work_with(tmp_path, WRITES)
    options = Options(OwnParameters(file=str(file), sizes=(5,)), Case(5), 7)
    work, encryptor, engine = read_work(file), place.encryptor, place.server.engine.name

    def run(session: Session, number: int, **values: object) -> None:
        for each in statements_of(work, number, engine, encryptor):
            prepared: Prepared = session.prepare(each.statement, encryptor)
            prepared.execute(*(values[bound.parameter] for bound in each.values))  # type: ignore[arg-type]
            prepared.close()

    with place.session() as session:
        place.server.engine.driver.create_schema(
            session, OwnWorkload().schema(options, encryptor), encryptor
        )
        session.begin()
        setting = Setting(
            session, encryptor, OwnWorkload().records(options), options, index_key=b"k" * 32
        )
        Fill(GeneratedTables(work, options.seed, options.size)).run(setting, UntimedClock())
        run(session, 0, one=101, two=102, who=2, whom=3, note="a@b.c")
        run(session, 1, who=2, note="d@e.f")
        run(session, 2, who=4, name="Zoé")
        run(session, 3, name="Novo")
        session.commit()
        patients = session.fetch("select id, name from patient")
        visits = session.fetch("select patient_id, note, cause from visit")
    keys = {number: place.name(name) for number, name in patients}
    assert len(set(keys.values())) == 6
    assert len(visits) == 22
    for patient, *values in visits:
        assert {place.name(each) for each in values if each is not None} == {keys[patient]}


def test_that_a_statement_that_does_not_say_whose_row_it_writes_is_refused(
    tmp_path: Path, protected: Protection
) -> None:
    file = work_with(tmp_path, WRITES | REFUSED)
    parameters = OwnParameters(file=str(file), sizes=(5,))
    found = OwnWorkload().refusals(parameters, Case(5), protected, "postgresql")
    assert {each.operation: each.code for each in found} == dict.fromkeys(REFUSED, "person")


def test_that_persons_are_named_by_a_column_that_refers_to_persons(tmp_path: Path) -> None:
    file = work_with(tmp_path, WRITES)
    text = work_with(tmp_path, WRITES).read_text()
    file = tmp_path / "unfit.toml"
    for given, instead, words in (
        ('person = "patient_id"', 'person = "nobody"', "“nobody” is not one of its columns"),
        ("rows = 5", 'rows = 5\nperson = "name"', "does not refer to a person of patient"),
    ):
        file.write_text(text.replace(given, instead))
        with pytest.raises(InputError, match=words):
            read_work(file)


@ENGINES
def test_that_two_lanes_that_write_of_one_user_share_the_key(
    place: Place, protected: Protection
) -> None:
    if place.server.engine.driver.connects_once:
        pytest.skip("one process opens a database")
    given = keying()
    with place.session() as session:
        place.server.engine.driver.create_schema(session, schema(), place.encryptor)
    spec = DirectSpec(place.server.endpoint, place.database, protected, given)
    with spec.open() as one, spec.open() as other:
        for target, account in ((one, 1), (other, 1), (other, 2)):
            target.add(target.to_add(user(7, account)))
        assert [one.get(each)[0] for each in (1, 2, 3)] == [1, 1, 2]
    with place.session() as session:
        rows = session.fetch(f"select account, {', '.join(ENCRYPTED)} from users order by id")
    first, second, third = [{place.name(each) for each in values} for _, *values in rows]
    assert first == second and len(first) == len(third) == 1 and first != third
