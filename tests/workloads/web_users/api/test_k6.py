"""The script for k6 asks what a plan asks, and k6 can run it."""

from __future__ import annotations

import json
import os
import re
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.measuring.k6_program import k6_program
from tests.requirements import lacking
from tests.workloads.web_users.api.household import household
from workloads.web_users.api.process import Api
from workloads.web_users.requests.users import FIELDS
from workloads.web_users.workload import K6Load, RequestStream, k6_script

MIXED = K6Load(
    path="/users",
    users=1000,
    seed=1,
    steps=((RequestStream("get", 100), RequestStream("add", 50)),),
    seconds=600,
    warmup_seconds=5,
)
BASELINE = K6Load(
    path="/encrypted-users", users=1000, seed=1, warmup_seconds=2, reads=100_000, writes=10_000
)


def plan_in(script: str) -> Any:
    """What the script has as its plan."""
    return json.loads(script.partition("const plan = ")[2].partition(";\n\n")[0])


def test_that_streams_are_constant_arrivals_after_a_warm_up() -> None:
    scenarios = plan_in(k6_script(MIXED))["scenarios"]
    assert list(scenarios) == ["get_warmup", "add_warmup", "get", "add"]
    assert scenarios["add"] == {
        "executor": "constant-arrival-rate",
        "exec": "addUser",
        "rate": 50,
        "timeUnit": "1s",
        "startTime": "5s",
        "duration": "600s",
        "preAllocatedVUs": 50,
        "maxVUs": 50,
        "tags": {"phase": "measured"},
    }
    assert scenarios["get_warmup"]["duration"] == "5s"
    assert {name: each["startTime"] for name, each in scenarios.items()} == {
        "get_warmup": "0s",
        "add_warmup": "0s",
        "get": "5s",
        "add": "5s",
    }


def test_that_stretches_follow_each_other_each_with_its_warm_up() -> None:
    separate = tuple((each,) for each in MIXED.steps[0])
    scenarios = plan_in(k6_script(replace(MIXED, steps=separate)))["scenarios"]
    assert {name: each["startTime"] for name, each in scenarios.items()} == {
        "get_warmup": "0s",
        "get": "5s",
        "add_warmup": "605s",
        "add": "610s",
    }


def test_that_a_rate_need_not_be_whole() -> None:
    load = K6Load(path="/users", users=1, seed=1, steps=((RequestStream("get", 12.5),),), seconds=1)
    scenario = plan_in(k6_script(load))["scenarios"]["get"]
    assert (scenario["rate"], scenario["timeUnit"]) == (1_250_000, "100000s")


def test_that_times_are_such_as_k6_knows() -> None:
    short = replace(MIXED, seconds=0.5, warmup_seconds=1e-7)
    scenarios = plan_in(k6_script(short))["scenarios"]
    assert {each["duration"] for each in scenarios.values()} == {"1s"}
    long = replace(MIXED, seconds=86_399.9995, warmup_seconds=0.0625 + 1)
    scenarios = plan_in(k6_script(long))["scenarios"]
    assert [each["duration"] for each in scenarios.values()][1:3] == ["1.062s", "86400s"]


def test_that_a_baseline_is_one_user_after_another() -> None:
    plan = plan_in(k6_script(BASELINE))
    scenario = plan["scenarios"]["baseline"]
    assert (scenario["vus"], scenario["iterations"]) == (1, 110_000)
    assert (plan["reads"], plan["path"]) == (100_000, "/encrypted-users")


def test_that_thresholds_are_about_what_counts_alone() -> None:
    assert plan_in(k6_script(MIXED))["thresholds"] == {
        "checks": ["rate==1"],
        "dropped_iterations": ["count==0"],
        "http_req_duration{route:get,phase:measured}": ["p(99)<1000"],
        "http_req_duration{route:add,phase:measured}": ["p(99)<1000"],
    }


def test_that_users_to_be_added_are_whole_ones() -> None:
    samples = plan_in(k6_script(MIXED))["samples"]
    assert {tuple(each) for each in samples} == {FIELDS}
    assert samples[0]["account"] == 1001


def test_that_nothing_in_a_plan_can_become_code() -> None:
    odd = "/users`; throw 1; //${x}\u2028</script>\n"
    script = k6_script(K6Load(path=odd, users=1, seed=1, reads=1))
    assert plan_in(script)["path"] == odd
    assert "throw 1" not in re.sub(r'"(\\.|[^"\\])*"', '""', script)
    assert "\u2028" not in script


@pytest.fixture(scope="session")
def k6() -> str:
    return k6_program() or lacking("k6", "k6 is not here (scripts/k6 builds it)")


def ask_k6(k6: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [k6, *arguments],
        env={**os.environ, "K6_NO_USAGE_REPORT": "true", "HOME": "/nonexistent", **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.slow
@pytest.mark.parametrize("load", [MIXED, BASELINE], ids=["mixed", "baseline"])
def test_that_k6_finds_nothing_wrong_with_a_script(k6: str, load: K6Load, tmp_path: Path) -> None:
    script = tmp_path / "script.js"
    script.write_text(k6_script(load))
    report = ask_k6(k6, "inspect", "--execution-requirements", str(script))
    assert report.returncode == 0, report.stderr
    assert list(json.loads(report.stdout)["scenarios"]) == sorted(
        plan_in(k6_script(load))["scenarios"]
    )


@pytest.mark.slow
@pytest.mark.parametrize("tls", [False, True], ids=["http", "https"])
def test_that_k6_asks_the_api(k6: str, servers: Any, tmp_path: Path, tls: bool) -> None:
    with household(servers["postgresql"], count=20) as home, home.api(tls=tls) as api:
        streams = (RequestStream("get", 50), RequestStream("add", 10))
        path = api.users.path
        load = K6Load(path=path, users=20, seed=7, steps=(streams,), seconds=1, warmup_seconds=1)
        report = run(k6, load, api, tmp_path)
        assert report.returncode == 0, report.stderr + report.stdout
        with home.users.open() as users:
            assert users.get(35)[0] in range(21, 200)


@pytest.mark.slow
def test_that_k6_without_the_token_fails(k6: str, servers: Any, tmp_path: Path) -> None:
    with household(servers["postgresql"]) as home, home.api() as api:
        load = K6Load(path=api.users.path, users=3, seed=7, reads=2, writes=1)
        assert run(k6, load, api, tmp_path).returncode == 0
        assert run(k6, load, api, tmp_path, token="wrong").returncode == 99
        assert "CIPHERBENCH_API_TOKEN" in run(k6, load, api, tmp_path, token="").stderr


def run(
    k6: str, load: K6Load, api: Api, folder: Path, token: str | None = None
) -> subprocess.CompletedProcess[str]:
    script = folder / "script.js"
    script.write_text(k6_script(load))
    address = api.users.address
    return ask_k6(
        k6,
        "run",
        str(script),
        CIPHERBENCH_API_URL=address.url,
        CIPHERBENCH_API_TOKEN=address.token if token is None else token,
    )
