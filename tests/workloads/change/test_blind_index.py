"""Columns that are searched get a blind index as they are encrypted, on real servers."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.contract.session import Session
from engines.servers.server import Server
from engines.sql.schema import index_name
from engines.sql.statement import Encryptor
from tests.workloads.change.test_own_table import written
from tests.workloads.change.test_switching import (
    ROWS,
    WORK,
    encryptors,
    filled,
    skip_unless_it_has,
)
from workloads.change.column_conversion import Conversion
from workloads.change.disk import DiskSearch
from workloads.change.measures import INDEXES
from workloads.change.table_choice import PERSON, PERSONS
from workloads.change.ways import COLUMN_WAYS, Way, change_of_case
from workloads.change.workload import ChangeParameters, SwitchOn
from workloads.contract import Setting, UntimedClock, VerificationFailed
from workloads.own.filling import blind_index

pytestmark = pytest.mark.in_every_run("postgresql", "mariadb")

SEARCH = (f"{PERSON}.name",)


def encrypting(server: Server, way: Way) -> list[tuple[str, Encryptor]]:
    """Those of the server's functions and of the application that can go this way."""
    skip_unless_it_has(server, way)
    found = [
        (name, encryptor)
        for name, encryptor, _ in encryptors(server)
        if encryptor.needs_blind_index
        and (COLUMN_WAYS[way].supports_application or not _by_application(encryptor))
    ]
    return found or pytest.skip("the application encrypts, in batches")


def _by_application(encryptor: Encryptor) -> bool:
    return Conversion(PERSONS, None, encryptor, 1).needs_application


def names_found(setting: Setting) -> list[object]:
    """The numbers of the persons who are found by the name of the first."""
    name = str(setting.session.fetch(f"select name from {PERSON} where id = 1")[0][0])
    setting.session.rollback()
    setting.session.begin()
    digest = blind_index(setting.index_key, PERSONS.columns[0].encrypted)(name)
    SwitchOn(_way(setting), 150, 0).run(setting, UntimedClock())
    setting.session.commit()
    setting.session.begin()
    held = setting.session.fetch(f"select id, name_index from {PERSON}")
    return [key for key, index in held if index == digest]


def _way(setting: Setting) -> Way:
    return change_of_case(setting.options.case)[1]


def is_indexed(session: Session, table: str, column: str) -> bool:
    name = index_name(table, column)
    return bool(session.fetch(session.index_named.format(name=name)))


@pytest.mark.parametrize("way", COLUMN_WAYS)
def test_that_a_searched_column_is_found_by_its_blind_index(server: Server, way: Way) -> None:
    for name, encryptor in encrypting(server, way):
        with filled(server, encryptor, way, search=SEARCH) as setting:
            assert names_found(setting) == [1], name
            table = PERSONS.new_name if way is Way.NEW_TABLE else PERSON
            assert is_indexed(setting.session, table, "name_index"), name
            SwitchOn(way, 150, 0).verify(setting)
            setting.session.execute(f"update {PERSON} set name_index = null where id = 7")
            with pytest.raises(VerificationFailed, match="blind index"):
                SwitchOn(way, 150, 0).verify(setting)


def test_that_the_index_is_made_where_a_change_was_broken_off(server: Server) -> None:
    """And once: a change that goes on after its end has nothing left to do."""
    _, encryptor = encrypting(server, Way.BATCHES)[0]
    with filled(server, encryptor, Way.BATCHES, search=SEARCH) as setting:
        change = SwitchOn(Way.BATCHES, 150, 0)
        for _ in range(2):
            change.run(setting, UntimedClock())
            setting.session.commit()
            setting.session.begin()
            change.verify(setting)


def test_that_a_protection_may_leave_it_out(server: Server) -> None:
    _, encryptor = encrypting(server, Way.BATCHES)[0]
    sizes = []
    for each in (encryptor, encryptor.without_blind_index()):
        with filled(server, each, Way.BATCHES, rows=3_000, search=SEARCH) as setting:
            names = {c.name for t in WORK.schema(setting.options, each).tables for c in t.columns}
            assert ("name_index" in names) is each.blind_index
            disk = DiskSearch()
            SwitchOn(Way.BATCHES, 1_000, 0, disk=disk).run(setting, UntimedClock())
            sizes.append(setting.measures.get(INDEXES.name))
    with_index, without = sizes
    if with_index is not None and without is not None:
        assert with_index > without


def test_that_columns_of_a_file_are_searched_as_it_says(server: Server, tmp_path: Path) -> None:
    _, encryptor = encrypting(server, Way.BATCHES)[0]
    file = written(tmp_path)
    text = Path(file).read_text("utf-8")
    Path(file).write_text(text.replace("required = true", 'search = "equal"'), "utf-8")
    with filled(server, encryptor, Way.BATCHES, file=file) as setting:
        change = SwitchOn(Way.BATCHES, 150, 0)
        change.run(setting, UntimedClock())
        setting.session.commit()
        setting.session.begin()
        change.verify(setting)
        assert is_indexed(setting.session, "patient", "name_index")
        assert setting.session.fetch("select count(name_index) from patient") == [(ROWS,)]


def test_that_a_plan_names_columns_that_are_there() -> None:
    faults = [*WORK.faults(ChangeParameters(search=("person.name", "person.nothing")))]
    assert ["nothing" in str(each) for each in faults] == [True]


def test_that_page_one_says_which_columns_show_equal_values() -> None:
    assert [*WORK.blind_indexed_columns(ChangeParameters(search=SEARCH))] == ["person.name_sealed"]
    assert not WORK.blind_indexed_columns(ChangeParameters())
