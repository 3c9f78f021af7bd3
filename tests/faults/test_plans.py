"""Plans that nobody can use: whatever is in them, all are told in a sentence, at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.plan.plan_file import parse_servers, read_plan
from engines.contract.errors import InputError
from tests.app.typed import cipherbench
from tests.faults.samples import PLAN, with_value
from tests.patience import PATIENCE

LONG = "x" * 5000

VALUES = [
    # table, key, what is written there, what is said of it
    ("campaign", "seed", 2**63, "seed must be 2147483647 or less"),
    ("campaign", "seed", -(2**70), "seed must be 0 or more"),
    ("campaign", "seed", "9" * 5000, "it is not valid TOML: Exceeds the limit"),
    ("campaign", "repetitions", 10**9, "repetitions must be 10000 or less"),
    ("campaign", "repetitions", "1e9", "campaign.repetitions: 1000000000.0 is not a whole number"),
    ("campaign", "warmups", 10**9, "warmups must be 100 or less"),
    ("campaign", "max_repetitions", 10**9, "max_repetitions must be 10000 or less"),
    ("campaign", "silence_seconds", 2**40, "silence_seconds must be 86400 or less"),
    ("campaign", "budget_minutes", "inf", "budget_minutes must be a number"),
    ("campaign", "budget_minutes", "1" + "0" * 400, "… is not a number"),
    ("campaign", "name", '"a\\u0000b"', "campaign.name contains the control character U+0000"),
    ("campaign", "name", f'"{LONG}"', "campaign.name has more than 255 characters"),
    ("campaign", LONG, 1, "unknown key “xxxx"),
    ("campaign", "order", f'"{LONG}"', "… is not one of"),
    ("server", "name", '"a\\u0000b"', "server.1.name contains the control character U+0000"),
    ("server", "name", f'"{LONG}"', "server.1: name has more than 255 characters"),
    ("server", "host", '"a\\u0000b"', "server.1: host contains a NUL character"),
    ("server", "user", '"a\\u0000b"', "server.1: user contains a NUL character"),
    ("server", "socket", '"a\\u0000b"', "server.1: socket contains a NUL character"),
    ("server", "binaries", '"a\\u0000b"', "server.1: binaries contains a NUL character"),
    ("server", "data_directory", '"/a\\u0000b"', "data_directory contains a NUL character"),
    ("server", "data_directory", f'"/{LONG}"', "data_directory has more than 4096 characters"),
    ("server", "port", 2**40, "server.1: port must be 65535 or less"),
    ("server", "port", 0, "server.1: port must be 1 or more"),
    ("server", "connect_seconds", 2**40, "server.1: connect_seconds must be 3600 or less"),
    ("server", "cpus", "nan", "server.1.cpus must be a number"),
    ("server", "cpus", "inf", "server.1.cpus must be a number"),
    ("server", "cpus", "1e-9", "server.1: cpus must be 0.01 or more"),
    ("server", "memory_mb", 0, "server.1: memory_mb must be 6 or more"),
    (
        "protection",
        "name",
        '"a\\u0000b"',
        "protection.1.name contains the control",
    ),
    ("protection", "bits", 2**70, "protection.1: bits must be 65536 or less"),
    ("workload", "sizes", f"[{2**63}]", "sizes must be 10000000 or less"),
    ("workload", "sizes", f"[{10**400}]", "sizes must be 10000000 or less"),
    ("workload", "sizes", "[" * 100_000, "it is nested more than 16 levels deep"),
    ("workload", "sizes", "{a=" * 3000 + "1" + "}" * 3000, "it is nested more than 16 levels deep"),
    ("workload", ".".join("a" * 50_000), 1, "it is nested more than 16 levels deep"),
    ("workload", "data", '"/a\\u0000b"', "data contains a NUL character"),
    ("workload", "data", f'"/{LONG}"', "data has more than 4096 characters"),
    ("workload", "name", f'"{LONG}"', "unknown workload “xxxx"),
    ("workload", "sizes", '"abc"', "workload.sizes: 'abc' is not a list"),
    ("protection", "servers", '"sqlite"', "protection.1.servers: 'sqlite' is not a list"),
]


@pytest.mark.timeout(10 * PATIENCE)
@pytest.mark.parametrize(
    ("table", "key", "value", "output"),
    VALUES,
    ids=[f"{table}.{key[:16]}={str(value)[:16]}" for table, key, value, _ in VALUES],
)
def test_that_a_plan_beyond_the_limits_is_refused(
    table: str, key: str, value: object, output: str, tmp_path: Path
) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(with_value(table, key, value))
    with pytest.raises(InputError) as refused:
        read_plan(path)
    assert output in refused.value.message
    assert len(refused.value.message) < 500 + len(str(path))


def test_that_more_runs_than_can_be_prepared_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    sizes = ", ".join(map(str, range(1, 22)))
    path.write_text(with_value("workload", "sizes", f"[{sizes}]").replace("= 2", "= 10000"))
    with pytest.raises(InputError, match="it asks for 210,000 runs; the limit is 200,000"):
        read_plan(path)


FILES = [
    (PLAN.encode("utf-16"), "it is in UTF-16: save it as UTF-8"),
    (PLAN.replace('"x"', '"café"').encode("latin-1"), "perhaps Latin-1: save it as UTF-8"),
    (b"\0" * 100, "it is not valid TOML"),
    (b"", "campaign is missing"),
    (b'protection = "x"', "protection: 'x' is not a list"),
    (b"server = 3", "server: 3 is not a list"),
    (b"server = [3]", "server.1: 3 is not a table"),
    (b"workload = 3", "workload: 3 is not a table"),
]


@pytest.mark.parametrize(("content", "output"), FILES)
def test_that_what_is_no_plan_is_refused(content: bytes, output: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_bytes(content)
    with pytest.raises(InputError) as refused:
        read_plan(path)
    assert output in str(refused.value)


@pytest.mark.exhaustive
def test_that_a_plan_of_more_servers_than_run_at_the_same_time_is_refused(tmp_path: Path) -> None:
    """As typed, with exit code 2, and nothing is stored."""
    head, server, rest = PLAN.partition('[[server]]\nname = "s"\n')
    kind, _, rest = rest.partition("\n[[protection]]")

    def plan(count: int) -> Path:
        each = (f'[[server]]\nname = "s{number}"\n{kind}' for number in range(count))
        path = tmp_path / "plan.toml"
        path.write_text(f"{head}{''.join(each)}\n[[protection]]{rest}")
        return path

    assert server and len(read_plan(plan(100)).servers) == 100
    output = cipherbench("run", plan(2000), "--store", tmp_path / "store.sqlite")
    assert output.code == 2 and not (tmp_path / "store.sqlite").exists()
    assert "it names 2,000 servers; the limit is 100, since all run at the same time" in output.err


@pytest.mark.parametrize("name", ["n" * 300, "n" * 5000, "n" * 300 + ".toml", "a\0b"])
def test_that_a_name_that_no_file_can_have_names_no_plan(name: str) -> None:
    with pytest.raises(InputError, match="cannot be read: "):
        read_plan(name)


def test_that_a_mark_in_front_of_a_plan_is_no_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_bytes(PLAN.encode("utf-8-sig"))
    assert read_plan(path).name == "x"


def test_that_saved_connections_have_the_same_limits() -> None:
    text = '[[server]]\nname = "s"\nsource = "address"\nengine = "mariadb"\nhost = "a\\u0000b"\n'
    with pytest.raises(InputError, match=r"server\.1: host contains a NUL character"):
        parse_servers(text, "connections.toml")
