"""A new engine is one folder and one line: then it stands wherever the others do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.report.words.colours import PALETTE, EngineLook, looks
from engines import registry
from tests.app.typed import CommandResult, cipherbench
from tests.app.typing_process import ALSO_IMPORTED

ROOT = Path(__file__).parents[3]
SUITES = ("contract/test_conformance.py", "contract/test_protections.py")

PLAN = """
[campaign]
name = "six"
repetitions = 1
control = false
order = "lockstep"
warmups = 0

[[server]]
name = "sixth"
source = "embedded"
engine = "toy"

[[protection]]
name = "plaintext"

[[protection]]
name = "chacha20"
kind = "storage"
algorithm = "chacha20"

[workload]
"""
TABLESPACE = 'name = "tablespace"\nrows = [1000]\nflush = ["included"]\n'
HOSPITAL = 'name = "hospital"\nsizes = [10]\n'


class Program:
    """The program with the toy among its engines, and a store of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *words: str) -> CommandResult:
        return cipherbench("--store", self.folder / "store.sqlite", *words)

    def run(self, workload: str) -> CommandResult:
        plan = self.folder / "plan.toml"
        plan.write_text(PLAN + workload)
        return self("run", str(plan))


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.setenv(ALSO_IMPORTED, "tests.engines.toy.registered")
    return Program(tmp_path)


@pytest.fixture
def look(monkeypatch: pytest.MonkeyPatch) -> EngineLook:
    """How the toy looks where it is among the engines."""
    monkeypatch.setitem(registry._ENGINES, "toy", "tests.engines.toy")
    return looks()["toy"]


def test_that_it_has_the_next_look_of_the_palette(look: EngineLook) -> None:
    assert look == PALETTE[len(registry.engine_names()) - 1]


@pytest.mark.slow
def test_that_it_is_measured_searched_and_reported(program: Program, look: EngineLook) -> None:
    ran = program.run(TABLESPACE)
    assert ran.code == 0, ran.err
    found = program("evidence", "six", "--json")
    assert found.code == 0, found.err
    reported = {(e["protection"], e["place"]): e["found"] for e in json.loads(found.out)}
    assert (reported["plaintext", "data files"], reported["chacha20", "data files"]) == (
        True,
        False,
    )
    report = program.folder / "report.html"
    asked = ("--format", "html", "--for", "technical", "-o", str(report))
    assert program("export", "six", *asked).code == 0
    assert "<td>toy</td><td>3." in report.read_text() and look.light in report.read_text()


@pytest.mark.slow
def test_that_what_its_foreign_keys_lack_is_stated(program: Program) -> None:
    program.run(HOSPITAL)
    reported = program.folder / "told.json"
    assert program("export", "six", "--format", "json", "-o", str(reported)).code == 0
    assert "ON DELETE CASCADE, which Toy does not support" in reported.read_text()


@pytest.mark.slow
def test_that_the_conformance_suite_runs_on_it() -> None:
    files = [f"tests/engines/{name}" for name in SUITES]
    plugins = ("-p", "tests.engines.toy.registered", "-p", "no:cacheprovider")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugins, "-k", "toy and not seconds", *files],
        cwd=ROOT,
        env={**os.environ, "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    last = done.stdout.strip().splitlines()[-1]
    assert done.returncode == 0, done.stdout
    assert int(last.split(" passed")[0].split()[-1]) >= 10, last
