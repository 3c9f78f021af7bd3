"""Archives that came from anywhere: taken whole, or refused with the store as it was."""

from __future__ import annotations

import hashlib
import io
import json
import sqlite3
import warnings
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as some

from app.report.export import export
from app.report.files.archive import archive
from app.results.archive.layout import MANIFEST, SUMS
from app.results.archive.tables import carried_tables
from app.results.database.store import Store, open_store
from app.results.spool.importing import import_file
from engines.contract.errors import InputError
from tests.app.report.files.test_archive import with_everything
from tests.faults.any_input.inputs import (
    Content,
    any_input,
    anything,
    as_json,
    changed,
    spoilt,
    texts,
)

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
        archive(store, with_everything(store), folder / "zip")
    with ZipFile(folder / "zip") as packed:
        return Files({name: packed.read(name) for name in packed.namelist()})


@dataclass(frozen=True)
class Place:
    """A store, and a look into its file that costs little."""

    store: Store
    look: sqlite3.Connection

    def counts(self) -> list[int]:
        """Rows of each table of campaigns."""
        return [
            self.look.execute(f"SELECT count(*) FROM {each.name}").fetchone()[0]
            for each in carried_tables()
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
    match draw(some.sampled_from(("bytes", "members", "told", "told", "told"))):
        case "bytes":
            return draw(spoilt(packed(list(sound.items()))))
        case "members":
            return packed(draw(_other_members(list(sound.items()))), draw(_METHODS))
    files = Files(sound)
    for _ in range(draw(some.integers(1, 2))):
        name = draw(some.sampled_from([each for each in files if files[each] and each != SUMS]))
        files[name] = draw(_told_otherwise(name, files[name]))
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
def _told_otherwise(draw: some.DrawFn, name: str, content: bytes) -> bytes:
    """What a file tells, changed; so that its checksum can be right again."""
    if name == MANIFEST:
        return as_json(draw(changed(_read(content))))
    if not name.endswith(".jsonl"):
        return draw(spoilt(content))
    lines = content.splitlines(keepends=True)
    at = draw(some.integers(0, len(lines) - 1))
    match draw(some.sampled_from(("row", "row", "row", "row", "bytes", "gone", "twice", "deep"))):
        case "row":
            lines[at] = as_json(draw(changed(_read(lines[at])))) + b"\n"
        case "bytes":
            lines[at] = draw(spoilt(lines[at]))
        case "gone":
            del lines[at]
        case "twice":
            lines.insert(at, lines[at])
        case "deep":
            lines[at] = as_json(draw(anything)).join((b"[" * 100_000, b"\n"))
    return b"".join(lines)


def _read(content: bytes) -> object:
    """What JSON tells, if it still does."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return {}


def with_sums(files: Files) -> Files:
    """With counts and checksums that are right, where they can be."""
    try:
        manifest = json.loads(files[MANIFEST])
        for number, part in enumerate(manifest["campaigns"], 1):
            for table in part["tables"]:
                lines = files[f"campaign-{number}/tables/{table}.jsonl"].count(b"\n")
                part["tables"][table] = lines
        files[MANIFEST] = as_json(manifest)
    except (ValueError, LookupError, TypeError, RecursionError):
        pass
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
            archive(first, number, tmp_path / "taken")
            again = import_file(second, tmp_path / "taken").campaign
            archive(second, again, tmp_path / "again")
            assert (tmp_path / "taken").read_bytes() == (tmp_path / "again").read_bytes()
            second.delete_campaign(again)
        else:
            export(first, number, data.draw(some.sampled_from(_FORMATS)), tmp_path / "exported")
    finally:
        first.delete_campaign(number)
    assert not any(count for each in places for count in each.counts())
