"""The command line, as a user types it."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.command_line.evidence import print_evidence
from app.plan.plan_file import write_plan
from app.results.records import EvidenceFinding, SearchArea, SearchSubject
from app.results.store.store import open_store
from engines.contract.endpoint import Source
from engines.contract.message import Message
from engines.keeping.home import servers_folder
from engines.leftovers import remove_leftovers
from engines.servers.server import Server, ServerSpec
from tests.app.quick import quick_campaign
from tests.app.typed import Started, cipherbench, plan_of
from tests.patience import wait_until

TIMES = Path(__file__).parents[3] / "assets" / "studies" / "rosa2023_times.csv"


@pytest.fixture
def plan_file(tmp_path: Path, spec_for: Callable[..., ServerSpec]) -> Callable[..., Path]:
    """Writes a small plan on the engines named, or on servers; `replace` changes its text."""

    def write(*engines: str | ServerSpec, size: int = 30, **replace: str) -> Path:
        from app.plan.campaign import PlannedProtection
        from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
        from workloads.hospital.workload import HospitalParameters

        campaign = quick_campaign(
            "typed",
            tuple(spec_for(each) if isinstance(each, str) else each for each in engines),
            (
                PlannedProtection(PLAINTEXT),
                PlannedProtection(Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)),
            ),
            HospitalParameters(sizes=(size,)),
            repetitions=2,
            warmups=0,
        )
        text = write_plan(campaign)
        for before, after in replace.items():
            assert before in text
            text = text.replace(before, after)
        path = tmp_path / "plan.toml"
        path.write_text(text)
        return path

    return write


def there(server: Server) -> ServerSpec:
    """A server by its engine's name, at its address."""
    end, engine = server.endpoint, server.spec.engine
    return ServerSpec(
        engine, Source.ADDRESS, engine, socket=end.socket, port=end.port, user=end.user
    )


@pytest.mark.slow
def test_that_a_plan_runs_and_its_comparison_is_complete(
    tmp_path: Path, plan_file: Callable[..., Path], servers: Any
) -> None:
    """On servers that are there."""
    store = tmp_path / "s.sqlite"
    plan = plan_file(there(servers["postgresql"]), there(servers["mariadb"]), size=10)
    ran = cipherbench("run", plan, "--store", store, "--json")
    assert ran.code == 0, ran.err
    assert ran.json["runs_done"] == 8  # type: ignore[index]
    compared = cipherbench("compare", "typed", "--store", store, "--json")
    assert cipherbench("--store", store, "compare", "typed", "--json").json == compared.json
    rows = compared.json
    assert isinstance(rows, list) and len(rows) == 2 * 2 * 1 * 4
    assert list(rows[0]) == [
        "server", "engine", "protection", "workload", "size", "operation", "n", "mean_s", "sd_s",
        "median_s", "cpu_percent", "memory_mb", "peak_memory_mb", "cost_percent", "status",
        "cost_low_percent", "cost_high_percent", "margin_percent", "blocks", "p_value", "verdict",
        "verdict_text", "study_cost_percent", "server_cpu_s", "worker_cpu_s", "cpu_cost_percent",
        "cpu_cost_low_percent", "cpu_cost_high_percent", "cpu_margin_percent", "cpu_p_value",
        "cpu_verdict", "cpu_verdict_text", "others_percent",
        "control",
        "case",
        "case_text",
        "measure",
        "unit",
        "mean",
        "sd",
        "median",
        "api_cpu_s",
        "why_code",
        "why_text",
    ]  # fmt: skip
    assert all(row["n"] == 2 and row["status"] == "done" for row in rows)
    assert all((row["cost_percent"] is None) == (row["protection"] == "plaintext") for row in rows)
    marked = cipherbench("compare", "typed", "--store", store).out
    lines = [line for line in columns(marked) if "  10  " in line]
    assert {line[: line.index("  10  ")] for line in lines} == {
        "postgresql  plaintext",
        "postgresql  aes-128 (fixed IV)",
        "mariadb  plaintext",
        "mariadb  aes-128 (ECB)",
    }
    headlines = (
        "AES-128",
        "What was measured",
        "Measure again",
    )  # two repetitions may decide nothing
    assert sum(line.startswith(headlines) for line in marked.splitlines()) == 1
    assert "typed" in cipherbench("campaigns", "--store", store).out
    target = tmp_path / "out.md"
    assert cipherbench("export", 1, "--format", "md", "-o", target, "--store", store).code == 0
    assert "aes-128" in target.read_text()


