"""CSVs that a spreadsheet or an editor has spoilt: each is named with its line, none is guessed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.results.cost import read_times
from engines.contract.errors import InputError
from tests.faults.tables import DATA, TIMES
from workloads.hospital.data import load


def _line(number: int, change: Callable[[str], str]) -> Callable[[str], str]:
    """Change one line of a text; the header is the first."""

    def changed(text: str) -> str:
        lines = text.splitlines(keepends=True)
        lines[number - 1] = change(lines[number - 1])
        return "".join(lines)

    return changed


def _text_of(change: Callable[[str], str], encoding: str = "utf-8") -> Callable[[str], bytes]:
    return lambda text: change(text).encode(encoding)


def _same(text: str) -> str:
    return text


def _open_quote(line: str) -> str:
    return line.replace(",", ',"', 1)


def _two_open_quotes(text: str) -> str:
    return _line(2, _open_quote)(_line(3, _open_quote)(text))


def _header_again(text: str) -> str:
    return _line(3, lambda line: text.splitlines()[0] + "\n" + line)(text)


FAULTS: list[tuple[str, Callable[[str], bytes], str]] = [
    ("short row", _text_of(_line(3, lambda line: line.rpartition(",")[0] + "\n")),
     "line 3: it ends before column “"),
    ("long row", _text_of(_line(3, lambda line: line.strip() + ",5\n")),
     " columns, as decimal commas make them"),
    ("header again", _text_of(_header_again), "line 3: the header is there once more"),
    ("column twice", _text_of(_line(1, lambda line: line.split(",")[0] + "," + line)),
     "” is there twice"),
    ("NUL", _text_of(_line(2, lambda line: line.replace(",", "\0,", 1))),
     "line 2: a NUL character in column “"),
    ("open quote to the end", _text_of(_line(3, _open_quote)),
     "line 3: a quote is opened there and never closed"),
    ("open quote to the next", _text_of(_two_open_quotes),
     "line 2: something stands behind a closing quote"),
    ("endless cell", _text_of(_line(2, lambda line: "x" * 200_000 + line)),
     "line 2: a cell has more than 131072 characters"),
    ("semicolons", _text_of(lambda text: text.replace(",", ";")),
     "its columns are separated by semicolons"),
    ("tabs", _text_of(lambda text: text.replace(",", "\t")), "its columns are separated by tabs"),
    ("Latin-1", _text_of(lambda text: text.replace("a", "ã"), "latin-1"), "perhaps Latin-1"),
    ("UTF-16", _text_of(_same, "utf-16"), "it is in UTF-16: save it as UTF-8"),
    ("UTF-16 without a mark", _text_of(_same, "utf-16-le"), "UTF-16"),
    ("nothing at all", lambda text: b"", " has no column “"),
]  # fmt: skip


@pytest.mark.parametrize("kind", ["times", "data"])
@pytest.mark.parametrize(
    ("spoil", "said"), [each[1:] for each in FAULTS], ids=[e[0] for e in FAULTS]
)
def test_that_a_spoilt_table_is_refused(
    kind: str, spoil: Callable[[str], bytes], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(spoil(TIMES if kind == "times" else DATA))
    with pytest.raises(InputError) as refused:
        _ = read_times(path) if kind == "times" else load(path, 3)
    assert said in refused.value.message


@pytest.mark.parametrize("spoil", [_same, lambda text: text.replace("\n", "\r\n\r\n")])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_that_line_ends_and_marks_spoil_no_table(
    spoil: Callable[[str], str], encoding: str, tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(spoil(TIMES).encode(encoding))
    assert len(read_times(path)) == 4
    path.write_bytes(spoil(DATA).encode(encoding))
    assert len(load(path, 3)) == 3


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        ('"1,5"', "line 2: seconds “1,5” has a comma where a point belongs"),
        ("1e308", "line 2: seconds “1e308” is no time that was measured"),
        ("1e-320", "line 2: seconds “1e-320” is no time that was measured"),
        ("nan", "line 2: seconds “nan” is not a time above 0"),
    ],
)
def test_that_seconds_are_times(seconds: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "times.csv"
    path.write_text(TIMES.replace("1.5", seconds))
    with pytest.raises(InputError) as refused:
        read_times(path)
    assert said in refused.value.message
