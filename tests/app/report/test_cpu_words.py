"""CPU seconds that were counted exactly are told beside times, on the terminal and in Markdown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.command_line.main import run
from app.report.files.export import export
from app.results.events import OperationFinished
from app.results.store.store import Store
from tests.app.results.making import (
    CBC,
    OPERATIONS,
    make_campaign,
    make_cells,
    run_of,
    store_campaign,
    whole_run,
)


@pytest.fixture
def counted(store: Store) -> int:
    """Plaintext takes a quarter of a second on the server, AES half a second more; the worker takes
    a quarter of a second in either."""
    campaign = make_campaign("counted", repetitions=4, warmups=0)
    campaign_id = store_campaign(store, campaign)
    for index, cell in enumerate(make_cells(campaign)):
        server = 0.75 if cell.protection == CBC else 0.25
        for number in range(1, 5):
            events = whole_run(
                run_of(store, campaign_id, index, number), dict.fromkeys(OPERATIONS, 1.0 + index)
            )
            store.write(
                campaign_id,
                [
                    replace(each, server_cpu_s=server, worker_cpu_s=0.25)
                    if isinstance(each, OperationFinished)
                    else each
                    for each in events
                ],
            )
    return campaign_id


def test_that_the_terminal_has_cpu_seconds_and_no_sampled_share(
    store: Store, counted: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["compare", str(counted), "--store", str(store.url)]) == 0
    head, plain, *_ = lines = capsys.readouterr().out.splitlines()
    assert "CPU %" not in head
    names = ("server CPU s", "worker CPU s", "CPU cost %")
    ends = [head.index(name) + len(name) for name in names]
    encrypted = next(line for line in lines if CBC.name in line)
    assert [plain[:end].split()[-1] for end in ends] == ["0.2500", "0.2500", "–"]
    assert [encrypted[:end].split()[-1] for end in ends] == ["0.7500", "0.2500", "+100.0"]


def test_that_markdown_has_cpu_seconds_and_their_cost(
    store: Store, counted: int, tmp_path: Path
) -> None:
    text = export(store, counted, "md", tmp_path / "out.md").read_text("utf-8")
    assert "## CPU time" in text
    assert "| pg | plaintext | 10 | INSERT | 0.2500 | 0.2500 |  |" in text
    assert "| pg | aes-128-cbc (fixed IV) | 10 | INSERT | 0.7500 | 0.2500 | +100.0 % |" in text


def test_that_markdown_without_counters_has_no_such_section(store: Store, tmp_path: Path) -> None:
    campaign_id = store_campaign(store, make_campaign())
    text = export(store, campaign_id, "md", tmp_path / "out.md").read_text("utf-8")
    assert "CPU time" not in text
