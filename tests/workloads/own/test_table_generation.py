"""Rows are made up from a file: the same for the same seed, of the shape that it asks for."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import pairwise
from math import log
from pathlib import Path
from statistics import fmean, median, pstdev
from typing import cast

import numpy as np
import pytest
from stdnum import iban, luhn
from stdnum.br import cnpj, cpf
from stdnum.us import ssn

from engines.contract.errors import InputError
from engines.sql.statement import Value
from workloads.own.file_reading import parse_work, read_work
from workloads.own.model import DrawnValue, OperationWork
from workloads.own.table_generation import GeneratedTables
from workloads.own.text_generators import TEXT_GENERATORS

FILE = """
format = 1
name = "Made"
dialect = "postgresql"
[table.person]
rows = 20_000
[table.person.column]
id = {{ type = "integer", make = "serial" }}
name = {{ type = "text", make = "name.pt_BR", size = 80 }}
{columns}
[[operation]]
name = "any"
sql = "select id from person"
"""


def made_of(columns: str, seed: int = 1, folder: Path | None = None) -> GeneratedTables:
    return GeneratedTables(
        parse_work(FILE.format(columns=columns), "made.toml", folder), seed, 20_000
    )


def values(column: str, seed: int = 1) -> list[Value]:
    return list(made_of(f"made = {{ {column} }}", seed).column("person", "made"))


@pytest.mark.parametrize(
    ("name", "module"),
    [("cpf", cpf), ("cnpj", cnpj), ("ssn", ssn), ("iban", iban), ("card", luhn)],
)
def test_that_identities_are_valid_and_differ(name: str, module: object) -> None:
    codes = np.concatenate((np.arange(3_000), np.arange(3_000) * 89_477 + 10_007))
    texts = TEXT_GENERATORS[name](codes.astype(np.int64))
    assert all(module.is_valid(each) for each in texts)  # type: ignore[attr-defined]
    assert len(set(texts)) == len(set(codes.tolist()))


@pytest.mark.parametrize("name", TEXT_GENERATORS)
def test_that_different_numbers_have_different_texts_which_stay(name: str) -> None:
    codes = np.arange(20_000, dtype=np.int64)
    texts = TEXT_GENERATORS[name](codes)
    assert len(set(texts)) == len(codes)
    assert TEXT_GENERATORS[name](codes[::-1]) == texts[::-1]
    assert [texts[0], texts[12_345]] == FROZEN[name]


FROZEN = {
    "name.pt_BR": ["Ana Silva", "André Pereira Mendes"],
    "name.en": ["Emma Smith", "Arthur Green Hughes"],
    "city.pt_BR": ["São Paulo", "Maceió 412"],
    "street.pt_BR": ["Rua das Flores, 1", "Rua da Aurora, 1029"],
    "phone.pt_BR": ["+55 11 900000000", "+55 11 900012345"],
    "email": ["emma.smith@example.org", "arthur.hughes13@example.org"],
    "words": ["amber", "valley 475"],
    "letters": ["aaaaaaaaaa", "vgsaaaaaaa"],
    "cpf": ["000.000.001-91", "000.012.346-33"],
    "cnpj": ["00.000.001/0001-36", "00.012.346/0001-00"],
    "ssn": ["001-01-0001", "001-02-2347"],
    "iban": ["DE36000000000000000000", "DE13000000000000012345"],
    "card": ["4000000000000002", "4000000000123457"],
}
"""The texts of 0 and 12,345, which no release changes."""


def test_that_the_same_file_and_seed_give_the_same_rows_and_digest() -> None:
    column = 'made = { type = "decimal", distribution = "lognormal", least = 1, nulls = 0.1 }'
    one, again, other = made_of(column), made_of(column), made_of(column, 2)
    assert list(one.rows("person")) == list(again.rows("person"))
    assert one.digest == again.digest
    assert one.digest != other.digest
    shorter = GeneratedTables(one.work, 1, 19_999)
    assert list(shorter.rows("person")) == list(one.rows("person"))[:-1]


def test_that_numbers_and_dates_are_distributed_as_asked() -> None:
    uniform = values('type = "integer", least = -10, most = 10')
    assert set(uniform) == set(range(-10, 11))
    output = (
        'type = "real", distribution = "normal", least = 0, most = 200, mean = 80, deviation = 10'
    )
    normal = cast("list[float]", values(output))
    assert abs(fmean(normal) - 80) < 0.5
    assert abs(pstdev(normal) - 10) < 0.5
    skewed = values(
        'type = "decimal", distribution = "lognormal", least = 0.01, most = 99999, mean = 50, '
        "deviation = 0.8"
    )
    assert abs(float(median(skewed)) - 50) < 2  # type: ignore[type-var, arg-type]
    assert abs(pstdev([log(each) for each in skewed]) - 0.8) < 0.05  # type: ignore[arg-type]
    assert all(isinstance(each, Decimal) and each.as_tuple().exponent == -2 for each in skewed)
    zipf = Counter(values('type = "integer", distribution = "zipf", least = 1, most = 1000'))
    assert [each for each, _ in zipf.most_common(3)] == [1, 2, 3]
    days = values('type = "date", least = 2024-02-28, most = 2024-03-01')
    assert Counter(days).keys() == {date(2024, 2, 28), date(2024, 2, 29), date(2024, 3, 1)}
    moments = values('type = "timestamp", least = 2024-01-01, most = 2024-01-01T00:00:01')
    assert all(isinstance(each, datetime) and each.year == 2024 for each in moments)


def test_that_values_come_in_their_shares_and_unique_ones_once() -> None:
    shares = Counter(
        values('type = "text", values = ["a", "b", "c", "d"], frequencies = [0.5, 0.3]')
    )
    assert [round(shares[each] / 20_000, 1) for each in "abcd"] == [0.5, 0.3, 0.1, 0.1]
    numbers = Counter(values('type = "integer", distinct = 40, frequencies = [0.4]'))
    assert len(numbers) == 40
    assert abs(numbers.most_common(1)[0][1] / 20_000 - 0.4) < 0.02
    for kind in ("integer", "decimal", "date", "text"):
        bounds = "least = 1900-01-01, most = 2025-12-31, " if kind == "date" else ""
        asked = f'type = "{kind}", {bounds}unique = true'
        assert len(set(values(asked))) == 20_000
    pattern = values('type = "text", pattern = "A-##?^ç##?", unique = true')
    assert len(set(pattern)) == 20_000
    assert all(str(each).startswith("A-") and str(each)[6] == "ç" for each in pattern)


def test_that_folded_texts_are_small_letters_as_they_are_stored_and_asked_for() -> None:
    made = made_of('made = { type = "text", make = "name.pt_BR", fold = "lower" }')
    assert all(str(each) == str(each).lower() for each in made.column("person", "made"))
    drawn = {"x": DrawnValue("person.made", value="João SILVA")}
    operation = OperationWork("any", ("select 1",), parameters=drawn)
    assert made.drawn(operation, "x", 2) == ["joão silva"] * 2


def test_that_the_upper_end_of_a_range_lies_its_width_above_the_lower() -> None:
    made = made_of("""
