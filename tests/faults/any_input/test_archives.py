"""Archives that came from anywhere: taken whole, or refused with the store as it was."""

from __future__ import annotations

import hashlib
import io
import json
import sqlite3
import warnings
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from hypothesis import given, note
from hypothesis import strategies as some

from app.report.files.export import export, export_archive
from app.results.archive.archive_writing import STORE, SUMS
from app.results.database.archived_tables import ArchivedTable, archived_tables
from app.results.intake.file_import import import_file
from app.results.store.store import Store, open_store
from engines.contract.errors import InputError
from tests.app.report.files.test_archive import with_everything
from tests.faults.any_input.inputs import Content, any_input, as_json, changed, spoilt, texts

type Member = tuple[str, bytes]


class Files(dict[str, bytes]):
    """Those of an archive, by their names."""

    def __repr__(self) -> str:
        return f"{len(self)} files"


BOMB = bytes(70_000_000)
_FORMATS = ("csv", "json", "md", "tex", "study")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The files of an archive with a row in every table."""
    folder = tmp_path_factory.mktemp("sound")
    with open_store(str(folder / "store.sqlite"), write=True) as store:
        export_archive(store, with_everything(store), folder / "zip")
    with ZipFile(folder / "zip") as packed:
        return Files({name: packed.read(name) for name in packed.namelist()})


@dataclass(frozen=True)
class Place:
    """A store, and a look into its file that costs little."""

    store: Store
    look: sqlite3.Connection

    def counts(self) -> list[int]:
        return [
            self.look.execute(f"SELECT count(*) FROM {each.name}").fetchone()[0]
            for each in archived_tables()
        ]


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Place, Place]]:
    """Two stores that are empty before each example."""
    folder = tmp_path_factory.mktemp("stores")
    with ExitStack() as stack:
        made = []
        for file in (folder / "1.sqlite", folder / "2.sqlite"):
            store = stack.enter_context(open_store(str(file), write=True))
            made.append(Place(store, stack.enter_context(closing(sqlite3.connect(file)))))
        yield made[0], made[1]


@some.composite
def archives(draw: some.DrawFn, sound: Files) -> bytes:
    """An archive whose bytes, files or rows are not what they were."""
    files = Files(sound)
    match draw(some.sampled_from(("bytes", "members", "pages", "rows", "rows", "rows", "rows"))):
        case "bytes":
            return draw(spoilt(packed(list(sound.items()))))
        case "members":
            return packed(draw(_other_members(list(sound.items()))), draw(_METHODS))
        case "pages":
            files[STORE] = draw(spoilt(files[STORE]))
        case _:
            files[STORE] = draw(_altered(files[STORE]))
    return packed(list(with_sums(files).items()))


_METHODS = some.sampled_from((ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2))
_NAMES = some.one_of(
    texts.filter(bool),
    some.sampled_from(("../../x", "/x", "campaign-1/../x", "campaign-1/", "C:\\x")),
)


@some.composite
def _other_members(draw: some.DrawFn, members: list[Member]) -> list[Member]:
    at = draw(some.integers(0, len(members) - 1))
    name, content = members[at]
    match draw(some.sampled_from(("name", "twice", "gone", "more", "large", "sums", "other"))):
        case "name":
            members[at] = (draw(_NAMES), content)
        case "twice":
            members.append((name, draw(some.sampled_from((content, b"")))))
        case "gone":
            del members[at]
        case "more":
            members.append((draw(_NAMES), draw(some.binary(max_size=20))))
        case "large" if draw(some.integers(0, 19)) == 0:
            members[at] = (name, BOMB)
        case "sums":
            members = [
                (each, draw(spoilt(text)) if each == SUMS else text) for each, text in members
            ]
        case _:
            members[at] = (name, draw(some.binary(max_size=50)))
    return members


@some.composite
def _altered(draw: some.DrawFn, store: bytes) -> bytes:
    """A store in which some values or rows are others."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        made.deserialize(store)
        for _ in range(draw(some.integers(1, 2))):
            table = draw(some.sampled_from(archived_tables()))
            rows = made.execute(f"SELECT rowid FROM {table.name} ORDER BY rowid").fetchall()
            if not rows:  # the change before took the only one
                continue
            (row,) = draw(some.sampled_from(rows))
            # as where a row was to be there twice, or what was JSON is none since the change before
            with suppress(sqlite3.Error, ValueError):
                draw(_changed_row(made, table, row))
        return made.serialize()


