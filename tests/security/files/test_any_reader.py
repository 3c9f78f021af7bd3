"""Whatever lies in a file that somebody sends: every reader of one ends in a sentence, and soon.

Logos, layouts and Word templates are read in a child with bounds: test_layouts.py and
test_word_templates.py. Here are all others, each given the same contents.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import ssl
import time
import tomllib
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
import tomlkit
from cryptography.x509 import DNSName

from app.designing.scripts import read_script
from app.findings.studies.study_format import read_study
from app.findings.study_method import read_times
from app.hosts.batch_coordination import _parsed_facts
from app.hosts.coordinator import own_certificate
from app.hosts.facts import Facts, facts_of_this_machine
from app.hosts.messages import share_of
from app.lessons.attempt import Attempt
from app.lessons.lesson_reading import read_lesson
from app.lessons.results_file import read_results
from app.patterns.columns.frequency_table import read_table
from app.plan.plan_file import read_plan
from app.report.document.report_profile import read_profile
from app.report.document.sections import TITLES
from app.report.document.user_text import read_user_text, user_sections
from app.results.intake.file_import import import_into_store
from app.results.store.store import open_store
from engines.contract.errors import InputError
from engines.servers.tcp_access import self_signed
from tests.app.results.noisy import costly_campaign, store_costs
from tests.app.typed import cipherbench
from tests.faults.samples import DATA, PLAN, TIMES
from workloads.hospital.data import read_csv
from workloads.own.file_reading import read_work

ASSETS = Path(__file__).parents[3] / "assets"
LESSON = ASSETS / "lessons/flag.toml"
STUDY = ASSETS / "studies/marques-2011.toml"
PROFILE = "client = 'x'\nsections = ['limits']\nrate = 5.0\n"
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Reader:
    """`read` is given a file of that `name`, and takes one that is `sound`."""

    read: Callable[[Path], object]
    name: str
    sound: str = ""
    takes_any_text: bool = False
    takes: str = ""
    """Which content is one of its own."""


def _study_with_figures(path: Path) -> object:
    path.with_suffix(".csv").write_bytes(STUDY.with_suffix(".csv").read_bytes())
    return read_study(path)


def _study_of_these_figures(path: Path) -> object:
    path.with_suffix(".toml").write_bytes(STUDY.read_bytes())
    return read_study(path.with_suffix(".toml"))


def _understood_words(path: Path) -> object:
    return user_sections(read_user_text(path), TITLES)


_MADE = self_signed("x", [DNSName("x")], timedelta(days=1))
PEM = (_MADE.pem + _MADE.key).decode()
READERS = {
    "a certificate": Reader(lambda path: own_certificate(path, path), "a.pem", PEM),
    "a plan": Reader(read_plan, "a.toml", PLAN),
    "a workload": Reader(read_work, "a.toml", (ASSETS / "workloads/shop.toml").read_text()),
    "a lesson": Reader(read_lesson, "a.toml", LESSON.read_text()),
    "results of a lesson": Reader(
        read_results, "a.json", Attempt("flag", read_lesson(LESSON), "Ana").to_json(NOON)
    ),
    "a report's profile": Reader(
        lambda path: read_profile(str(path)), "a.toml", PROFILE, takes="nothing"
    ),
    "a report's words": Reader(_understood_words, "a.md", "# limits\nx\n", takes_any_text=True),
    "a study": Reader(_study_with_figures, f"{STUDY.stem}.toml", STUDY.read_text()),
    "a study's figures": Reader(
        _study_of_these_figures, f"{STUDY.stem}.csv", STUDY.with_suffix(".csv").read_text()
    ),
    "frequencies": Reader(read_table, "a.toml", "[count]\na = 1\nb = 2\n"),
    "frequencies in CSV": Reader(read_table, "a.csv", "value,count\na,1\nb,2\n"),
    "times of a study": Reader(read_times, "a.csv", TIMES),
    "records of a hospital": Reader(lambda path: read_csv(path, 3), "a.csv", DATA),
    "statements": Reader(read_script, "a.sql", "select 1;\n", takes_any_text=True),
    "an archive or spool": Reader(
        lambda path: import_into_store(path, str(path.with_name("s.sqlite"))), "a.zip"
    ),
}

STEERING = "{a.b} {0!r:>99999999} \x1b[2J \u202egpj.exe"
TEXTS = {
    "nothing": "",
    "brackets": "[" * 300_000,
    "lists in lists": "x = " + "[" * 100_000 + "]" * 100_000,
    "objects in objects": '{"a":' * 100_000 + "1" + "}" * 100_000,
    "tables in tables": "x." * 100_000 + "y = 1",
    "a number without end": "x = " + "9" * 300_000,
    "quotes without end": "value,count\n" + '"' * 300_001,
    "places and signs": f"'{STEERING}' = '{STEERING}'\n",
}
BYTES = {
    "40 MB": b"a,b\n" * 10_000_000,
    "UTF-16": "name = 'x'\n".encode("utf-16"),
    "half a character": b"name = '\xc3'",
    "NULs": bytes(1000),
    "half an archive": b"PK\x03\x04" + bytes(range(256)),
    "half a store": b"SQLite format 3\0" + bytes(range(256)),
    "half a spool": b'{"cipherbench": "spool", "version": {}}\n[',
}

VALUES: dict[str, object] = {
    "lists": [[1], {"a": 1}],
    "places and signs": STEERING,
    "numbers without end": 10**400,
    "numbers that are none": float("nan"),
    "the least number": -(2**63) - 1,
    "long words": "a" * 20_000,
    "long words in lists": ["a" * 8_000],
    "long keys in lists": ["a . " * 2_000],
    "yes": True,
}


def _with(sound: str, name: str, value: object) -> str:
    """A sound file, each value in it replaced but for those by which it is known."""
    if name.endswith(".csv"):
        head, *rows = sound.splitlines()
        cell = '"' + str(value).replace('"', '""') + '"'
        return "\n".join([head, *(re.sub("[^,]+", lambda _: cell, row) for row in rows)])
    if name.endswith(".json"):
        return json.dumps(_replaced(json.loads(sound), value))
    if name.endswith(".toml"):
        return tomlkit.dumps(_replaced(tomllib.loads(sound), value))
    return str(value)


def _replaced(report: Any, value: object) -> Any:
    if isinstance(report, dict):
        return {
            key: each if key in ("format", "version", "name", "title") else _replaced(each, value)
            for key, each in report.items()
        }
    if isinstance(report, list) and any(isinstance(each, dict) for each in report):
        return [_replaced(each, value) for each in report]
    return value


def refused(reader: Reader, path: Path) -> bool:
    """Whether it ends in a sentence, and not well; within two seconds of processor time."""
    begun, error = time.process_time(), None
    try:
        reader.read(path)
    except InputError as found:
        error = found
    assert time.process_time() - begun < 2
    assert error is None or (error.title and 10 < len(str(error)) < 4_000)
    return error is not None


@pytest.mark.parametrize("kind", READERS)
def test_that_its_like_is_taken(kind: str, tmp_path: Path) -> None:
    reader = READERS[kind]
    if reader.sound:
        path = tmp_path / reader.name
        path.write_text(reader.sound)
        assert reader.read(path)


@pytest.mark.parametrize("content", [*TEXTS, *BYTES])
@pytest.mark.parametrize("kind", READERS)
def test_that_a_file_of_anything_is_refused_in_a_sentence(
    kind: str, content: str, tmp_path: Path
) -> None:
    reader, path = READERS[kind], tmp_path / READERS[kind].name
    path.write_bytes(BYTES[content] if content in BYTES else TEXTS[content].encode())
    assert refused(reader, path) or reader.takes_any_text or content == reader.takes


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("kind", [kind for kind in READERS if READERS[kind].sound])
def test_that_a_sound_file_of_other_values_is_refused_in_a_sentence(
    kind: str, value: str, tmp_path: Path
) -> None:
    reader, path = READERS[kind], tmp_path / READERS[kind].name
    path.write_text(_with(reader.sound, reader.name, VALUES[value]))
    refused(reader, path)


def test_that_a_certificate_of_no_version_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.pem"
    certificate = ssl.PEM_cert_to_DER_cert(_MADE.pem.decode())
    other = certificate.replace(b"\xa0\x03\x02\x01\x02", b"\xa0\x03\x02\x01\x05", 1)
    path.write_text(ssl.DER_cert_to_PEM_cert(other) + _MADE.key.decode())
    assert refused(READERS["a certificate"], path)


def test_that_a_pipe_is_no_certificate(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.pem")
    assert refused(READERS["a certificate"], tmp_path / "a.pem")


STRANGE = {
    "a state": ("status = 'owned'", "compare", "1"),
    "tags": ("tags = '5'", "compare", "1"),
    "tags in a list": ("tags = '5'", "campaigns"),
    "a moment": ("created_at = 'noon'", "campaigns"),
    "a far moment": ("created_at = 1e18", "campaigns"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", STRANGE)
def test_that_a_store_of_strange_values_is_refused_in_a_sentence(kind: str, tmp_path: Path) -> None:
    change, *words = STRANGE[kind]
    path = tmp_path / "s.sqlite"
    with open_store(str(path), write=True) as store:
        store_costs(store, costly_campaign(1, repetitions=2), {})
    with closing(sqlite3.connect(path)) as changed, changed:
        changed.execute(f"UPDATE campaigns SET {change}")
    output = cipherbench(*words, "--store", path)
    assert output.code and "Internal error" not in output.err
    assert "data that the store rejects" in output.err
    checked = cipherbench("check", path)
    assert checked.code and "damaged" in checked.out


def _deep(depth: int) -> object:
    report: object = 1
    for _ in range(depth):
        report = [report]
    return report


REPORTED: dict[str, Any] = {
    "nothing": None,
    "a list in lists": _deep(900),
    "an object": {"a": {"b": 1}},
    "a text": STEERING,
    "a message of places": {"text": STEERING, "values": {"a": {"text": "{a.b}"}}},
    "a message of numbers": {"text": 1, "values": [1]},
    "a long text": "x" * 60_000,
    "a number": 10**400,
    "no number": float("nan"),
    "lists": [[], {}, [None]],
}


@pytest.mark.parametrize("kind", REPORTED)
def test_that_whatever_a_host_says_is_text(kind: str) -> None:
    row = SimpleNamespace(
        token=uuid4(), host="rack1", plan="", seed=1, part=1, parts=1, state="failed",
        campaign_id=None, message=REPORTED[kind],
    )  # fmt: skip
    output = share_of(row).message
    assert len(str(output)) <= 60_000, "as the column takes"
    sound = facts_of_this_machine().to_json()
    assert _parsed_facts(sound) is not None
    for report in (REPORTED[kind], *({**sound, key: REPORTED[kind]} for key in sound)):
        found = _parsed_facts(report)
        assert found is None or isinstance(found, Facts)