made = { type = "text", make = "name.pt_BR" }
day = { type = "date", nulls = 0.1 }
price = { type = "decimal", precision = 9, scale = 2 }
points = { type = "integer" }""")
    for column, width in (("day", 30), ("price", 2.5), ("points", 7), ("made", None)):
        drawn = {
            "low": DrawnValue(f"person.{column}"),
            "high": DrawnValue(f"person.{column}", above="low", width=width),
        }
        operation = OperationWork("any", ("select 1",), parameters=drawn)
        pairs = zip(
            made.drawn(operation, "low", 500), made.drawn(operation, "high", 500), strict=True
        )
        found: set[object] = {
            high >= low if width is None else high - low  # type: ignore[operator]
            for low, high in pairs
            if low is not None
        }
        assert found == {
            {"day": timedelta(days=30), "price": Decimal("2.50"), "points": 7, "made": True}[column]
        }


def test_that_a_column_follows_another() -> None:
    made = made_of("""
state = { type = "text", values = ["SP", "RJ", "AC"], frequencies = [0.6, 0.3] }
city = { type = "text", by = "state", cases = { SP = { Santos = 3, Itu = 1 }, RJ = { Rio = 1 } } }
billed = { type = "date" }
paid = { type = "date", like = "billed", share = 0.75 }
boss = { type = "integer", to = "person.id" }
""")
    states, cities = made.column("person", "state"), made.column("person", "city")
    pairs = Counter(zip(states, cities, strict=True))
    assert {city for state, city in pairs if state == "AC"} == {None}
    assert {city for state, city in pairs if state == "RJ"} == {"Rio"}
    of_sp = pairs["SP", "Santos"], pairs["SP", "Itu"]
    assert abs(of_sp[0] / sum(of_sp) - 0.75) < 0.02
    billed, paid = made.column("person", "billed"), made.column("person", "paid")
    same = sum(one == other for one, other in zip(billed, paid, strict=True))
    assert abs(same / 20_000 - 0.75) < 0.02
    bosses = made.column("person", "boss")
    assert bosses[0] is None
    assert all(boss < place for place, boss in enumerate(bosses[1:], 2))  # type: ignore[operator]


def test_that_a_csv_next_to_the_file_gives_values_and_its_faults_name_no_value(
    tmp_path: Path,
) -> None:
    (tmp_path / "people.csv").write_text("who,born\nAna,1980-02-03\nRui,\nEva,1999-12-31\n")
    columns = 'born = { type = "date", file = "people.csv", column = "born" }'
    file = tmp_path / "made.toml"
    file.write_text(FILE.format(columns=columns))
    made = GeneratedTables(read_work(file), 1, 20_000)
    assert made.column("person", "born")[:4] == [
        date(1980, 2, 3), None, date(1999, 12, 31), date(1980, 2, 3)
    ]  # fmt: skip
    for wrong, why in {
        'type = "integer", file = "people.csv", column = "who"': r"line 2 is no value of type",
        'type = "text", file = "people.csv", column = "nobody"': r"no column “nobody”",
        'type = "text", file = "absent.csv", column = "who"': r"absent.csv",
    }.items():
        file.write_text(FILE.format(columns=f"born = {{ {wrong} }}"))
        with pytest.raises(InputError, match=why) as refused:
            GeneratedTables(parse_work(file.read_text(), "made.toml", tmp_path), 1, 9).column(
                "person", "born"
            )
        assert "Ana" not in refused.value.message


@pytest.mark.parametrize(
    ("column", "why"),
    [
        ('type = "text", seal = true, search = "prefix"', "beginnings of encrypted values"),
        ('type = "text", search = "equal"', "only sealed columns have a search"),
        ('type = "text", seal = true, domain = "x"', "a domain is for"),
        ('type = "integer", fold = "lower"', "only text has a fold"),
        ('type = "decimal", precision = 19', "precision must be 1 to 18"),
        ('type = "date", least = 2024-01-02, most = 2024-01-01', "least must be below most"),
        ('type = "date", least = 5', "least, most and mean must be values of type date"),
        ('type = "integer", make = "date"', "“date” makes date, timestamp, text"),
        ('type = "integer", values = [1, "x"]', "its values must be of type integer"),
        ('type = "text", file = "../up.csv", column = "a"', "beside the workload file"),
        ('type = "text", by = "later", cases = { a = { b = 1 } }', "stands before it"),
        ('type = "integer", to = "person.absent"', "no column “person.absent”"),
        ('type = "text", to = "person.name"', "neither the key nor unique"),
        ('type = "text", pattern = "#", unique = true', "fewer values than the table has rows"),
        ('type = "money"', "is not one of"),
        ('type = "text", values = { a = 1 }', "is not a list"),
        ('type = "text", cases = 3', "3 is not a table"),
    ],
)
def test_that_what_a_column_cannot_be_is_refused_with_its_line(column: str, why: str) -> None:
    with pytest.raises(InputError, match="line 10, column ") as refused:
        made_of(f"made = {{ {column} }}")
    assert why in refused.value.message


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ('key = "absent"', "its key “absent” is not one of its columns"),
        ('key = "name"', "its key must be “serial” or unique"),
        ("rows = -1", "rows must be 0 to"),
    ],
)
def test_that_a_table_that_cannot_be_is_refused(table: str, why: str) -> None:
    text = FILE.format(columns="")
    text = text.replace("rows = 20_000", table if "rows" in table else f"rows = 20_000\n{table}")
    with pytest.raises(InputError, match=why):
        parse_work(text, "made.toml")


def test_that_tables_come_behind_those_they_point_to_but_for_one_in_a_circle() -> None:
    text = (
        FILE.format(columns='city = { type = "integer", to = "city.id" }')
        + """