@some.composite
def _changed_row(
    draw: some.DrawFn, store: sqlite3.Connection, table: ArchivedTable, row: int
) -> None:
    column = draw(some.sampled_from(table.columns))
    here = f"WHERE rowid = {row}"
    (value,) = store.execute(f'SELECT "{column}" FROM {table.name} {here}').fetchone()
    match draw(some.sampled_from(("other", "other", "other", "gone", "twice"))):
        case "other" if column in table.json_columns and value is not None:
            report = as_json(draw(changed(json.loads(value))))
            store.execute(f'UPDATE {table.name} SET "{column}" = CAST(? AS TEXT) {here}', (report,))
        case "other":
            other = draw(some.one_of(_VALUES, some.just(value)))
            note(f"{table.name}.{column} of row {row} is {other!r}")
            store.execute(f'UPDATE {table.name} SET "{column}" = ? {here}', (other,))
        case "gone":
            store.execute(f"DELETE FROM {table.name} {here}")
        case "twice":
            columns = ", ".join(
                f'"{each}"' for each in table.columns if each != table.number_column
            )
            store.execute(
                f"INSERT INTO {table.name} ({columns}) SELECT {columns} FROM {table.name} {here}"
            )


_VALUES = some.one_of(
    some.none(),
    some.integers(-(2**63), 2**63 - 1),
    some.sampled_from((0, 1, -1, 2**31, 2**53 + 1, 0.0, -0.0, 5e-324, 1e308, float("inf"))),
    some.floats(),
    some.binary(max_size=20),
    texts.map(lambda each: each.encode("utf-8", "replace").decode()),
)
"""What SQLite keeps in any column."""


def with_sums(files: Files) -> Files:
    sums = (
        f"{hashlib.sha256(content).hexdigest()}  {name}\n"
        for name, content in files.items()
        if name != SUMS
    )
    return Files({**files, SUMS: "".join(sums).encode()})


def packed(members: Sequence[Member], method: int = ZIP_STORED) -> bytes:
    """As a ZIP file, which may have a name twice."""
    made = io.BytesIO()
    with warnings.catch_warnings(), ZipFile(made, "w", method, compresslevel=1) as file:
        warnings.simplefilter("ignore")
        for name, content in members:
            compressed = ZIP_DEFLATED if content is BOMB else method
            file.writestr(name.encode("utf-8", "replace").decode(), content, compressed)
    return Content(made.getvalue())


@any_input
@given(data=some.data())
def test_that_any_archive_is_taken_whole_or_not_at_all(
    data: some.DataObject, sound: Files, places: tuple[Place, Place], tmp_path: Path
) -> None:
    first, second = (each.store for each in places)
    given_one = tmp_path / "given"
    given_one.write_bytes(data.draw(archives(sound)))
    try:
        number = import_file(first, given_one).campaign
    except InputError:
        assert not any(places[0].counts())
        return
    try:
        if data.draw(some.booleans(), "in another store too"):
            export_archive(first, number, tmp_path / "taken")
            again = import_file(second, tmp_path / "taken").campaign
            export_archive(second, again, tmp_path / "again")
            assert (tmp_path / "taken").read_bytes() == (tmp_path / "again").read_bytes()
            second.delete_campaign(again)
        else:
            export(first, number, data.draw(some.sampled_from(_FORMATS)), tmp_path / "exported")
    finally:
        first.delete_campaign(number)
    assert not any(count for each in places for count in each.counts())
