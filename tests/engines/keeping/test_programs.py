"""Programs that are called: whatever they do, there is an answer in time or a sentence, and nothing
of them is left."""

from __future__ import annotations

import os
import time
from collections import deque
from functools import partial
from pathlib import Path

import pytest

from engines.keeping.programs import ProgramFailed, RunningProgram, call_program
from tests.engines.fake_programs import FAKES, Fake, all_gone, put

SECONDS = 0.5
ENVIRONMENT = {"PATH": os.environ["PATH"]}

SENTENCES = {
    Fake.HANGS: "“tool --version” did not answer within 0.5 s and was stopped",
    Fake.CLOSES: "“tool --version” did not answer within 0.5 s and was stopped",
    Fake.FLOODS: "“tool --version” wrote more than 10 MB and was stopped",
    Fake.FAILS: "“tool --version” failed with exit code 1: it is broken",
    Fake.MISSING: "/tool cannot be run: No such file or directory",
    Fake.LOCKED: "/tool cannot be run: Permission denied",
    Fake.NO_PROGRAM: "/tool cannot be run: Exec format error",
}


@pytest.mark.parametrize("fake", FAKES)
def test_that_whatever_a_program_does_it_is_reported_in_a_sentence_and_ended(
    fake: Fake, tmp_path: Path
) -> None:
    tool, began = put(fake, tmp_path / "tool"), time.monotonic()
    if fake is Fake.RUBBISH:
        answer = call_program([str(tool), "--version"], ENVIRONMENT, seconds=30)
        assert answer.code == 0 and "\N{REPLACEMENT CHARACTER}" in answer.out
    else:
        patience = 30 if fake is Fake.FLOODS else SECONDS
        with pytest.raises(ProgramFailed) as report:
            call_program([str(tool), "--version"], ENVIRONMENT, seconds=patience)
        assert SENTENCES[fake] in report.value.message
    assert time.monotonic() - began < 60
    all_gone(tmp_path)


def test_that_any_code_is_an_answer_where_it_may_be(tmp_path: Path) -> None:
    answer = call_program([str(put(Fake.FAILS, tmp_path / "tool"))], ENVIRONMENT, any_code=True)
    assert (answer.code, answer.err) == (1, "it is broken\n")


def test_that_both_outputs_are_distinguished_however_they_are_mixed(tmp_path: Path) -> None:
    tool = tmp_path / "tool"
    tool.write_text("#!/bin/sh\nfor n in 1 2 3; do echo out$n; echo err$n >&2; done\n")
    tool.chmod(0o755)
    answer = call_program([str(tool)], ENVIRONMENT)
    assert (answer.out, answer.err) == ("out1\nout2\nout3\n", "err1\nerr2\nerr3\n")


@pytest.mark.parametrize("fake", [Fake.HANGS, Fake.FLOODS])
def test_that_lines_are_waited_for_so_long_and_no_longer(fake: Fake, tmp_path: Path) -> None:
    """What is no line and has no end is cut into some."""
    tool, looked = put(fake, tmp_path / "tool"), list[float]()
    patience = 30 if fake is Fake.FLOODS else SECONDS
    sentence = SENTENCES[fake].replace(" --version", "")
    with RunningProgram([str(tool)], ENVIRONMENT) as called:
        lines = partial(
            called.line, patience, time.monotonic() + patience, lambda: looked.append(0)
        )
        with pytest.raises(ProgramFailed, match=sentence):
            deque(iter(lines, None), maxlen=0)
    assert bool(looked) or fake is Fake.FLOODS
    all_gone(tmp_path)


@pytest.mark.parametrize("fake", [Fake.CLOSES, Fake.RUBBISH])
def test_that_lines_end_where_outputs_do(fake: Fake, tmp_path: Path) -> None:
    with RunningProgram([str(put(fake, tmp_path / "tool"))], ENVIRONMENT) as called:
        until = time.monotonic() + 30
        lines = list(iter(lambda: called.line(30, until, lambda: None), None))
    assert bool(lines) is (fake is Fake.RUBBISH)
    all_gone(tmp_path)


def test_that_the_last_line_counts_without_its_end(tmp_path: Path) -> None:
    tool = tmp_path / "tool"
    tool.write_text("#!/bin/sh\nprintf 'one\\ntwo\\nthr'; sleep 0.2; printf ee\n")
    tool.chmod(0o755)
    with RunningProgram([str(tool)], ENVIRONMENT) as called:
        until = time.monotonic() + 30
        lines = [called.line(30, until, lambda: None) for _ in range(4)]
    assert lines == ["one", "two", "three", None]