[table.city]
rows = 0
[table.city.column]
id = { type = "integer", make = "serial" }
name = { type = "text", size = 20 }
"""
    )
    with pytest.raises(InputError, match="“city” has no rows to point to"):
        parse_work(text, "made.toml")
    ordered = parse_work(text.replace("rows = 0", "rows = 3"), "made.toml").in_order()
    assert all(one != other for one, other in pairwise(ordered))
    assert ordered == ("city", "person")
    circle = text.replace("rows = 0", "rows = 3") + 'a = { type = "integer", to = "person.id" }\n'
    work = parse_work(circle, "made.toml")
    late = {
        each.to: work.is_deferred(name, each)
        for name in work.table
        for each in work.references(name)
    }
    assert late == {("city.id",): True, ("person.id",): False}
    assert work.in_order() == ("person", "city")
    itself = 'b = { type = "integer", to = "city.b", unique = true }\n'
    with pytest.raises(InputError, match="hang on themselves"):
        parse_work(circle + itself, "made.toml")


SHIPMENTS = """
format = 1
name = "made"
dialect = "postgresql"

[table.tenant]
rows = 5
[table.tenant.column]
id = { type = "integer", make = "serial" }
name = { type = "text", size = 40 }

[table.part]
rows = 60
key = ["tenant", "number"]
references = [{ columns = ["tenant"], to = ["tenant.id"] }]
[table.part.column]
tenant = { type = "integer", to = "tenant.id" }
number = { type = "integer", make = "serial", by = "tenant" }

