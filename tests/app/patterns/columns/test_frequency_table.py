"""Tables of frequencies that a user brings: read strictly, kept by name, and guessed by."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.patterns.columns.column import CipherColumn, column_report
from app.patterns.columns.frequency_table import (
    FrequencyTable,
    delete_table,
    read_table,
    save_table,
    saved_tables,
)
from engines.contract.errors import InputError
from tests.app.patterns.ciphers import encrypt

_WANTED = {"São Paulo": 20.7, "Acre": 0.5}


@pytest.mark.parametrize(
    ("name", "written", "wanted"),
    [
        ("class.csv", "value,share\nSão Paulo,20.7\n Acre ,0.5 %\n".encode(), _WANTED),
        ("class.csv", "id;value;share\n1;São Paulo;20,7\n2;Acre;0,5\n".encode("cp1252"), _WANTED),
        ("class.tsv", b"value\tcount\nA\t12\nB\t3\n", {"A": 12, "B": 3}),
        ("class.toml", '[share]\n"São Paulo" = 20.7\nAcre = 0.5\n'.encode(), _WANTED),
        ("class.toml", b"[count]\nA = 12\nB = 3\n", {"A": 12, "B": 3}),
    ],
)
def test_that_counts_and_shares_are_read_as_programs_write_them(
    name: str, written: bytes, wanted: dict[str, float], tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(written)
    assert read_table(path) == FrequencyTable("class", wanted)


@pytest.mark.parametrize(
    ("name", "written", "reported"),
    [
        ("a.csv", "Acre,3\nPará,2\n", "line 1: it needs the columns value and count, or"),
        ("a.csv", "value,count\nA,3\nB,many\n", "line 3: “many” is no count, such as 1200"),
        ("a.csv", "value;count\nA;3\nB;44.411\n", "line 3: “44.411” is no count"),
        ("a.csv", 'value,share\nA,3\nB,"1,5"\n', "line 3: “1,5” is no share, such as 12.5"),
        ("a.csv", "value,count\nA,3\nB,0\n", "line 3: “0” is no count"),
        ("a.csv", "value,count\nA,3\nA,4\n", "line 3: “A” is there twice"),
        ("a.csv", "value,count\nA,3\n,4\n", "line 3: a value is missing"),
        ("a.csv", "value,count\nA,3\nB\n", "line 3: it ends before column “count”"),
        ("a.csv", "value,count\nA,3\n", "line 2: it needs two values or more"),
        ("a.csv", "value,share\nA,80\nB,40\n", "line 3: the shares add up to 120.0, more than"),
        ("a.toml", "[count]\nA = 3\nB = 1.5\n", "line 3, column 1: “1.5” is no count"),
        ("a.toml", "[counts]\nA = 3\n", "line 1, column 2: “counts” is not one of count, share"),
        ("a.toml", "[count]\nA = 3\nA = 4\n", "(at line 3, column 6)"),
        ("a.toml", "[share]\nA = true\nB = 4\n", "line 2, column 1: “True” is no share"),
        ("a.toml", "[share]\nA = nan\nB = 4\n", "share.A must be a number"),
        ("a.toml", "", "it needs one table, [count] or [share]"),
        ("missing.csv", None, "No such file or directory"),
    ],
)
def test_that_a_broken_table_is_refused_with_the_line_of_its_fault(
    name: str, written: str | None, reported: str, tmp_path: Path
) -> None:
    if written is not None:
        (tmp_path / name).write_text(written)
    with pytest.raises(InputError) as caught:
        read_table(tmp_path / name)
    assert str(caught.value.messages[1]).startswith(f"{name} cannot be used: ")
    assert reported in str(caught.value.messages[1])


def test_that_a_table_is_retained_by_its_name_and_replaced_by_a_newer_one(tmp_path: Path) -> None:
    before = saved_tables()
    csv, toml, broken = (tmp_path / each for each in ("kept.csv", "kept.toml", "broken.csv"))
    csv.write_text("value,count\nA,2\nB,1\n")
    toml.write_text("[count]\nA = 1\nB = 2\n")
    broken.write_text("value,count\nA,2\n")
    save_table(csv)
    stored = save_table(toml)
    assert saved_tables() == sorted([*before, stored]) and stored != toml
    assert read_table(stored).figures == {"A": 1, "B": 2}
    with pytest.raises(InputError):
        save_table(broken)
    assert save_table(stored) == stored, "the copy itself was chosen"
    delete_table(stored)
    assert saved_tables() == before and toml.exists()


def test_that_a_column_without_a_key_is_guessed_by_ones_own_table() -> None:
    names = ["B"] * 5 + ["A"] * 3 + ["C"]
    encrypted = tuple(encrypt("ecb", name.encode()) for name in names)
    table = FrequencyTable("class", {"A": 3.0, "B": 5.0, "D": 1.0})
    found = column_report(CipherColumn("t.c", tuple(range(9)), encrypted), table=table)
    assert [guess.name for guess in found.guesses] == ["B", "A", "D"]
    assert (found.recovery, dict(found.truths), found.table) == (None, {}, "class")
    known = column_report(
        CipherColumn("t.c", tuple(range(9)), encrypted, tuple(names)), table=table
    )
    assert known.recovery is not None and known.recovery.recovered == 8
    assert column_report(CipherColumn("t.c", tuple(range(9)), encrypted)).guesses == ()
    different = tuple(bytes([at]) * 16 for at in range(200, 209))
    assert column_report(CipherColumn("t.c", tuple(range(9)), different), table=table).guesses == ()