def columns(table: str) -> list[str]:
    """The lines of a table without its head, each with two spaces between its columns."""
    return [re.sub(" {2,}", "  ", line) for line in table.splitlines()[1:]]


def runs_done(store: Path) -> int:
    """Of the one campaign in a store."""
    with open_store(str(store), write=False) as opened:
        return opened.summary(1).runs_done


@pytest.mark.slow
@pytest.mark.usefixtures("data_prepared_once")
def test_that_a_killed_program_loses_nothing_and_resumes(
    tmp_path: Path, plan_file: Callable[..., Path]
) -> None:
    store = tmp_path / "s.sqlite"
    plan = plan_file("postgresql", size=100)
    before = set(servers_folder().iterdir())
    program = Started(
        *("run", plan, "--store", store),
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stderr is not None
    for line in program.stderr:
        if line.startswith("[2 of 4"):
            break
    wait_until(lambda: runs_done(store) >= 2)
    family = psutil.Process(program.pid).children(recursive=True)
    program.kill()
    assert program.wait() == -signal.SIGKILL, "there was something left to do"
    program.stderr.close()
    wait_until(lambda: not any(child.is_running() for child in family), 30)
    listed = cipherbench("campaigns", "--store", store, "--json").json
    assert listed[0]["runs_done"] >= 2  # type: ignore[index]
    remove_leftovers()
    assert set(servers_folder().iterdir()) == before
    resumed = cipherbench("resume", "typed", "--store", store, "--json")
    assert resumed.code == 0, resumed.err
    assert resumed.json["runs_done"] == 4  # type: ignore[index]


@pytest.mark.parametrize(
    ("change", "output"),
    [
        ({"repetitions": "repetitons"}, "unknown key “repetitons”"),
        ({"30": "0"}, "size 0 must be 1 or more"),
        ({"hospital": "hotel"}, "unknown workload “hotel”"),
        ({"embedded": "address", "postgresql": "mariadb"}, "127.0.0.1:3306"),
    ],
)
def test_that_a_bad_plan_gets_one_sentence_and_exit_2(
    tmp_path: Path, plan_file: Callable[..., Path], change: dict[str, str], output: str
) -> None:
    done = cipherbench("run", plan_file("postgresql", **change), "--store", tmp_path / "s.sqlite")
    assert done.code == 2
    assert output in done.sentence
    assert done.out == "" and len(done.err.splitlines()) == 1


def test_that_a_csv_without_a_column_gets_one_sentence_and_exit_2(
    tmp_path: Path, plan_file: Callable[..., Path]
) -> None:
    (tmp_path / "beds.csv").write_text("_id,cnes\n1,2\n")
    plan = plan_file("postgresql")
    plan.write_text(plan.read_text().replace("sizes", 'data = "beds.csv"\nsizes'))
    done = cipherbench("run", plan, "--store", tmp_path / "s.sqlite")
    assert done.code == 2 and "has no column" in done.sentence


@pytest.mark.slow
def test_that_a_second_program_on_one_store_gets_exit_2_and_the_first_goes_on(
    tmp_path: Path, spec_for: Callable[..., ServerSpec]
) -> None:
    store, plan = tmp_path / "s.sqlite", plan_of(tmp_path, spec_for("sqlite"), size=20)
    first = Started(
        *("run", plan, "--store", store),
        stderr=subprocess.PIPE,
        text=True,
    )
    assert first.stderr is not None
    for line in first.stderr:
        if line.startswith("[0 of"):
            break
    first.send_signal(signal.SIGSTOP)  # else it might be over by then
    try:
        second = cipherbench("run", plan, "--store", store)
        read = cipherbench("compare", "cut", "--store", store)
    finally:
        first.send_signal(signal.SIGCONT)
    assert second.code == 2 and "another Cipherbench" in second.sentence
    assert read.code == 0, "reading goes on"
    _, output = first.communicate(timeout=60)
    assert first.returncode == 0, output
    assert runs_done(store) == 3


@pytest.mark.parametrize(
    "words",
    [
        ("compare", "nosuch"),
        ("export", "nosuch", "--format", "csv", "-o", "x.csv"),
        ("resume", "nosuch"),
        ("campaigns",),
        ("run", "nosuch"),
        ("cost", "nosuch.csv"),
        ("frobnicate",),
        ("run",),
        ("export", "x", "-o", "y"),
    ],
)
def test_that_what_is_not_there_gets_one_sentence_and_exit_2(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    store = () if words[0] in ("cost", "frobnicate") else ("--store", tmp_path / "none.sqlite")
    done = cipherbench(*words, *store)
    assert done.code == 2
    assert len(done.err.strip().splitlines()) == 1 and done.err.startswith("cipherbench: ")


def test_that_evidence_names_protections_with_their_marks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    seen = EvidenceFinding(
        "db", "mine", SearchArea.FILES, SearchSubject.MARKER, "data files", False, Message("")
    )
    lacking = replace(seen, server="far", place="log", found=None, message=Message("no log"))
    print_evidence(
        [seen, lacking, replace(seen, protection="other")],
        {("db", "mine"): "mine (ECB)"},
        {("far", "mine"): Message("AES-128-ECB")},
    )
    report = [re.sub(" {2,}", "  ", line) for line in capsys.readouterr().out.splitlines()]
    assert "place  mine (ECB)  other" in report
    assert [line for line in report if line.startswith("db  ")] == [
        "db  mine (ECB)  nothing  nothing  unable to tell",
        "db  other  nothing  nothing  unable to tell",
    ]
    assert "  AES-128-ECB, log: no log" in report, "sentences call protections as people do"
    assert any(line.startswith("  far, AES-128-ECB, ") for line in report)


def test_that_the_published_cost_table_comes_out_to_the_thousandth() -> None:
    report = cipherbench("cost", TIMES, "--json").json
    figures = {
        each["engine"]: (round(each["mean_percent"], 3), round(each["sd_percent"], 3))
        for each in report["engines"]  # type: ignore[index]
    }
    assert figures == {
        "MariaDB": (4.665, 4.452),
        "Firebird": (6.662, 7.300),
        "PostgreSQL": (16.214, 5.013),
    }


@pytest.mark.slow
def test_that_a_wrong_password_gets_one_sentence_and_exit_2_and_is_not_repeated(
    tmp_path: Path, servers: object, plan_file: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = servers["mariadb"]  # type: ignore[index]
    session = server.engine.driver.connect(server.endpoint)
    session.execute("create or replace user 'bea'@'%' identified by 'right'")
    session.close()
    plan = plan_file("mariadb")
    where = f'source = "address"\nsocket = "{server.endpoint.socket}"\nuser = "bea"'
    plan.write_text(plan.read_text().replace('source = "local"', where))
    monkeypatch.setenv("CIPHERBENCH_PASSWORD_MARIADB", "wrong-0xC0FFEE")
    done = cipherbench("run", plan, "--store", tmp_path / "s.sqlite")
    assert done.code == 2 and "Access denied" in done.sentence
    assert len(done.err.splitlines()) == 1
    assert "0xC0FFEE" not in done.err + done.out


def catches(pid: int, wanted: signal.Signals) -> bool:
    """Whether a process has a handler for a signal."""
    status = Path(f"/proc/{pid}/status").read_text()
    return bool(int(status.partition("SigCgt:")[2].split()[0], 16) >> (wanted - 1) & 1)


def rests(pid: int) -> bool:
    """Whether a process has had next to nothing to do for a second."""
    process = psutil.Process(pid)
    before = process.cpu_times()
    time.sleep(1)
    after = process.cpu_times()
    return bool(after.user + after.system - before.user - before.system < 0.05)


@pytest.mark.slow
def test_that_the_program_opens_and_ctrl_c_in_its_terminal_closes_it(tmp_path: Path) -> None:
    program = Started(
        *("--store", tmp_path / "s.sqlite"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: catches(program.pid, signal.SIGTERM))
    wait_until(lambda: rests(program.pid))  # in its event loop
    assert program.poll() is None
    program.send_signal(signal.SIGINT)
    out, output = program.communicate(timeout=60)
    assert program.returncode == 0
    assert "Traceback" not in out + output


def test_that_choices_of_a_missing_option_are_in_one_line() -> None:
    output = cipherbench("export", 1)
    assert output.code == 2 and output.sentence.endswith("Choose from: html, pdf, docx, csv, json, "
                                                         "md, xlsx, tex, study")  # fmt: skip
