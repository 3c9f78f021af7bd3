"""Which names are still readable on the disk, once rows have been encrypted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from engines.contract.data_place import PlaceName
from engines.contract.errors import StatementFailed
from engines.contract.protection import PLAINTEXT, ProtectionKind
from engines.inspection.scan import numbers_before
from engines.servers.server import Server
from engines.sql.statement import Encryptor, Unencrypted
from tests.engines.offers import offers
from tests.workloads.change.test_switching import WORK, filled
from workloads.change.maintenance import CleanUp, DropColumns, Rewrite
from workloads.change.measures import (
    DISK_PEAK,
    INDEXES,
    MAINTENANCE,
    READABLE,
    TABLE,
    TABLE_BEFORE,
    Where,
)
from workloads.change.table_choice import PERSON, PERSONS, tag_of
from workloads.change.ways import Way
from workloads.change.workload import SwitchOn
from workloads.contract import Operation, Setting, UntimedClock

pytestmark = pytest.mark.in_every_run("postgresql", "sqlite")

ROWS = 2_000


@contextmanager
def in_plain_text(server: Server, encryptor: Encryptor) -> Iterator[Setting]:
    with filled(server, encryptor, Way.BATCHES, ROWS) as setting:
        yield setting


def carried_out(server: Server, setting: Setting) -> Mapping[str, Mapping[str, float]]:
    """What a change yields, and what comes after it as far as the engine has it, by operation."""
    options, engine = setting.options, server.spec.engine
    refusals = WORK.refusals(options.parameters, options.case, PLAINTEXT, engine)
    refused = {each.operation for each in refusals}
    found: dict[str, Mapping[str, float]] = {}
    for part in WORK.parts(options):
        assert isinstance(part, Operation)
        if part.name not in refused:
            each = replace(setting, measures={})
            part.run(each, UntimedClock())
            setting.session.commit()
            part.verify(each)
            setting.session.begin()
            found[part.name] = each.measures
    return found


def encrypting(server: Server) -> Encryptor:
    """In the application, which every engine has, in batches."""
    ciphers = offers(server, ProtectionKind.CLIENT)
    return next(each.encryptor for each in ciphers if each.protection.mode == "gcm")


def by_hand(setting: Setting, name: PlaceName) -> set[int]:
    """The numbers of names in a kind of file, read whole."""
    pattern = re.compile(rb"(\d+) " + tag_of(setting).encode())
    return {
        int(number)
        for place in setting.data_places()
        if place.name == name and place.root
        for each in place.patterns
        for file in Path(place.root).glob(each)
        if file.is_file()
        for number in pattern.findall(file.read_bytes())
    }


def test_that_names_stay_readable_until_the_table_is_written_anew(server: Server) -> None:
    with in_plain_text(server, encrypting(server)) as setting:
        found = carried_out(server, setting)
        in_data = {name: each.get(READABLE[Where.DATA].name) for name, each in found.items()}
        if in_data[SwitchOn.name] is None:
            assert server.spec.engine == "duckdb"  # it compresses what it stores
            return
        if server.spec.engine == "postgresql":
            switched, cleaned = in_data[SwitchOn.name] or 0, in_data[CleanUp.name] or 0
            assert ROWS / 10 < cleaned <= switched  # a batch, and autovacuum, prune pages
            assert found[Rewrite.name][READABLE[Where.LOGS].name] > 0.9 * ROWS
        assert found[DropColumns.name][MAINTENANCE.name] > 0
        with pytest.raises(StatementFailed):
            setting.session.fetch(f"select {PERSONS.columns[0].plain.column} from {PERSON}")
        last = [*found][-1]
        assert in_data[last] == len(by_hand(setting, PlaceName.DATA))
        if last == Rewrite.name:
            assert in_data[last] == 0
            assert found[last][MAINTENANCE.name] > 0
        anywhere = [each[READABLE[Where.ANYWHERE].name] for each in found.values()]
        assert all(a >= (b or 0) for a, b in zip(anywhere, in_data.values(), strict=True))


def test_that_plaintext_is_found_in_the_table_written_anew(server: Server) -> None:
    """Else finding nothing would prove nothing."""
    if not server.engine.facts.rewrite:
        pytest.skip("it has no statement that writes a table anew")
    with in_plain_text(server, Unencrypted()) as setting:
        found = carried_out(server, setting)[Rewrite.name]
        assert 0.9 * ROWS < found[READABLE[Where.DATA].name] <= ROWS


def test_that_sizes_are_those_of_the_files(server: Server) -> None:
    with in_plain_text(server, encrypting(server)) as setting:
        found = carried_out(server, setting)
        assert found[SwitchOn.name][TABLE_BEFORE.name] > ROWS * 40
        if server.spec.engine == "postgresql":
            table = found[SwitchOn.name]
            assert table[TABLE.name] > 1.5 * table[TABLE_BEFORE.name]
            assert found[Rewrite.name][TABLE.name] < 0.8 * table[TABLE.name]
            assert found[Rewrite.name][INDEXES.name] > 0
            assert table[DISK_PEAK.name] > 0.5 * table[TABLE_BEFORE.name]


def test_that_a_number_is_read_whole_across_borders_of_what_is_read_at_once(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for before in range((1 << 20) - 24, (1 << 20) + 4):
        file.write_bytes(b"x" * before + b"Ana 12345 qwertyu" + b"x" * 99 + b" 7 qwertyu 8 qwerty")
        assert numbers_before(b"qwertyu", file) == {12345, 7}
