"""What a real server answered, as files that other programs read."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from app.servers.capability_answers import answers
from app.servers.capability_export import (
    COLUMNS,
    capabilities_text,
    capability_lines,
    write_capabilities,
)
from app.servers.entry import ServerEntry
from engines.contract.errors import InputError
from engines.contract.protection import ProtectionKind
from tests.conftest import Servers


def ask(servers: Servers, engine: str) -> ServerEntry:
    server = servers[engine]
    found = server.probe()
    return ServerEntry(server.spec, version=found.version, capabilities=found)


@pytest.fixture(scope="module")
def postgresql(servers: Servers) -> ServerEntry:
    return ask(servers, "postgresql")


@pytest.fixture(scope="module")
def sqlite(servers: Servers) -> ServerEntry:
    return ask(servers, "sqlite")


def test_that_every_answer_is_a_line_and_a_refusal_keeps_the_servers_words(
    postgresql: ServerEntry,
) -> None:
    lines = capability_lines([postgresql])
    asked = postgresql.capabilities
    assert asked is not None
    able = sum(map(len, (asked.native, asked.client, asked.storage, asked.transit)))
    assert [line["answer"] for line in lines].count("yes") == able
    assert [line["answer"] for line in lines].count("no") == len(asked.refused)
    gcm = next(
        line
        for line in lines
        if (line["kind"], line["algorithm"], line["bits"], line["mode"])
        == ("native", "aes", 128, "gcm")
    )
    assert gcm["answer"] == "no" and "No such cipher algorithm" in str(gcm["said"])


def test_that_lines_come_by_kind_and_aes_first(postgresql: ServerEntry) -> None:
    assert postgresql.capabilities is not None
    given = answers(postgresql.capabilities)
    kinds = [answer.kind for answer in given]
    assert kinds == sorted(kinds, key=list(ProtectionKind).index)
    native = [each.cipher for each in given if each.kind is ProtectionKind.NATIVE]
    assert (native[0].algorithm, native[0].bits, native[0].mode) == ("aes", 128, "ecb")


def test_that_a_storage_cipher_is_distinguished_from_a_native_one(sqlite: ServerEntry) -> None:
    lines = capability_lines([sqlite])
    stored = [line for line in lines if line["kind"] == "storage" and line["answer"] == "yes"]
    assert {line["mode"] for line in stored} == {"file", "passphrase"}
    assert all(line["database_login"] == "not kept out" for line in stored)


def test_that_csv_reads_back(postgresql: ServerEntry, sqlite: ServerEntry, tmp_path: Path) -> None:
    path = write_capabilities([postgresql, sqlite], "csv", tmp_path / "both.csv")
    with path.open(newline="", encoding="utf-8") as handle:
        rows = list(csv.DictReader(handle))
    assert tuple(rows[0]) == COLUMNS
    assert {row["server"] for row in rows} == {"postgresql", "sqlite"}
    ecb = next(row for row in rows if row["algorithm"] == "aes" and row["mode"] == "ecb")
    assert (ecb["marks"], ecb["hides_equality"], ecb["authenticated"]) == ("ECB", "no", "no")


def test_that_json_keeps_numbers_and_truth(postgresql: ServerEntry) -> None:
    lines = json.loads(capabilities_text([postgresql], "json"))
    gcm = next(line for line in lines if line["kind"] == "client" and line["mode"] == "gcm")
    assert gcm["authenticated"] is True and isinstance(gcm["bits"], int)
    assert gcm["marks"] == []


def test_that_markdown_has_a_table_a_server_and_each_sentence_once(
    postgresql: ServerEntry, sqlite: ServerEntry
) -> None:
    text = capabilities_text([postgresql, sqlite], "md")
    heads = [line for line in text.splitlines() if line.startswith("| kind")]
    assert len(heads) == 2
    columns = {line.count(" | ") for line in text.splitlines() if line.startswith("| ")}
    assert len(columns) == 1
    assert text.count("The server never sees key or plaintext") <= 2


def test_that_signs_of_markdown_in_a_servers_words_stay_words(postgresql: ServerEntry) -> None:
    text = capabilities_text([postgresql], "md")
    refused = next(line for line in text.splitlines() if "No such cipher algorithm" in line)
    assert refused.count("|") == next(
        line for line in text.splitlines() if line.startswith("| kind")
    ).count("|")


def test_that_an_unknown_format_and_a_place_that_is_none_are_refused(
    postgresql: ServerEntry, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="no format “xml”"):
        write_capabilities([postgresql], "xml", tmp_path / "x.xml")
    with pytest.raises(InputError, match="cannot be written"):
        write_capabilities([postgresql], "csv", tmp_path / "nowhere" / "x.csv")
