"""CSVs that a spreadsheet or an editor has spoilt: each is named with its line, none is guessed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.command_line.main import run
from app.findings.study_method import TimeRow, read_times
from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.results.events import Noted
from engines.contract.endpoint import Source
from engines.contract.errors import InputError
from engines.contract.protection import PLAINTEXT
from engines.inspection.csv_file import CsvForm, form_of
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.faults.samples import DATA, TIMES
from workloads.hospital.data import generate, read_csv
from workloads.hospital.workload import HospitalParameters


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
     " columns, as decimal commas cause"),
    ("header again", _text_of(_header_again), "line 3: the header appears again"),
    ("column twice", _text_of(_line(1, lambda line: line.split(",")[0] + "," + line)),
     "” appears twice"),
    ("NUL", _text_of(_line(2, lambda line: line.replace(",", "\0,", 1))),
     "line 2: a NUL character in column “"),
    ("open quote to the end", _text_of(_line(3, _open_quote)),
     "line 3: a quote is opened there and never closed"),
    ("open quote to the next", _text_of(_two_open_quotes),
     "line 2: text follows a closing quote"),
    ("endless cell", _text_of(_line(2, lambda line: "x" * 200_000 + line)),
     "line 2: a cell has more than 131072 characters"),
    ("UTF-16", _text_of(_same, "utf-16"), "it is in UTF-16: save it as UTF-8"),
    ("UTF-16 without a mark", _text_of(_same, "utf-16-le"), "UTF-16"),
    ("nothing at all", lambda text: b"", " has no column “"),
]  # fmt: skip


@pytest.mark.parametrize("kind", ["times", "data"])
@pytest.mark.parametrize(
    ("spoil", "output"), [each[1:] for each in FAULTS], ids=[e[0] for e in FAULTS]
)
def test_that_a_spoilt_table_is_refused(
    kind: str, spoil: Callable[[str], bytes], output: str, tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(spoil(TIMES if kind == "times" else DATA))
    with pytest.raises(InputError) as refused:
        _ = read_times(path) if kind == "times" else read_csv(path, 3)
    assert output in refused.value.message


@pytest.mark.parametrize("spoil", [_same, lambda text: text.replace("\n", "\r\n\r\n")])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_that_line_ends_and_marks_spoil_no_table(
    spoil: Callable[[str], str], encoding: str, tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(spoil(TIMES).encode(encoding))
    assert len(read_times(path)) == 4
    path.write_bytes(spoil(DATA).encode(encoding))
    assert len(read_csv(path, 3)) == 3


def _brazilian(text: str) -> str:
    """As spreadsheets of Brazil write it."""
    return text.replace(",", ";").replace(";1.5\n", ";1,5\n")


@pytest.mark.parametrize("separator", [";", "\t", "|", ","])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_that_tables_are_read_as_other_programs_write_them(
    separator: str, encoding: str, end: str, tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    sign = "’" if encoding == "cp1252" else "é"
    data = DATA.replace("_User$", f"_Us{sign}r$")
    path.write_bytes(data.replace(",", separator).replace("\n", end).encode(encoding))
    is_latin = encoding in ("latin-1", "cp1252")
    assert form_of(path) == CsvForm(separator, "cp1252" if is_latin else "utf-8-sig")
    records = read_csv(path, 3)
    assert str(records[0][2]).startswith(f"_Us{sign}r$")
    assert [record[0] for record in records] == [record[0] for record in generate(1, 3)]


def test_that_a_byte_of_latin_1_far_behind_the_beginning_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(DATA.encode() + b"\n" * 3_000_000 + "ã".encode("latin-1"))
    assert form_of(path).encoding == "cp1252"


def test_that_decimal_commas_are_taken_where_they_part_no_columns(tmp_path: Path) -> None:
    path = tmp_path / "times.csv"
    path.write_bytes(_brazilian(TIMES).encode("latin-1"))
    assert read_times(path) == read_times_of(tmp_path, TIMES)


def read_times_of(folder: Path, text: str) -> list[TimeRow]:
    (folder / "plain.csv").write_text(text)
    return read_times(folder / "plain.csv")


def test_that_the_command_says_how_it_read_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "times.csv"
    path.write_bytes(_brazilian(TIMES).replace("pg", "pgé").encode("latin-1"))
    assert run(["cost", str(path)]) == 0
    output = capsys.readouterr()
    assert "is read as CSV with semicolons, in Latin-1." in output.err and "pgé" in output.out


@pytest.mark.slow
def test_that_a_campaign_says_how_it_reads_its_records(tmp_path: Path) -> None:
    path = tmp_path / "leitos.csv"
    path.write_bytes(DATA.replace(",", ";").encode("latin-1"))
    stage = Stage(str(tmp_path / "store.sqlite"))
    campaign = quick_campaign(
        "records of Brazil",
        (ServerSpec("sqlite", Source.EMBEDDED, "sqlite"),),
        (PlannedProtection(PLAINTEXT),),
        HospitalParameters(sizes=(3,), data=str(path)),
        repetitions=1,
        warmups=0,
    )
    outcome = stage.run(campaign)
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    notes = [str(each.message) for each in stage.of(Noted)]
    assert f"{path} is read as CSV with semicolons, in Latin-1." in notes


@pytest.mark.parametrize(
    ("seconds", "output"),
    [
        ('"1,5"', "line 2: seconds “1,5” has a decimal comma instead of a point"),
        ("1e308", "line 2: seconds “1e308” is too small or too large for a measured time"),
        ("1e-320", "line 2: seconds “1e-320” is too small or too large for a measured time"),
        ("nan", "line 2: seconds “nan” is not a time above 0"),
    ],
)
def test_that_seconds_are_times(seconds: str, output: str, tmp_path: Path) -> None:
    path = tmp_path / "times.csv"
    path.write_text(TIMES.replace("1.5", seconds))
    with pytest.raises(InputError) as refused:
        read_times(path)
    assert output in refused.value.message
