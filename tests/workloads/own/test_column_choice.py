"""Columns that a plan encrypts in place of those that the file names."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.command_line.main import run
from app.plan.plan_file import parse_plan, write_plan
from engines.contract.errors import InputError
from engines.contract.protection import Protection, ProtectionKind
from tests.workloads.own.sides import SIDES
from tests.workloads.own.test_rehearsal import SHOP
from workloads.own.form_view import Consequences, consequences_of, outline_of, written
from workloads.own.workload import OwnParameters, chosen_work

GCM = Protection("gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")
PLAN = (
    """
[campaign]
name = "own"
repetitions = 1
warmups = 0
control = false
[workload]
name = "own"
file = "{file}"
sizes = [40]
seal = {seal}
"""
    + SIDES
)


def encrypted(parameters: OwnParameters) -> list[str]:
    work = chosen_work(parameters)
    return [f"{table}.{name}" for table, name, each in work.columns() if each.seal]


def test_that_the_plans_columns_stand_in_for_the_files() -> None:
    usual = OwnParameters(file=str(SHOP))
    assert "customer.email" in encrypted(usual)
    assert encrypted(OwnParameters(file=str(SHOP), seal=())) == []
    chosen = OwnParameters(file=str(SHOP), seal=("customer.city",), search=("customer.city",))
    assert encrypted(chosen) == ["customer.city"]
    outline = outline_of(chosen)
    assert "customer.email" in outline.seal and outline.search == ("customer.email",)
    names = [each.name for each in outline.operations]
    found = dict(zip(names, consequences_of(chosen, GCM, "postgresql"), strict=True))
    assert found["customers of a city"].why
    assert found["find by e-mail"] == Consequences(opened=1)


@pytest.mark.parametrize("seal", ["[]", '["customer.city", "customer.name"]'])
def test_that_a_plan_keeps_them(seal: str) -> None:
    campaign = parse_plan(PLAN.format(file=SHOP, seal=seal), "it")
    assert isinstance(campaign.workload, OwnParameters) and campaign.workload.seal is not None
    assert parse_plan(write_plan(campaign), "it") == campaign


def test_that_what_cannot_be_encrypted_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seal = '["customer.id", "customer.nam"]'
    (tmp_path / "plan.toml").write_text(PLAN.format(file=SHOP, seal=seal))
    store = str(tmp_path / "a.sqlite")
    assert run(["run", str(tmp_path / "plan.toml"), "--store", store]) == 2
    output = capsys.readouterr().err
    assert "customer.id: keys and references cannot be encrypted" in output
    assert "“customer.nam”" in output and "Traceback" not in output


def test_that_a_statement_is_reported_by_its_places() -> None:
    (first,) = written(OwnParameters(file=str(SHOP)), 0, GCM, "postgresql")
    kinds = [(each.kind.value, each.column) for each in first.spans if each.column]
    assert kinds == [
        ("opened", "customer.name"),
        ("opened", "customer.email"),
        ("index", "customer.email"),
    ]
    assert first.filters and not first.orders


def test_that_a_plan_with_other_columns_runs(tmp_path: Path) -> None:
    """Their rows are those of plaintext, or the trial would refuse them."""
    seal = '["customer.name", "orders.remark"]'
    (tmp_path / "plan.toml").write_text(PLAN.format(file=SHOP, seal=seal))
    store = str(tmp_path / "a.sqlite")
    assert run(["run", str(tmp_path / "plan.toml"), "--store", store]) == 0


def test_that_a_file_that_fits_no_more_is_refused() -> None:
    with pytest.raises(InputError, match="does not fit the workload file"):
        chosen_work(OwnParameters(file=str(SHOP), seal=("absent.column",)))
