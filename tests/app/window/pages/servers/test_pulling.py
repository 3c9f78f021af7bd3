"""A container whose image must be pulled first: how far that is can be read all the while."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from docker.errors import APIError

from app.plan.campaign import PlannedProtection
from app.plan.plan_file import write_plan
from app.servers.entry import ServerState
from app.window.pages.servers.page import ServersPage
from app.window.servers.server_words import step_of, summary
from engines.container.daemon import daemon
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.typed import Started, cipherbench
from tests.patience import PatientBot
from widgets.parts.cards import ToneLabel
from workloads.hospital.workload import HospitalParameters

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
    pytest.mark.slow,
]

_RELAY = """
import asyncio, sys

async def pour(source, sink):
    while data := await source.read(50_000):
        sink.write(data)
        await sink.drain()
        await asyncio.sleep(len(data) / 2_500_000)
    sink.close()

async def relay(near, back):
    far, forth = await asyncio.open_connection(sys.argv[1], int(sys.argv[2]))
    await asyncio.gather(pour(near, forth), pour(far, back), return_exceptions=True)

async def main():
    server = await asyncio.start_server(relay, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(main())
"""


@pytest.fixture
def slow_image(registry: str) -> Iterator[str]:
    """The registry's image of 6 MB by a line that takes two seconds and more for it."""
    place, _, rest = registry.partition("/")
    relay = subprocess.Popen(
        [sys.executable, "-c", _RELAY, *place.split(":")], stdout=subprocess.PIPE, text=True
    )
    assert relay.stdout is not None
    image = f"127.0.0.1:{int(relay.stdout.readline())}/{rest}"
    yield image
    relay.kill()
    relay.communicate()
    with daemon() as client, suppress(APIError):
        client.images.remove(image)


def test_that_the_list_and_the_card_show_how_far_a_pull_is(
    page: ServersPage,
    qtbot: PatientBot,
    slow_image: str,
) -> None:
    """There is no database in the image: after the pull the start fails, and the step is gone."""
    known_servers = page.workbench.servers
    shown: list[tuple[str, str]] = []

    def look() -> None:
        entry = known_servers.entry("boxed")
        assert entry is not None
        news = [each.text() for each in page.detail.findChildren(ToneLabel) if each.isVisible()]
        if step_of(entry):
            assert step_of(entry) in news and summary(entry).endswith(step_of(entry))
            shown.append((step_of(entry), summary(entry)))

    known_servers.add(ServerSpec("boxed", Source.CONTAINER, "mariadb", image=slow_image))
    page.list.set_current("boxed")
    known_servers.changed.connect(look)
    known_servers.start("boxed")
    began = time.monotonic()
    qtbot.waitUntil(lambda: known_servers.entry("boxed").state is ServerState.FAILED)  # type: ignore[union-attr]
    steps = [step for step, _ in shown]
    halfway = [step for step in steps if " of 6 MB" in step and "6 of 6" not in step]
    assert halfway, steps
    assert len(steps) <= 2 + 4.5 * (time.monotonic() - began), "a few a second"
    news = [each.text() for each in page.detail.findChildren(ToneLabel) if each.isVisible()]
    assert not any("Pulling" in each for each in news)


def plan_with(image: str, folder: Path) -> Path:
    """A plan with the image as its second server, which fails when it has been pulled."""
    specs = (
        ServerSpec("sqlite", Source.EMBEDDED, "sqlite"),
        ServerSpec("boxed", Source.CONTAINER, "mariadb", image=image, optional=True),
    )
    work = HospitalParameters(sizes=(20,))
    campaign = quick_campaign(
        "pulling", specs, (PlannedProtection(PLAINTEXT),), work, repetitions=1, warmups=0
    )
    path = folder / "plan.toml"
    path.write_text(write_plan(replace(campaign, warmups=0)))
    return path


def test_that_the_command_tells_a_pull_in_few_lines_in_a_pipe(
    slow_image: str, tmp_path: Path
) -> None:
    plan = plan_with(slow_image, tmp_path)
    done = cipherbench("run", plan, "--store", tmp_path / "s.sqlite")
    assert done.code == 0, done.err
    report = [line for line in done.err.splitlines() if "boxed: Pulling" in line]
    assert 3 <= len(report) <= 7, done.err
    assert report[0] == f"boxed: Pulling {slow_image}"


@pytest.mark.exhaustive
def test_that_the_command_rewrites_one_line_on_a_terminal(slow_image: str, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    process = Started(
        *("run", plan_with(slow_image, tmp_path), "--store", tmp_path / "s.sqlite"),
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    )
    os.close(theirs)
    output = b""
    with suppress(OSError):  # the terminal ends with the program
        while select.select([ours], [], [], 60)[0] and (data := os.read(ours, 4096)):
            output += data
    os.close(ours)
    assert process.wait(30) == 0, output
    pulling = [part for part in output.split(b"\r\x1b[K") if b"boxed: Pulling" in part]
    assert len(pulling) >= 3 and not any(b"\n" in part for part in pulling)
