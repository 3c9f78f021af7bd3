"""No part of a password in a store's address reaches anybody, however wrongly it is written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.campaign.executor import CampaignExecutor
from app.evidence.gathering import gather_evidence
from app.execution.campaign_process import CampaignRequest
from app.results.store.store import open_store
from engines.contract.errors import InputError
from tests.app.typed import cipherbench
from tests.engines.tcp_servers import Reachable
from tests.security.listening import USER, store_address

pytestmark = pytest.mark.slow

PIECES = ("Zq7", "Kx9", "Wv3", "Tm5", "Rb2", "Lc8")
"""So short that no filter would find them: they must not be there to begin with."""
ODD = [
    "@Zq7/Kx9?Wv3#Tm5:Rb2&Lc8",
    "Zq7@Kx9",
    "Zq7@Kx9@Wv3",
    "Zq7/Kx9",
    "Zq7/Kx9@Wv3",
    "Zq7?Kx9=Wv3",
    "Zq7?Kx9@Wv3&Tm5",
    "Zq7#Kx9@Wv3",
    "Zq7:Kx9@Wv3",
    "Zq7 Kx9@Wv3",
    "Zq7%Kx9@Wv3%40",
    "Zq7[Kx9]@Wv3",
    "Zq7\nKx9@Wv3",
]
SHAPES = [
    "postgresql+psycopg://me:{}@127.0.0.1:1/results",
    "postgresql://me:{}@127.0.0.1:1/results",
    "postgresql+psycopg://me@{}@127.0.0.1:1/results",
    "postgresql+psycopg://me:{}@127.0.0.1:port/results",
    "postgresql+psycopg://me@127.0.0.1:1/results?password={}",
    "postgresql+psycopg://me@127.0.0.1:1/results?connect_timeout=1&sslpassword={}",
    "nothing://me:{}@127.0.0.1/results",
    "sqlite://me:{}@127.0.0.1/results",
    "://me:{}@127.0.0.1",
    "me:{}@127.0.0.1/results",
    "postgresql:/me:{}@127.0.0.1/results",
    "postgresql+psycopg:me:{}@127.0.0.1/results",
]


def pieces_in(text: str) -> list[str]:
    return [piece for piece in PIECES if piece in text]


@pytest.mark.parametrize("shape", SHAPES)
def test_that_a_store_that_cannot_be_used_is_reported_without_any_piece_of_its_password(
    shape: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for password in ODD:
        with pytest.raises(InputError) as caught:
            open_store(shape.format(password), write=True)
        assert pieces_in(f"{caught.value}{caught.value!r}") == [], password
    assert list(tmp_path.iterdir()) == [], "nor is a file made of that name"


def test_that_a_file_whose_name_only_looks_a_little_like_that_can_be_used(tmp_path: Path) -> None:
    for name in ("a:b@c.sqlite", "http:/x.sqlite"):
        path = tmp_path / name
        open_store(str(path), write=True).close()
        assert path.exists()


WAYS = [
    ("campaigns", "--store", "{}"),
    ("campaigns", "--store={}"),
    ("--store", "{}", "campaigns"),
    ("campaigns", "{}"),
    ("resume", "{}"),
    ("run", "{}"),
    ("{}",),
    ("export", "1", "--format", "csv", "-o", "out.csv", "--store", "{}"),
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: " ".join(way)[:30])
def test_that_the_command_line_repeats_no_piece_of_it(
    way: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CIPHERBENCH_HOME", str(tmp_path))  # others' store is in the common one
    password = "Zq7@Kx9/Wv3?Tm5#Rb2:Lc8"
    url = f"postgresql+psycopg://me:{password}@127.0.0.1:1/results"
    output = cipherbench(*(word.format(url) for word in way))
    assert output.code in (1, 2)
    assert pieces_in(output.out + output.err) == []


BREAKS = """
import os, sys
import app.results.store.store
from app.command_line.main import run

def fail(url=None, **_):
    from sqlalchemy import make_url
    raise RuntimeError(f"a fault of ours {url} {make_url(url)!r}")

app.results.store.store.open_store = fail
for url in sys.argv[1:]:
    if not os.fork():  # as if started for each: what one has learnt to hide the next does not know
        os._exit(run(["campaigns", "--store", url]))
    assert os.waitstatus_to_exitcode(os.wait()[1]) == 1
"""


def test_that_an_internal_error_logs_no_piece_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    longer = [re.sub("[A-Z][a-z][0-9]", lambda piece: f"x{piece[0]}", each) for each in ODD[:-1]]
    assert not any("\n" in each for each in longer)
    urls = [
        f"postgresql+psycopg://me:{each}@127.0.0.1:1/results?password=Lc8Lc8" for each in longer
    ]
    monkeypatch.setenv("CIPHERBENCH_HOME", str(tmp_path))
    broken = cipherbench("-c", BREAKS, *urls)
    log = (tmp_path / "cipherbench.log").read_text()
    assert broken.code == 0, broken.err
    assert "Traceback" in log and log.count("RuntimeError: a fault of ours") == len(urls)
    assert pieces_in(broken.err + broken.out + log) == []


def test_that_nothing_that_holds_an_address_shows_it() -> None:
    url = f"postgresql+psycopg://me:{ODD[0]}@127.0.0.1/results"
    assert (
        pieces_in(
            f"{CampaignRequest(store_url=url)!r} {CampaignExecutor(url, gather=gather_evidence)!r}"
        )
        == []
    )


def test_that_a_store_with_any_password_is_used_and_its_place_hides_it(
    guarded: tuple[Reachable, str],
) -> None:
    server, password = guarded
    with open_store(store_address(server, "results", password), write=True) as store:
        assert store.campaigns() == []
        assert store.location.startswith(f"postgresql+psycopg://{USER}:***@127.0.0.1")
    with pytest.raises(InputError) as caught:
        open_store(store_address(server, "results", f"wrong-{password}"), write=True)
    assert "authentication" in str(caught.value) and password[-12:] not in str(caught.value)
