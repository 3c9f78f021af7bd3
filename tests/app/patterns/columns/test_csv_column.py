"""Columns of CSV files, as exports have them."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path

import pytest

from app.patterns.columns.column import column_report
from app.patterns.columns.csv_column import FileColumn, read_column
from engines.contract.errors import InputError
from engines.inspection.csv_file import CsvForm, form_of
from tests.app.patterns.ciphers import encrypt

_NAMES = ["Pará", "São Paulo", "Pará", "Acre"]
_ENCRYPTED = [encrypt("ecb", name.encode()) for name in _NAMES]


def table(path: Path, cells: list[str], separator: str = ";", encoding: str = "latin-1") -> Path:
    rows = [("id", "nome"), *((str(at), cell) for at, cell in enumerate(cells))]
    path.write_bytes("\r\n".join(map(separator.join, rows)).encode(encoding))
    return path


def test_that_text_of_a_brazilian_export_is_read_and_called_readable(tmp_path: Path) -> None:
    path = table(tmp_path / "estado.csv", [*_NAMES, ""])
    found = read_column(FileColumn(str(path), "nome", form_of(path)), 100)
    assert (found.name, found.nulls, found.truncated) == ("estado.nome", 1, False)
    assert [value.decode() for value in found.ciphertexts] == _NAMES
    assert column_report(found).is_readable
    assert read_column(FileColumn(str(path), "nome", form_of(path)), 3).truncated


@pytest.mark.parametrize(
    "written",
    [
        bytes.hex,
        lambda value: "\\x" + value.hex(),
        lambda value: "0x" + value.hex().upper(),
        lambda value: base64.b64encode(value).decode(),
    ],
)
def test_that_ciphertext_in_digits_is_the_bytes_it_stands_for(
    written: Callable[[bytes], str], tmp_path: Path
) -> None:
    path = table(tmp_path / "sealed.csv", [written(value) for value in _ENCRYPTED], ",", "utf-8")
    found = read_column(FileColumn(str(path), "nome", CsvForm()), 100)
    assert list(found.ciphertexts) == _ENCRYPTED
    reported = column_report(found)
    assert reported.readable is None and reported.distinct_ciphertexts == 3


@pytest.mark.parametrize("cells", [["1234567890123456", "20"], ["cafe", "fade"], ["Pará", "00ff"]])
def test_that_numbers_and_words_stay_text(cells: list[str], tmp_path: Path) -> None:
    path = table(tmp_path / "words.csv", cells)
    found = read_column(FileColumn(str(path), "nome", form_of(path)), 100)
    assert [value.decode() for value in found.ciphertexts] == cells


@pytest.mark.parametrize(
    ("column", "form", "text"),
    [("other", CsvForm(";", "cp1252"), "no column “other”"), ("nome", CsvForm(), "Latin-1")],
)
def test_that_what_does_not_fit_is_reported(
    column: str, form: CsvForm, text: str, tmp_path: Path
) -> None:
    path = table(tmp_path / "estado.csv", _NAMES)
    with pytest.raises(InputError, match=text):
        read_column(FileColumn(str(path), column, form), 100)
