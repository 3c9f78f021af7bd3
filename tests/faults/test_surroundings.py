"""Surroundings that are odd but no reason not to work, and those that are one, told truly."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engines.server import ServerSpec
from tests.app.typed import plan_of
from tests.places import new_home

pytestmark = pytest.mark.slow

LONG = "l" * 100


@pytest.fixture
def passable() -> Iterator[Path]:
    """A folder that whoever serves can pass, as pytest's own is not."""
    import shutil

    folder = new_home()
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def run(plan: Path, *, files: int | None = None, **variables: str) -> tuple[int, str]:
    """Exit code and stderr of a campaign in surroundings of its own."""

    def limit() -> None:
        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    done = subprocess.run(
        [sys.executable, "-m", "app", "run", plan, "--store", plan.with_name("s.sqlite")],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limit,
    )
    assert "Traceback" not in done.stderr and "Internal error" not in done.stderr
    return done.returncode, done.stderr


@pytest.mark.parametrize("engine", ["sqlite", "postgresql", "mariadb"])
def test_that_long_and_odd_folders_and_an_empty_path_do_no_harm(
    engine: str, spec_for: Callable[..., ServerSpec], passable: Path, tmp_path: Path
) -> None:
    temporary = tmp_path / LONG
    temporary.mkdir()
    home = passable / f"it's {LONG}, home"
    plan = plan_of(tmp_path, spec_for(engine), size=20)
    code, said = run(plan, CIPHERBENCH_HOME=str(home), TMPDIR=str(temporary), PATH="")
    assert code == 0, said
    assert list((home / "servers").iterdir()) == list(temporary.iterdir()) == []


def test_that_a_home_that_postgresql_cannot_be_started_in_is_named(
    spec_for: Callable[..., ServerSpec], passable: Path, tmp_path: Path
) -> None:
    plan = plan_of(tmp_path, spec_for("postgresql"), size=20)
    code, said = run(plan, CIPHERBENCH_HOME=str(passable / 'a"b'))
    assert code == 2
    assert 'its path contains "' in said and "Set CIPHERBENCH_HOME" in said


def test_that_too_few_open_files_are_named(
    spec_for: Callable[..., ServerSpec], tmp_path: Path
) -> None:
    code, said = run(plan_of(tmp_path, spec_for("sqlite"), size=20), files=16)
    assert code == 2
    assert "Too many open files" in said and "ulimit -n" in said and "Make room" not in said
