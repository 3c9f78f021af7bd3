"""Plans: what they say, and how they are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.findings.statistics import EXACT_BLOCKS
from app.plan.campaign import Order, PlannedProtection
from app.plan.plan_file import parse_plan, read_plan, shipped_plans, write_plan
from engines.contract.endpoint import Source
from engines.contract.errors import InputError
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from workloads.contract import Profile
from workloads.hospital.workload import HospitalParameters

SMALLEST = """
[campaign]
name = "smallest"

[[server]]
name = "pg"
source = "embedded"
engine = "postgresql"

[[protection]]
name = "plaintext"

[[protection]]
name = "aes-128-cbc"
kind = "native"
algorithm = "AES"
bits = 128
mode = "CBC"
servers = ["pg"]

[workload]
name = "hospital"
"""


def test_that_the_smallest_plan_is_enough() -> None:
    plan = parse_plan(SMALLEST, "it")
    assert plan.repetitions == 12 and plan.order is Order.LOCKSTEP and plan.seed == 2023
    assert plan.protections[1] == PlannedProtection(
        Protection("aes-128-cbc", ProtectionKind.NATIVE, "aes", 128, "cbc"), ("pg",)
    )


def test_that_a_campaign_survives_being_written_and_read() -> None:
    campaign = quick_campaign(
        'with "quotes" and ünïcode',
        (
            ServerSpec("a", Source.EMBEDDED, "postgresql"),
            ServerSpec("b", Source.ADDRESS, "mariadb", host="h", port=1, user="u", optional=True),
        ),
        (
            PlannedProtection(PLAINTEXT),
            PlannedProtection(Protection("x", ProtectionKind.NATIVE, "aes", 256), ("b",)),
        ),
        HospitalParameters(profile=Profile.SOUND, sizes=(5, 10), text_columns=True),
        repetitions=7,
        warmups=0,
        seed=99,
        order=Order.SEQUENTIAL,
    )
    assert parse_plan(write_plan(campaign), "it") == campaign


def test_that_a_plan_asks_for_plaintext_in_a_ciphers_form() -> None:
    asked = SMALLEST.replace('kind = "native"', 'kind = "stored-form"')
    campaign = parse_plan(asked, "it")
    [_, planned] = campaign.protections
    assert planned.protection.kind is ProtectionKind.STORED_FORM
    assert parse_plan(write_plan(campaign), "it") == campaign
    with pytest.raises(InputError, match="needs an algorithm and bits"):
        parse_plan(asked.replace("bits = 128", ""), "it")


def test_that_one_loop_times_all_that_is_compared_on_a_server() -> None:
    """Python's, where a protection works in the application, which is Python."""
    more = """
[[server]]
name = "other"
source = "local"
engine = "mariadb"

[[server]]
name = "inside"
source = "embedded"
engine = "sqlite"

[[protection]]
name = "gcm"
kind = "client"
algorithm = "aes"
bits = 256
mode = "gcm"
"""
    head, workload = SMALLEST.split("[workload]")
    there = f"{head}{more}servers = ['pg']\n[workload]{workload}"
    everywhere = f"{head}{more}[workload]{workload}"
    assert parse_plan(SMALLEST, "it").loops_natively("pg")
    plan = parse_plan(there, "it")
    assert (plan.loops_natively("pg"), plan.loops_natively("other")) == (False, True)
    assert not plan.loops_natively("inside")  # its library has no loop in C
    assert not parse_plan(everywhere, "it").loops_natively("other")


@pytest.mark.parametrize("name", shipped_plans())
def test_that_every_plan_that_ships_is_good(name: str) -> None:
    campaign = read_plan(name)
    assert parse_plan(write_plan(campaign), name) == campaign


