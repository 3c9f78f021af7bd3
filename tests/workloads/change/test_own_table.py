"""A table of a workload file is encrypted, gets another key and is decrypted, on real servers."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.contract.errors import InputError, StatementFailed
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.contract.transition import Transition
from engines.servers.server import Server
from tests.workloads.change.test_switching import WORK, encryptors, filled, skip_unless_it_has
from workloads.change.column_conversion import Conversion
from workloads.change.own_table import own_table
from workloads.change.ways import COLUMN_WAYS, Way
from workloads.change.workload import OPERATIONS, ChangeParameters
from workloads.contract import Options, UntimedClock, VerificationFailed

pytestmark = pytest.mark.in_every_run("postgresql", "mariadb")

ROWS = 300
TYPED = "born = { type = 'date', make = 'date', seal = true }"
FILE = """
format = 1
name = "Clinic"
dialect = "postgresql"

[table.city]
rows = 50
[table.city.column]
id = {{ type = "integer", make = "serial" }}
title = {{ type = "text", make = "letters", size = 40, seal = true }}

[table.patient]
rows = 1_000
key = ["nr"]
[table.patient.column]
nr = {{ type = "integer", make = "serial" }}
city_id = {{ type = "integer", make = "reference", to = "city.id" }}
name = {{ type = "text", make = "name.pt_BR", size = 80, seal = true, required = true }}
email = {{ type = "text", make = "email", size = 80, unique = true, seal = true, index = true }}
visits = {{ type = "integer", make = "number", least = 1, most = 9 }}
{typed}

[[operation]]
name = "count"
sql = "select count(*) from patient"
"""
LINKED = """
[table.bed]
rows = 1_000
[table.bed.column]
id = { type = "integer", make = "serial" }
patient_nr = { type = "integer", make = "reference", to = "patient.nr" }
"""


def written(folder: Path, typed: str = "", more: str = "") -> str:
    path = folder / "clinic.toml"
    path.write_text(FILE.format(typed=typed) + more, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("typed", ["", TYPED], ids=["texts", "a date"])
@pytest.mark.parametrize("transition", Transition)
@pytest.mark.parametrize("way", COLUMN_WAYS)
def test_that_every_row_opens_to_what_it_was(
    server: Server, way: Way, transition: Transition, typed: str, tmp_path: Path
) -> None:
    skip_unless_it_has(server, way)
    file = written(tmp_path, typed)
    table = own_table(file, None, transition).table
    for name, encryptor, former in encryptors(server):
        conversion = Conversion.of(transition, encryptor, former, table)
        if conversion.needs_application and not COLUMN_WAYS[way].supports_application:
            continue
        changing = OPERATIONS[transition](way, 120, 0)
        with filled(server, encryptor, way, ROWS, transition, former, file=file) as setting:
            with pytest.raises((VerificationFailed, StatementFailed, UnicodeDecodeError)):
                changing.verify(setting)
            setting.session.rollback()
            setting.session.begin()
            changing.run(setting, UntimedClock())
            setting.session.commit()
            changing.verify(setting)
            counts = setting.session.fetch("select count(*), max(nr), sum(visits) from patient")
            assert [int(str(each)) for each in counts[0][:2]] == [ROWS, ROWS], name
            assert int(str(counts[0][2])) >= ROWS, "what is not encrypted stays"


def parameters(file: str, seal: tuple[str, ...] | None = None) -> ChangeParameters:
    return ChangeParameters(rows=(ROWS,), ways=tuple(Way), rates=(0,), file=file, seal=seal)


def test_that_the_largest_table_with_encrypted_columns_is_changed(tmp_path: Path) -> None:
    file = written(tmp_path)
    assert WORK.resolved(parameters(file)).seal == ("patient.name", "patient.email")
    assert WORK.resolved(parameters(file, ("city.title",))).seal == ("city.title",)
    case = WORK.cases(parameters(file))[0]
    assert len(WORK.records(Options(parameters(file), case))) == ROWS


def test_that_a_file_without_encrypted_columns_is_refused_with_a_sentence(tmp_path: Path) -> None:
    plain = parameters(written(tmp_path), ())
    with pytest.raises(InputError, match="No column of the workload file is encrypted"):
        WORK.resolved(plain)
    refused = WORK.refusals(plain, WORK.cases(plain)[0], PLAINTEXT, "postgresql")
    assert refused and {each.code for each in refused} == {"no-table"}


@pytest.mark.parametrize(
    ("typed", "more", "way", "code"),
    [
        (TYPED, "", Way.UPDATE, "types"),
        ("", LINKED, Way.NEW_TABLE, "pointed-to"),
        ("", LINKED, Way.BATCHES, ""),
        (TYPED, "", Way.BATCHES, ""),
    ],
)
def test_that_what_a_table_does_not_allow_is_refused(
    tmp_path: Path, typed: str, more: str, way: Way, code: str
) -> None:
    known = parameters(written(tmp_path, typed, more))
    [case] = [each for each in WORK.cases(known) if each.name == f"switch-on {way}"]
    native = Protection("aes", ProtectionKind.NATIVE, "aes", 256, "cbc")
    found = WORK.refusals(known, case, native, "postgresql")
    assert {each.code for each in found} == ({code} if code else set())
