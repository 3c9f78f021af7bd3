"""A user's own study is read whole, or all that does not fit in it is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.findings.studies.available_studies import (
    add_study,
    all_studies,
    own_studies,
    shipped_studies,
    study_named,
    write_study,
)
from app.findings.studies.matching import case_rank, parse_case
from app.findings.studies.study_format import read_study
from app.system.folders import studies_folder
from engines.contract.errors import InputError
from workloads.contract import Case

STUDY = """title = "T"
authors = ["Ann Other", "Bo Third"]
year = 2025
address = "https://example.org"
workload = "w"
machine = "m"
method = "once"
intervals = "none"
licence = "free"

[engines]
sqlite = "3.50"
"""
HEAD = "engine,protection,operation,case,measure,value,low,high,sd,unit,source\n"
LINE = "sqlite,storage,INSERT,1000,cost,4.5,,,1,%,Table 9\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIPHERBENCH_CONFIG", str(tmp_path / "config"))


def files(folder: Path, text: str = STUDY, lines: str = LINE, head: str = HEAD) -> Path:
    (folder / "mine.csv").write_text(head + lines, encoding="utf-8")
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_that_a_study_reads_back_as_it_was_written(tmp_path: Path) -> None:
    for study in shipped_studies():
        path = tmp_path / f"{study.name}.toml"
        write_study(study, path)
        assert read_study(path, own=False) == study


@pytest.mark.parametrize(
    ("written", "meant"),
    [("-1conds", "-1conds"), ("'=x", "=x"), ("'-1", "'-1"), ("''-x", "''-x"), ("'\t'=x", "=x")],
)
def test_that_what_a_spreadsheet_would_calculate_reads_back(
    tmp_path: Path, written: str, meant: str
) -> None:
    study = read_study(files(tmp_path, lines=LINE.replace("Table 9", written)))
    assert study.figures[0].source == meant
    again = tmp_path / "again" / "mine.toml"
    again.parent.mkdir()
    write_study(study, again)
    assert read_study(again) == study


@pytest.mark.parametrize(
    ("text", "lines", "report"),
    [
        ("title = ", LINE, ["not valid TOML"]),
        (
            STUDY.replace("year = 2025", "year = 25\nyeer = 1"),
            LINE,
            ["“yeer”", "year is not a year"],
        ),
        (STUDY.replace('machine = "m"', ""), LINE, ["machine is missing"]),
        (STUDY.replace('address = "https://example.org"', ""), LINE, ["doi, address"]),
        (STUDY.replace('authors = ["Ann Other", "Bo Third"]', "authors = 3"), LINE, ["authors"]),
        (
            STUDY.replace("[engines]", 'like = "hospitl"\n[engines]'),
            LINE,
            ["“hospitl”", "hospital"],
        ),
        (STUDY.replace('"3.50"', "3"), LINE, ["engines is not a table"]),
        ("a = " + "[" * 100_000, LINE, ["nested more than 16 levels deep"]),
        ("a = " + "1" * 5000, LINE, ["not valid TOML"]),
        (STUDY, "", ["mine.csv", "no figures"]),
        (STUDY, "a,b\n", ["line 2: it ends before column “operation”"]),
        (
            STUDY,
            LINE.replace("4.5", "4,5x").replace("%", "pct") + LINE.replace("Table 9", ""),
            ["line 2: it has 12 cells", "line 3, column “source”: it is empty"],
        ),
        (
            STUDY,
            LINE.replace("4.5", "much").replace("%", "pct").replace("storage", "tde"),
            ["column “value”: “much”", "column “unit”: “pct”", "column “protection”: “tde”"],
        ),
        (STUDY, LINE.replace("4.5,,", ",9,8"), ["column “low”: it is above high"]),
        (STUDY, LINE.replace("4.5", ""), ["column “value”: it is empty, and so are"]),
        (STUDY, LINE.replace("4.5", "nan"), ["“nan” is not a number"]),
        (
            STUDY,
            LINE.replace("4.5", "1e308"),
            ["column “value”: “1e308” is too small or too large"],
        ),
        (
            STUDY,
            LINE.replace("4.5", "-1e-99"),
            ["column “value”: “-1e-99” is too small or too large"],
        ),
        (STUDY, LINE.replace(",1,%", ",-1,%"), ["column “sd”"]),
        (STUDY, '"unfinished', ["line 2: a quote is opened there"]),
        (STUDY, "x\n" * 40, ["and 28 more"]),
    ],
)
def test_that_all_that_does_not_fit_is_named(
    text: str, lines: str, report: list[str], tmp_path: Path
) -> None:
    with pytest.raises(InputError) as caught:
        read_study(files(tmp_path, text, lines))
    output = str(caught.value)
    assert all(each in output for each in report), output
    assert (caught.value.title and caught.value.hint) or "TOML" in output


def test_that_wrong_columns_and_missing_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no column “unit”.*unknown column “units”"):
        read_study(files(tmp_path, head=HEAD.replace("unit", "units")))
    (tmp_path / "mine.csv").unlink()
    with pytest.raises(InputError, match=r"mine\.csv cannot be read: No such file"):
        read_study(tmp_path / "mine.toml")
    (tmp_path / "mine.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="it is in UTF-16: save it as UTF-8"):
        read_study(tmp_path / "mine.toml")


def test_that_an_added_study_stays_among_the_others(tmp_path: Path) -> None:
    added = add_study(files(tmp_path))
    assert added.own and added.short_name == "Other and Third 2025"
    assert study_named("mine") == added and all_studies()[0][-1] == added
    with pytest.raises(InputError, match="no study named “yours”"):
        study_named("yours")
    (studies_folder() / "mine.csv").write_text(HEAD + LINE.replace("4.5", "x"), encoding="utf-8")
    assert own_studies()[0] == [] and len(all_studies()[1]) == 1
    with pytest.raises(InputError, match="line 2, column “value”"):
        study_named("mine")


def test_that_a_shipped_study_is_not_replaced(tmp_path: Path) -> None:
    path = files(tmp_path).rename(tmp_path / "rosa-2023.toml")
    (tmp_path / "mine.csv").rename(tmp_path / "rosa-2023.csv")
    with pytest.raises(InputError, match="ships with the program"):
        add_study(path)


def test_that_a_case_of_any_size_has_a_distance() -> None:
    enormous = Case(10**400, "")
    assert parse_case("9" * 5000) == Case(0, "9" * 5000)
    study = shipped_studies()[0]
    figure = replace(study.figures[0], case="9" * 18)
    assert case_rank(figure, enormous, study) is not None