@pytest.mark.parametrize(
    ("change", "output"),
    [
        (("[campaign]", "[campaign]\nrepetitons = 3"), "unknown key “repetitons” in campaign"),
        (('mode = "CBC"', 'mode = "CBC"\nsalt = "x"'), "unknown key “salt” in protection.2"),
        (('engine = "postgresql"', ""), "server.1.engine is missing"),
        (('engine = "postgresql"', 'engine = "oracle"'), "unknown engine “oracle”"),
        (('source = "embedded"', 'source = "moon"'), "'moon' is not one of embedded"),
        (('name = "hospital"', 'name = "hospital"\nsizes = [0]'), "size 0 must be 1 or more"),
        (('name = "hospital"', 'name = "hospital"\nsizes = [1.5]'), "1.5 is not a whole number"),
        (('name = "hospital"', 'name = "hospital"\nsizes = []'), "sizes are empty"),
        (('name = "hospital"', 'name = "hospital"\nsizes = [5, 5]'), "named twice"),
        (('name = "hospital"', 'name = "hotel"'), "unknown workload “hotel”"),
        (('name = "smallest"', 'name = "smallest"\nrepetitions = 0'), "repetitions must be 1"),
        (('name = "smallest"', 'name = "smallest"\nrepetitions = "3"'), "not a whole number"),
        (
            ('name = "smallest"', 'name = "smallest"\norder = "random"'),
            "not one of lockstep, abba, sequential",
        ),
        (('algorithm = "AES"', 'algorithm = "aes-999-xyz"'), "“aes-999-xyz” .*3des, aes, anubis"),
        (
            ('kind = "native"', 'kind = "client"'),
            "unknown cipher “aes-128-cbc” .*aes-256-gcm-siv.*chacha20-256-poly1305",
        ),
        (
            ('kind = "native"\nalgorithm = "AES"', 'kind = "storage"\nalgorithm = "3des"'),
            "“3des” .*aegis.*gocryptfs",
        ),
        (
            ('kind = "native"\nalgorithm = "AES"', 'kind = "stored-form"\nalgorithm = "eas"'),
            "unknown cipher “eas”",
        ),
        (
            ('kind = "native"\nalgorithm = "AES"', 'kind = "transit"\nalgorithm = "ssl"'),
            "unknown cipher “ssl” .known: tls",
        ),
        (('servers = ["pg"]', 'servers = ["maria"]'), "unknown server “maria”"),
        (('kind = "native"', ""), "needs a kind"),
        (("bits = 128", ""), "needs an algorithm and bits"),
        (("bits = 128", "bits = 127"), "127 key bits"),
        (('name = "aes-128-cbc"', 'name = "plaintext"'), "two protections are named"),
        (("[workload]", "[worklod]"), "unknown key “worklod”"),
        (("[campaign]", "[campaign"), "not valid TOML"),
    ],
)
def test_that_a_mistake_is_reported_in_one_sentence_with_its_place(
    change: tuple[str, str], output: str
) -> None:
    text = SMALLEST.replace(*change)
    assert text != SMALLEST
    with pytest.raises(InputError, match=output) as caught:
        parse_plan(text, "plan.toml")
    assert caught.value.message.startswith("plan.toml cannot be used: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("key", "output"),
    [
        ('"safe"', "unknown key source “safe” .known: local, pkcs11"),
        ('{ source = "pkcs11", pin = "1234" }', "unknown key “pin”"),
        ('{ source = "pkcs11", data_key = "day" }', "'day' is not one of table, row"),
        ('{ source = "pkcs11", delay_ms = -1 }', "delay_ms must be 0"),
        ('{ source = "pkcs11", token = "prod" }', "“aes-128-cbc”: token and key need a module"),
        ('"pkcs11"\nmode = "siv"', "unknown cipher"),
        ('{ source = "pkcs11", data_key = "none" }\nmode = "gcm-siv"', "with AES-GCM only"),
    ],
)
def test_that_a_mistake_about_a_key_is_reported_without_a_pin(key: str, output: str) -> None:
    mode = "" if "mode" in key else 'mode = "gcm"\n'
    text = SMALLEST.replace('kind = "native"', 'kind = "client"')
    text = text.replace('mode = "CBC"\n', f"{mode}key = {key}\n")
    with pytest.raises(InputError, match=output) as caught:
        parse_plan(text, "plan.toml")
    assert "1234" not in str(caught.value)


@pytest.mark.parametrize("data_key", ["table", "person"])
def test_that_a_load_of_several_hosts_has_no_keys_in_a_file_of_one(data_key: str) -> None:
    key = f'{{ source = "pkcs11", data_key = "{data_key}" }}'
    text = SMALLEST.replace('kind = "native"', 'kind = "client"')
    text = text.replace('mode = "CBC"\n', f'mode = "gcm"\nkey = {key}\n')
    alone, _ = text.split("[workload]")
    load = '[workload]\nname = "web_users"\n'
    parse_plan(f"{alone}{load}", "plan.toml")
    with pytest.raises(InputError, match="wrapped data keys in a file of one machine"):
        parse_plan(f"{alone}{load}hosts = 2\n", "plan.toml")


def test_that_only_protections_in_the_application_have_a_key() -> None:
    text = SMALLEST.replace('mode = "CBC"', 'mode = "CBC"\nkey = "pkcs11"')
    with pytest.raises(InputError, match="only client protections have one"):
        parse_plan(text, "plan.toml")
    text = SMALLEST.replace('mode = "CBC"', 'mode = "CBC"\nkey = "local"')
    assert parse_plan(text, "plan.toml") == parse_plan(SMALLEST, "plan.toml")


def test_that_a_plan_that_is_not_there_is_reported_with_those_that_ship(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="demo"):
        read_plan(tmp_path / "none.toml")


def test_that_a_csv_next_to_the_plan_is_found(tmp_path: Path) -> None:
    (tmp_path / "beds.csv").write_text("x")
    plan = tmp_path / "plan.toml"
    plan.write_text(SMALLEST + 'data = "beds.csv"\n')
    assert read_plan(plan).workload.data == str(tmp_path / "beds.csv")


def test_that_the_plan_that_shows_raw_ciphers_has_enough_repetitions_for_a_verdict() -> None:
    campaign = read_plan("cipher-speed")
    assert campaign.controlled and campaign.repetitions >= EXACT_BLOCKS
