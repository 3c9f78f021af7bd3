"""What becomes of each kind of statement under each protection, as a page of the guide."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engines.contract.protection import Protection, ProtectionKind
from workloads.contract import Case, Profile, Refusal
from workloads.own.file_reading import parse_work
from workloads.own.rewriting import statements_of
from workloads.own.sql.parsed import Obstacle
from workloads.own.workload import OwnParameters, OwnWorkload

CORPUS = Path(__file__).parent.parent / "tests/workloads/own/corpus.toml"
WORK = OwnWorkload()
_NATIVE = Protection("native", ProtectionKind.NATIVE, "aes", 128)
_GCM = Protection("gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")
_SIV = Protection("siv", ProtectionKind.CLIENT, "aes", 256, "siv")


@dataclass(frozen=True)
class Column:
    """A protection in a profile, with or without blind indexes where they are wanted."""

    title: str
    protection: Protection
    profile: Profile
    searched: bool = True

    def text(self) -> str:
        """The file of statements for it."""
        text = CORPUS.read_text()
        return text if self.searched else text.replace(', search = "equal"', "")

    def refusals(self, file: Path, engine: str) -> tuple[Refusal, ...]:
        """What it cannot do on an engine."""
        parameters = OwnParameters(file=str(file), sizes=(200,), profile=self.profile)
        return WORK.refusals(parameters, Case(200), self.protection, engine)


COLUMNS = (
    Column("native, one IV", _NATIVE, Profile.STUDY),
    Column("native, fresh IVs", _NATIVE, Profile.SOUND),
    Column("AES-GCM", _GCM, Profile.SOUND, searched=False),
    Column("AES-GCM, blind index", _GCM, Profile.SOUND),
    Column("AES-SIV", _SIV, Profile.SOUND),
)
ENGINES = ("postgresql", "mariadb", "sqlite", "firebird")


def own_statements() -> Iterator[str]:
    """The page, a line after another."""
    yield _HEAD
    with tempfile.TemporaryDirectory() as folder:
        known = _all_refusals(Path(folder))
    first = ENGINES[0]
    yield f"| statement | {' | '.join(each.title for each in COLUMNS)} |"
    yield f"|---|{'---|' * len(COLUMNS)}"
    filtered = {each.title: _filtered(each, first) for each in COLUMNS}
    for operation in _operations():
        cells = [
            known[first, each.title].get(operation)
            or ("in the application" if operation in filtered[each.title] else "yes")
            for each in COLUMNS
        ]
        yield f"| {operation} | {' | '.join(cells)} |"
    yield ""
    yield from _reasons()
    yield from _differing(known)


def _all_refusals(folder: Path) -> Mapping[tuple[str, str], Mapping[str, str]]:
    """Engine and protection → operation → the reason why it is refused."""
    found = {}
    files = {column: folder / f"{number}.toml" for number, column in enumerate(COLUMNS)}
    for column, file in files.items():
        file.write_text(column.text())
    for engine in ENGINES:  # one after another, since what was parsed for one is kept a while
        for column, file in files.items():
            refused = column.refusals(file, engine)
            found[engine, column.title] = {each.operation: each.code for each in refused}
    return found


@cache
def _operations() -> Sequence[str]:
    return [each.name for each in parse_work(CORPUS.read_text(), CORPUS.name).operation]


def _filtered(column: Column, engine: str) -> set[str]:
    """Operations whose rows the application filters or sorts."""
    work = parse_work(column.text(), CORPUS.name)
    parameters = OwnParameters(profile=column.profile)
    encryptor = WORK.encryptor_for(parameters, column.protection, engine)
    assert encryptor is not None
    found = set()
    for number, operation in enumerate(work.operation):
        try:
            written = statements_of(work, number, engine, encryptor)
        except ValueError:
            continue
        if any(each.row_filter for each in written):
            found.add(operation.name)
    return found


def _reasons() -> Iterator[str]:
    yield "| reason | means |"
    yield "|---|---|"
    for reason in Obstacle:
        yield f"| {reason.value} | {_MEANS[reason]} |"
    yield ""


def _differing(known: Mapping[tuple[str, str], Mapping[str, str]]) -> Iterator[str]:
    """What other engines refuse and PostgreSQL does not, or the other way round."""
    yield "## Other engines\n"
    yield "The table is for PostgreSQL. These differ:\n"
    first = ENGINES[0]
    for engine in ENGINES[1:]:
        for column in COLUMNS:
            here, there = known[first, column.title], known[engine, column.title]
            if engine == "sqlite" and column.protection.kind is ProtectionKind.NATIVE:
                continue
            unlike = [
                f"{name} ({there.get(name, 'yes')})"
                for name in _operations()
                if here.get(name) != there.get(name)
            ]
            if unlike:
                yield f"- {engine}, {column.title}: {', '.join(unlike)}"


_MEANS = {
    Obstacle.SYNTAX: "the statement cannot be read or measured",
    Obstacle.SEARCH: "equal values have different ciphertexts, and nothing else finds them",
    Obstacle.RANGE: "the server would have to compare values",
    Obstacle.COLUMNS: "two columns are compared",
    Obstacle.GROUP: "equal values cannot be put together, or two columns are mixed",
    Obstacle.ORDER: "the rows are cut or ordered before the application has them",
    Obstacle.COMPUTE: "the server would have to compute with values",
    Obstacle.SUBQUERY: "a subquery returns an encrypted value",
    Obstacle.VALUE: "a new value is no parameter or constant, and the server cannot encrypt it",
    Obstacle.PERSON: "each person has a data key, and it does not say whose row it writes",
}

_HEAD = """# What your statements may do

Each protection can do some kinds of statements and not others. A statement that a protection cannot
do is *unsupported* for that protection alone; see [Your own tables and statements](own.md).

This table is made from the statements in `tests/workloads/own/corpus.toml`. A test runs them on
every engine, as a login without rights: all that are not refused return the rows of plaintext.
DuckDB itself refuses *update, returning*, as other tables refer to the row.

- **yes**: the server does it, on ciphertext or by decrypting.
- **in the application**: it fetches rows, decrypts, filters and sorts them, inside the clock.
- any other word is the reason why it is refused.
"""
