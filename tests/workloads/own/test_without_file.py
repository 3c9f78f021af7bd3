"""What was measured is read without the file that described it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.command_line.main import run
from tests.workloads.own.test_rehearsal import SHOP

PLAN = """
[campaign]
name = "own"
repetitions = 2
warmups = 0
[workload]
name = "own"
file = "shop.toml"
sizes = [40]
[[server]]
name = "sqlite"
source = "embedded"
engine = "sqlite"
[[protection]]
name = "plaintext"
[[protection]]
name = "gcm"
kind = "client"
algorithm = "aes"
bits = 256
mode = "gcm"
"""


def told(*words: str) -> int:
    return run(list(words))


@pytest.mark.slow
def test_that_a_campaign_is_read_and_handed_on_when_its_file_is_gone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = shutil.copy(SHOP, tmp_path / "shop.toml")
    (tmp_path / "plan.toml").write_text(PLAN)
    store, other = str(tmp_path / "a.sqlite"), str(tmp_path / "b.sqlite")
    archive, page = str(tmp_path / "own.zip"), str(tmp_path / "own.md")
    assert told("run", str(tmp_path / "plan.toml"), "--store", store) == 0
    Path(file).unlink()
    assert told("archive", "1", "--store", store, "-o", archive) == 0
    assert told("import", archive, "--store", other) == 0
    for each in (store, other):
        capsys.readouterr()
        assert told("compare", "1", "--store", each) == 0
        assert capsys.readouterr().out.count("find by e-mail") == 3
        assert told("export", "1", "--store", each, "--format", "md", "-o", page) == 0
        rows = [each for each in Path(page).read_text().splitlines() if each.startswith("|")]
        row = next(each for each in rows if "AES-256-GCM" in each)
        assert "customer.email" in row, "found by a blind index, whatever is left of the file"
