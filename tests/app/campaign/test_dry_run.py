"""A dry run before the first run: what does not work is unsupported, and all else is measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.campaign.trial import TrialOutcome
from app.command_line.main import run
from app.plan.campaign import PlannedProtection
from app.plan.plan_file import read_plan
from app.plan.status import Status
from app.report.figures.campaign_report import report_on
from app.results.events import Activity, Event, OperationStarted, RunStarted
from app.results.store.store import open_store
from engines.contract.protection import PLAINTEXT
from engines.registry import engine_named, engine_names
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.engines.tcp_servers import serve_maria
from tests.requirements import spec_of
from tests.workloads.own.sides import SIDES
from workloads.hospital.workload import HospitalParameters

TABLE = """
format = 1
name = "Nine"
dialect = "sqlite"
[table.person]
rows = 60
[table.person.column]
id = { type = "integer", make = "serial" }
name = { type = "text", make = "name.en", size = 80, seal = true }
"""
WORKING = "".join(
    f"""
[[operation]]
name = "look up {number}"
times = 20
sql = "select name from person where id = :id"
parameters.id = {{ from = "person.id" }}
"""
    for number in range(1, 8)
)
UPDATE = """
[[operation]]
name = "rename"
times = 20
sql = "update person set name = :name where id = :id"
parameters.id = { from = "person.id" }
parameters.name = { from = "person.name" }
"""
FAULTY = """
[[operation]]
name = "faulty"
times = 20
sql = "select id, upper(id, id, id) from person"
"""
PLAN = (
    """
