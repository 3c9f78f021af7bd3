"""One machine needs nothing of several, and several say at once that their queue is missing."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from app.command_line.main import run
from app.plan.campaign import Campaign
from app.plan.plan_file import write_plan
from engines.keeping.home import home

_NOWHERE = "postgresql://somebody@127.0.0.1:1/nothing"
"""Where nobody answers: whoever asks there before it looks for the queue says that instead."""

_RUN = """
import sys
from app.command_line.main import run
code = run(sys.argv[1:])
there = [each for each in sys.modules if each.split(".")[0] == "procrastinate"]
there += [each for each in sys.modules if each.startswith("app.hosts")]
print(code, sorted(there), "app.command_line.hosts" in sys.modules)
"""


def _made() -> list[Path]:
    return sorted(home().glob("coordinator*")) + sorted(home().glob("coordinator/*"))


class _Terminal:
    """Somebody sits there who could be asked."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    "words",
    [
        ("coordinator", "--host", "rack1"),
        ("coordinator", "--store", _NOWHERE, "--host", "rack1"),
        ("host", "--name", "rack1", "--store", _NOWHERE),
    ],
    ids=["coordinator", "coordinator of a store", "host"],
)
def test_that_a_missing_queue_is_reported_before_anything_is_asked_or_made(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[object] = []
    before = _made()  # by other tests of this process
    monkeypatch.setitem(sys.modules, "procrastinate", None)
    monkeypatch.setattr(sys, "stdin", _Terminal())
    monkeypatch.setattr("app.command_line.common.terminal.ask_password", asked.append)
    assert run(words) == 2
    output = capsys.readouterr().err
    assert "pip install 'cipherbench[hosts]'" in output and "Traceback" not in output
    assert asked == [] and _made() == before


@pytest.mark.slow
def test_that_a_run_of_one_machine_loads_nothing_of_several(
    small: Campaign, tmp_path: Path
) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(write_plan(replace(small, repetitions=1)))
    store = f"sqlite:///{tmp_path / 'results.db'}"
    done = subprocess.run(
        [sys.executable, "-c", _RUN, "run", str(plan), "--store", store],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stdout.splitlines()[-1] == "0 [] True", done.stderr