[table.shipment]
rows = 200
references = [
  { columns = ["tenant", "part"], to = ["part.tenant", "part.number"] },
  { columns = ["tenant"], to = ["tenant.id"] },
]
[table.shipment.column]
id = { type = "integer", make = "serial" }
tenant = { type = "integer", to = "part.tenant" }
part = { type = "integer", to = "part.number", nulls = 0.2 }

[table.label]
rows = 60
key = ["tenant", "part"]
references = [{ columns = ["tenant", "part"], to = ["part.tenant", "part.number"] }]
[table.label.column]
tenant = { type = "integer", to = "part.tenant" }
part = { type = "integer", to = "part.number" }

[[operation]]
name = "find"
sql = "select t.tenant from part t where t.tenant = :a and t.number = :b and t.number <> :c"
parameters.a = { from = "part.tenant" }
parameters.b = { from = "part.number" }
parameters.c = { from = "part.number" }
"""


def test_that_a_reference_over_several_columns_points_to_rows_that_are_there() -> None:
    work = parse_work(SHIPMENTS, "made.toml")
    made = GeneratedTables(work, 1, 5)
    parts = set(made.rows("part"))
    pairs = [row[1:] for row in made.rows("shipment")]
    assert {pair for pair in pairs if None not in pair} < parts
    assert 20 < sum(part is None for _, part in pairs) < 60
    labels = list(made.rows("label"))
    assert len(set(labels)) == len(labels) == 60
    assert set(labels) == parts
    drawn = [made.drawn(work.operation[0], name, 50) for name in "abc"]
    assert set(zip(drawn[0], drawn[1], strict=True)) <= parts
    assert drawn[1] != drawn[2]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ('["part.tenant", "part.number"]', "not lead there"),
        ('["part.number", "part.tenant"]', "neither the key nor unique"),
        ('["part.tenant", "tenant.id"]', "columns of one table"),
        ('["part.tenant"]', "as many columns"),
    ],
)
def test_that_a_reference_that_rows_cannot_have_is_refused(wrong: str, message: str) -> None:
    columns = 'columns = ["tenant", "part"], to = ["part.tenant", "part.number"]'
    given = (
        SHIPMENTS.replace(
            'part = { type = "integer", to = "part.number", nulls = 0.2 }',
            'part = { type = "integer" }',
        )
        if "lead" in message
        else SHIPMENTS
    )
    text = given.replace(columns, columns.replace('["part.tenant", "part.number"]', wrong), 1)
    with pytest.raises(InputError, match=message):
        parse_work(text, "made.toml")


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ('type = "integer", check = "> 0", least = 1', ""),
        ('type = "integer", check = "> 0"', "values that its check refuses"),
        ('type = "integer", check = ">= 0 and <= 9", most = 9', ""),
        ('type = "integer", check = ">= 0 and <= 9", most = 10', "values that its check refuses"),
        ('type = "decimal", check = "> 0", least = 0.01', ""),
        ('type = "date", check = ">= \'2000-01-01\'", least = 2000-01-01', ""),
        ('type = "date", check = ">= \'2000-01-01\'"', "values that its check refuses"),
        ('type = "text", check = "in (\'a\', \'b\')", values = ["a", "b"]', ""),
        ('type = "text", check = "in (\'a\', \'b\')", values = ["a", "c"]', "its check refuses"),
        ("type = \"text\", check = \"in ('a', 'b')\"", "values that its check refuses"),
        ('type = "integer", check = "in (1, 2)", values = [1, 2], default = 3', "check refuses"),
        ('type = "integer", make = "serial", check = "> 0"', "counted has no check"),
        ('type = "text", check = "> \'a\'"', "only numbers and dates"),
        ('type = "integer", check = "> 0) or (1 = 1"', "check must be like"),
        ('type = "integer", check = "in (1, pg_sleep(9))"', "check must be like"),
        ('type = "integer", check = "> \'x\'"', "values of type integer"),
    ],
)
def test_that_a_check_is_one_that_all_values_pass(column: str, message: str) -> None:
    text = FILE.format(columns=f"checked = {{ {column} }}")
    if not message:
        parse_work(text, "made.toml")
        return
    with pytest.raises(InputError, match=message):
        parse_work(text, "made.toml")