[campaign]
name = "nine"
repetitions = 2
warmups = 0
[workload]
name = "own"
file = "nine.toml"
sizes = [60]
"""
    + SIDES
)


HERE = PLAN[PLAN.index("[[server]]") : PLAN.index("[[protection]]")]
OTHERS = [each for each in engine_names() if each != "sqlite"]


def server_lines(engine: str) -> str:
    spec = spec_of(engine)
    lines = {"name": engine, "source": spec.source.value, "engine": spec.engine}
    if spec.binaries:
        lines["binaries"] = spec.binaries
    return "[[server]]\n" + "".join(f'{key} = "{each}"\n' for key, each in lines.items())


def plan_in(folder: Path, *operations: str) -> Path:
    (folder / "nine.toml").write_text(TABLE + "".join(operations))
    (folder / "plan.toml").write_text(PLAN)
    return folder / "plan.toml"


@pytest.mark.slow
@pytest.mark.parametrize(
    "engine",
    ["sqlite", *(pytest.param(each, marks=pytest.mark.exhaustive) for each in OTHERS)],
)
def test_that_one_faulty_statement_leaves_eight_others_measured(
    engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan, store = plan_in(tmp_path, WORKING, FAULTY, UPDATE), str(tmp_path / "store.sqlite")
    plan.write_text(PLAN.replace(HERE, server_lines(engine)))
    assert run(["run", str(plan), "--store", store]) == 1
    output = capsys.readouterr().err
    assert "“faulty” unsupported" in output and f"{engine_named(engine).title} says: " in output
    with open_store(store, write=False) as opened:
        report = report_on(opened, 1)
        assert {each.status for each in opened.runs(1)} == {Status.DONE}
    measured = {row.operation: row for row in report.comparison if row.protection == "gcm"}
    faulty = measured.pop("faulty")
    assert (faulty.status, faulty.n, faulty.why_code) == (
        Status.UNSUPPORTED,
        0,
        TrialOutcome.REFUSED,
    )
    assert len(measured) == 8
    assert all(row.n == 2 and row.cost.percent is not None for row in measured.values())
    [total] = report.headline
    assert len(total.covered) == 8 and total.left_out == {"faulty": TrialOutcome.REFUSED}
    assert total.complete, "both sides of the total have the same eight operations"


def test_that_a_dry_run_measures_nothing_and_lists_what_does_not_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan, store = plan_in(tmp_path, WORKING, FAULTY), tmp_path / "store.sqlite"
    assert run(["run", str(plan), "--dry-run", "--store", str(store)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] + line.split()[-3:] for line in lines[1:4]] == [
        ["sqlite", protection, "7", "of", "8"] for protection in ("plaintext", "control", "gcm")
    ]
    assert lines[4:] == [
        "sqlite · plaintext, control, gcm: “faulty” unsupported in 3 cells: SQLite says: wrong "
        "number of arguments to function upper()"
    ]
    assert not store.exists()
    assert run(["run", str(plan_in(tmp_path, WORKING)), "--dry-run"]) == 0


def test_that_a_dry_run_says_of_a_server_that_did_not_start_that_nothing_works(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = plan_in(tmp_path, WORKING)
    away = '[[server]]\nname = "away"\nsource = "address"\nengine = "mariadb"\n'
    away += f'socket = "{tmp_path}/none.sock"\n'
    plan.write_text(plan.read_text() + away)
    assert run(["run", str(plan), "--dry-run"]) == 1
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    works = {line[0]: line[-3:] for line in lines if line[1:2] == ["plaintext"]}
    assert works == {"sqlite": ["7", "of", "7"], "away": ["0", "of", "7"]}


@pytest.mark.slow
def test_that_a_campaign_cancelled_in_its_dry_run_goes_on_later(
    stage: Stage, tmp_path: Path
) -> None:
    campaign = read_plan(str(plan_in(tmp_path, WORKING, FAULTY)))

    def cancel(event: Event) -> None:
        if isinstance(event, Activity) and event.done:
            assert stage.runner is not None
            stage.runner.cancel()

    stage.watch = cancel
    outcome = stage.run(campaign)
    assert outcome.status is Status.CANCELLED and not stage.of(RunStarted)
    stage.watch = lambda event: None
    again = stage.executor().resume(f"#{outcome.campaign_id}")
    assert (again.status, again.failed, again.refused) == (Status.DONE, 0, 3)


@pytest.mark.slow
def test_that_loading_is_reported_with_its_progress_before_anything_is_timed(
    stage: Stage, tmp_path: Path
) -> None:
    plan = plan_in(tmp_path, WORKING)
    plan.write_text(PLAN.replace("[60]", "[120000]").replace("repetitions = 2", "repetitions = 1"))
    stage.run(read_plan(str(plan)))
    reported = [each for each in stage.events if isinstance(each, Activity | OperationStarted)]
    begun = next(n for n, each in enumerate(reported) if isinstance(each, OperationStarted))
    loading = [
        e for e in reported[:begun] if isinstance(e, Activity) and "loading" in str(e.message)
    ]
    assert "loading 120,000 rows" in str(loading[0].message)
    assert {each.total for each in loading} == {120_000}
    assert any(0 < each.done < each.total for each in loading)


PASSWORD = "pw-71c3"
MAY = "create, drop, alter, index, references, select, insert, update"


@pytest.mark.slow
def test_that_what_a_login_may_not_do_is_known_before_the_first_run(stage: Stage) -> None:
    """A server at an address may refuse work of ours, too: all of it needs the one operation."""
    with serve_maria([]) as reachable:
        with reachable.admin() as admin:
            admin.execute(f"create user poor@'%' identified by '{PASSWORD}'")
            admin.execute(f"grant {MAY} on *.* to poor@'%'")
        spec = reachable.spec(user="poor")
        protections = (PlannedProtection(PLAINTEXT),)
        work = HospitalParameters(sizes=(20,))
        outcome = stage.run(
            quick_campaign("poor", (spec,), protections, work, repetitions=1),
            passwords={spec.name: PASSWORD},
        )
    assert (outcome.status, outcome.supported, outcome.refused) == (Status.DONE, 0, 1)
    assert not stage.of(RunStarted)
    with stage.store() as store:
        [cell] = store.load(outcome.campaign_id).cells
    assert cell.reason.startswith("it needs DELETE: ") and "DELETE command denied" in cell.reason


@pytest.mark.slow
def test_that_a_campaign_of_which_nothing_works_says_so_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = plan_in(tmp_path, FAULTY)
    assert run(["run", str(plan), "--store", str(tmp_path / "store.sqlite")]) == 1
    output = capsys.readouterr().err
    assert output.count("wrong number of arguments") == 1
    assert "Nothing can be measured: SQLite says" in output
