"""The cost table of the published study, from its own times."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.findings.study_method import cost_json, cost_table, read_times, study_cost
from engines.contract.errors import InputError

ROOT = Path(__file__).parents[3]
SHIPPED = ROOT / "assets" / "studies" / "rosa2023_times.csv"
PUBLISHED = ROOT.parent / "shared" / "studies" / "rosa2023_times.csv"
HEAD = "engine,variant,records,repetition,operation,seconds\n"
PAIR = "A,plaintext,10,1,SELECT,2.0\nA,encrypted,10,1,SELECT,3.0\n"


def test_that_the_published_table_comes_out_of_the_published_times() -> None:
    table = cost_table(read_times(SHIPPED))
    assert list(table) == ["MariaDB", "Firebird", "PostgreSQL"]
    means = [cost.mean_percent for cost in table.values()]
    deviations = [cost.sd_percent for cost in table.values()]
    assert means == pytest.approx([4.665, 6.662, 16.214], abs=0.001)
    assert deviations == pytest.approx([4.452, 7.300, 5.013], abs=0.001)


@pytest.mark.skipif(not PUBLISHED.exists(), reason="the study's own file is not here")
def test_that_the_times_we_ship_are_the_published_ones() -> None:
    assert SHIPPED.read_bytes() == PUBLISHED.read_bytes()


def test_that_the_table_gives_each_operation() -> None:
    mariadb = next(iter(cost_table(read_times(SHIPPED)).values()))
    assert list(mariadb.operations) == ["INSERT", "SELECT", "UPDATE", "DELETE"]
    assert mariadb.operations["DELETE"] == pytest.approx(-0.279, abs=0.001)


def test_that_the_method_means_over_sizes_before_it_means_over_operations() -> None:
    differences = [("A", 10.0), ("A", 30.0), ("A", 20.0), ("B", 40.0)]
    cost = study_cost(differences)
    assert cost.operations == {"A": 20.0, "B": 40.0}
    assert cost.mean_percent == 30.0
    assert cost.sd_percent == pytest.approx(200**0.5)


def test_that_one_operation_has_no_deviation() -> None:
    assert study_cost([("A", 10.0)]).sd_percent is None


def test_that_the_json_form_names_every_figure(tmp_path: Path) -> None:
    path = tmp_path / "times.csv"
    path.write_text("\ufeff" + HEAD + PAIR, encoding="utf-8")
    assert cost_json(cost_table(read_times(path))) == {
        "engines": [
            {
                "engine": "A",
                "operations": {"SELECT": pytest.approx(50.0)},
                "mean_percent": pytest.approx(50.0),
                "sd_percent": None,
            }
        ]
    }


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("engine,records,repetition,operation,seconds\n", "no column “variant”"),
        ("", "no column “engine”, “variant”"),
        (HEAD, "it contains no times"),
        (HEAD + PAIR + "A,plaintext,10,2,SELECT,soon\n", "line 4: seconds “soon” is not a number"),
        (HEAD + PAIR + "A,plaintext,10,2,SELECT,nan\n", "line 4: seconds “nan”"),
        (HEAD + PAIR + "A,plaintext,10,2,SELECT,0\n", "line 4: seconds “0”"),
        (HEAD + PAIR + "A,plaintext,ten,2,SELECT,1\n", "line 4: records “ten” is not a whole"),
        (HEAD + PAIR + "A,plaintext,10,2,SELECT\n", "line 4: it ends before column “seconds”"),
        (HEAD + PAIR + "A,salted,10,2,SELECT,1\n", "line 4: variant “salted” is neither"),
        (HEAD + PAIR + "B,plaintext,10,1,SELECT,1\n", "B has no operation"),
        (HEAD + PAIR + "\udcff", "line 4: it ends before column “variant”"),
    ],
)
def test_that_a_table_that_cannot_be_used_is_reported_with_its_place(
    tmp_path: Path, text: str, output: str
) -> None:
    path = tmp_path / "times.csv"
    path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(InputError) as caught:
        cost_table(read_times(path))
    assert output in caught.value.message


def test_that_a_missing_table_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read_times(tmp_path / "none.csv")
    with pytest.raises(InputError, match="it is a folder"):
        read_times(tmp_path)
