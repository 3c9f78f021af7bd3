"""The program, called as a user types it."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from app.plan.campaign import Campaign, PlannedProtection
from app.plan.plan_file import write_plan
from engines.contract.protection import PLAINTEXT
from engines.server import ServerSpec
from tests.app.quick import quick_campaign
from workloads.hospital.workload import HospitalParameters


@dataclass(frozen=True)
class Said:
    """What one call gave back."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> object:
        return json.loads(self.out)

    @property
    def sentence(self) -> str:
        """The last line of stderr."""
        return self.err.strip().splitlines()[-1]


def cipherbench(*words: object, seconds: float = 300) -> Said:
    done = subprocess.run(
        [sys.executable, "-m", "app", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert "Traceback" not in done.stderr + done.stdout
    return Said(done.returncode, done.stdout, done.stderr)


def saved(planned: Campaign, folder: Path) -> Path:
    """The campaign as a plan file in that folder."""
    path = folder / "plan.toml"
    path.write_text(write_plan(planned))
    return path


def plan_of(folder: Path, *specs: ServerSpec, size: int = 1500, **changes: Any) -> Path:
    """A plan file: three runs of plaintext on each of these servers."""
    plain = quick_campaign(
        "cut",
        specs,
        (PlannedProtection(PLAINTEXT),),
        HospitalParameters(sizes=(size,)),
        repetitions=3,
        warmups=0,
    )
    return saved(replace(plain, **changes), folder)
