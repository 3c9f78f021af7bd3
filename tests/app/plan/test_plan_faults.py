"""A plan with several errors: all of them are told at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.plan.plan_file import parse_plan
from engines.contract.endpoint import Pooler, Source, Standby
from engines.contract.errors import InputError
from engines.registry import engine_named, engine_names
from engines.servers.option import all_options_of, options_of
from engines.servers.server import ServerSpec
from tests.app.typed import cipherbench

FAULTY = """
[campaign]
name = "x"
repetitions = "ten"
warmups = -1
colour = "red"

[[server]]
name = "pg"
source = "somewhere"
engine = "postgresql"

[[server]]
name = "pg"
source = "embedded"
engine = "oracle"

[[protection]]
name = "plaintext"
servers = ["none"]

[[protection]]
name = "aes"
kind = "native"
algorithm = "aes"
bits = "many"

[[protection]]
name = "gcm"
kind = "client"

[workload]
name = "hospital"
sizes = [0, 5, 5]
"""
ALL = (
    "unknown key “colour” in campaign",
    "campaign.repetitions: 'ten' is not a whole number",
    "server.1.source: 'somewhere' is not one of",
    "protection.2.bits: 'many' is not a whole number",
    "warmups must be 0 or more",
    "size 0 must be 1 or more",
    "a size is named twice",
    "two servers are named “pg”",
    "unknown engine “oracle”",
    "protection “plaintext” names the unknown server “none”",
    "protection “gcm” needs an algorithm, bits and a mode",
)


def test_that_all_faults_of_a_plan_are_reported_at_once() -> None:
    with pytest.raises(InputError) as caught:
        parse_plan(FAULTY, "plan.toml")
    report = caught.value.message
    assert [each for each in ALL if each not in report] == []
    assert report.startswith("plan.toml cannot be used: ")
    assert report.count("; ") == len(ALL) - 1  # each once, and nothing of what stood in for them
    assert "in place of" not in report


def test_that_the_command_line_tells_them_too(tmp_path: Path) -> None:
    path = tmp_path / "faulty.toml"
    path.write_text(FAULTY)
    output = cipherbench("run", path, "--store", tmp_path / "s.sqlite")
    assert output.code == 2
    assert [each for each in ALL if each not in output.err] == []


def test_that_a_misspelt_key_is_reported_and_not_missed_as_well() -> None:
    plan = FAULTY.replace('engine = "postgresql"', 'engin = "postgresql"')
    with pytest.raises(InputError) as caught:
        parse_plan(plan, "plan.toml")
    assert "unknown key “engin” in server.1" in caught.value.message
    assert "missing" not in caught.value.message


VALUES = {
    "07:32:00": "07:32:00",
    "1979-05-27": "1979-05-27",
    "1979-05-27 07:32:00Z": "1979-05-27T07:32:00+00:00",
    "true": "true",
    "[[false]]": "[[false]]",
    "{ a = { b = 07:32:00 } }": "{a = {b = 07:32:00}}",
}
KEYS = {
    "campaign.seed": ("repetitions =", "seed = {value}\nrepetitions ="),
    "server.1.port": ("[[server]]", "[[server]]\nport = {value}"),
    "campaign.name": ('name = "x"', "name = {value}"),
    "workload": ('name = "hospital"', "name = {value}"),
    "protection.2.bits": ('bits = "many"', "bits = {value}"),
    "protection.3.key": ('name = "gcm"', 'name = "gcm"\nkey = {{ source = {value} }}'),
}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("value", VALUES)
def test_that_a_value_of_another_type_is_quoted_as_toml_has_it(key: str, value: str) -> None:
    before, after = KEYS[key]
    with pytest.raises(InputError) as caught:
        parse_plan(FAULTY.replace(before, after.format(value=value), 1), "plan.toml")
    [fault] = [each for each in caught.value.message.split("; ") if f"{key}: " in each]
    assert VALUES[value] in fault and not re.search("datetime|True|False|'", fault)


OURS = sorted(
    {*all_options_of(ServerSpec)}
    - {
        name
        for each in map(engine_named, engine_names())
        for name in options_of(ServerSpec, each, Source.ADDRESS)
    }
)
SET = {"encrypted_folder": "luks", "pooler": "session", "standby": "synchronous", "cpus": 2,
       "memory_mb": 500, "pooler_tls": True}  # fmt: skip


def test_that_options_of_our_servers_are_known() -> None:
    assert OURS == ["binaries", "cpus", "data_directory", "encrypted_folder", "image", "memory_mb",
                    "pooler", "pooler_tls", "standby"]  # fmt: skip


def toml_of(value: object) -> str:
    return "true" if value is True else repr(value)


def _at_address(key: str) -> str:
    """A server where nobody answers."""
    return (
        '[campaign]\nname = "x"\n[[server]]\nname = "pg"\nsource = "address"\n'
        f'engine = "postgresql"\nport = 1\n{key} = {toml_of(SET.get(key, "x"))}\n'
        '[[protection]]\nname = "plaintext"\n[workload]\nname = "hospital"\nsizes = [5]\n'
    )


@pytest.mark.parametrize("key", OURS)
def test_that_a_key_of_our_servers_is_refused_for_one_at_an_address(key: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_plan(_at_address(key), "plan.toml")
    assert f"server.1: “{key}” is not for a server at an address" in caught.value.message


def test_that_such_a_key_is_refused_before_a_connection_is_tried(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(_at_address("standby"))
    done = cipherbench("run", plan, "--store", tmp_path / "s.sqlite")
    assert done.code == 2 and "“standby” is not for a server at an address" in done.err


def test_that_such_a_key_may_say_that_there_is_none() -> None:
    spec = ServerSpec("pg", Source.ADDRESS, "postgresql", pooler=Pooler.OFF, standby=Standby.OFF)
    assert not list(spec.faults())
