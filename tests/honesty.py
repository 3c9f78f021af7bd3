"""What a run of the tests must not pass over: a worker that died, and tests tried again."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

MOST_RERUNS = int(os.environ.get("CIPHERBENCH_MOST_RERUNS", "2"))
"""So many tests may have failed at first, where `--reruns` gives them another try."""
STORED_IN = "CIPHERBENCH_KEPT_FILE"
"""Names a file that several calls of pytest which make one run keep, a line each, what did not
pass at once: what the first said is far above the end that the last one writes."""
_MOST_CHARACTERS = 80


def watch(config: pytest.Config) -> None:
    """Fail this session where its passing would say too much; its workers only report to it."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Honesty())


class _Honesty:
    def __init__(self) -> None:
        self._reruns = 0
        self._before = _counted_before()
        self._fallen: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if str(report.outcome) == "rerun":
            self._reruns += 1
            _keep(f"RERUN {report.nodeid}: {_why(report)}")
        elif report.failed:
            _keep(f"FAILED {report.nodeid}: {_why(report)}")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            _keep(f"FAILED {report.nodeid}: {_why(report)}")

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object | None) -> None:
        """A worker that dies when its tests are over has taken no test along that would fail."""
        if error:
            self._fallen.append(node.gateway.id)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._complaints() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for sentence in self._complaints():
            terminalreporter.write_line(sentence, red=True)
            _keep(sentence)

    def _complaints(self) -> list[str]:
        output = []
        if self._fallen:
            output.append(f"The run fails: worker {', '.join(self._fallen)} died.")
        tried_again = self._before + self._reruns
        if self._reruns and tried_again > MOST_RERUNS:
            output.append(
                f"The run fails: {tried_again} tests passed or failed only at another try, "
                f"and {MOST_RERUNS} may."
            )
        return output


def _why(report: pytest.TestReport | pytest.CollectReport) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    output = crash.message if crash is not None else report.longreprtext
    return " ".join(output.split())[:_MOST_CHARACTERS]


def _counted_before() -> int:
    """How many tests earlier calls of this run tried again."""
    with suppress(OSError, KeyError):  # not there yet, or not this user's to read
        stored = Path(os.environ[STORED_IN]).read_text().splitlines()
        return sum(line.startswith("RERUN ") for line in stored)
    return 0


def _keep(line: str) -> None:
    with suppress(OSError, KeyError), Path(os.environ[STORED_IN]).open("a") as file:
        file.write(f"{line}\n")
