"""The script for k6 of any plan: JavaScript that asks for what the plan does, and nothing else."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as some
from PySide6.QtQml import QJSEngine
from PySide6.QtWidgets import QApplication

from app.command_line.common.options import BAD_INPUT
from app.plan.plan_file import read_plan
from app.system.terminal_text import visible
from engines.contract.errors import InputError
from tests.faults.any_input.inputs import any_input, carried_out, in_toml, numbers, spoilt, texts
from workloads.web_users.parameters import WebUsersParameters

LOADS = ("baseline", "concurrent", "mixed")
RATE = some.floats(0.01, 100_000)
SETTINGS: Mapping[str, some.SearchStrategy[Any]] = {
    "loads": some.lists(some.sampled_from(LOADS), min_size=1, max_size=3, unique=True),
    "paths": some.sampled_from((["api"], ["direct", "api"])),
    "users": some.integers(1, 1_000_000),
    "seconds": some.floats(0.1, 86_400),
    "warmup_seconds": some.one_of(some.just(0), some.floats(0, 3600, allow_subnormal=False)),
    "reads": some.integers(1, 10_000_000),
    "writes": some.integers(1, 10_000_000),
    "baseline_seconds": some.floats(0, 86_400),
    "arrivals": some.sampled_from(("constant", "poisson")),
    "rates": some.lists(some.tuples(RATE, RATE), min_size=1, max_size=3),
}
ROUTES = {"get": "getUser", "add": "addUser"}


@some.composite
def plans(draw: some.DrawFn) -> str:
    """A plan of web users, nearly always a sound one, whatever it calls its parts."""
    server, plain, encrypted = draw(some.tuples(*[some.text(min_size=1, max_size=8)] * 3))
    workload: dict[str, Any] = {"name": "web_users"}
    for key, values in SETTINGS.items():
        if draw(some.booleans()):
            workload[key] = draw(values)
    reads, writes = zip(*workload.pop("rates", [(100, 50)]), strict=True)
    workload |= {"read_rate": list(reads), "write_rate": list(writes)}
    if draw(some.integers(0, 9)) == 0:
        workload[draw(some.sampled_from(sorted(workload)))] = draw(some.one_of(numbers, texts))
    gcm = {"kind": "client", "algorithm": "aes", "bits": 256, "mode": "gcm"}
    tables = (
        ("[campaign]", {"name": draw(texts), "seed": draw(some.integers(0, 2**31 - 1))}),
        ("[[server]]", {"name": server, "source": "embedded", "engine": "sqlite"}),
        ("[[protection]]", {"name": plain, "kind": "plaintext"}),
        ("[[protection]]", {"name": encrypted, **gcm}),
        ("[workload]", workload),
    )
    text = "\n".join(
        line
        for head, table in tables
        for line in (head, *(f"{key} = {in_toml(value)}" for key, value in table.items()))
    )
    return text.encode("utf-8", "replace").decode()


class Script:
    """A script as k6 loads it, in another interpreter of JavaScript."""

    def __init__(self, file: Path) -> None:
        self.engine = QJSEngine()
        self.engine.globalObject().setProperty("__ENV", self.engine.newObject())
        self.engine.globalObject().setProperty("asked", self.engine.newArray())
        for name, text in _MODULES.items():
            assert self.engine.registerModule(name, self.evaluated(text))
        self.module = self.engine.importModule(str(file))
        assert not self.module.isError(), self.module.toString()

    def options(self) -> Any:
        """What it tells k6 to do."""
        self.engine.globalObject().setProperty("options", self.module.property("options"))
        return json.loads(self.evaluated("JSON.stringify(options)").toString())

    def evaluated(self, text: str) -> Any:
        """What a piece of JavaScript comes to."""
        value: Any = self.engine.evaluate(text)
        assert not value.isError(), value.toString()
        return value

    def call(self, name: str) -> Any:
        """What one of its functions asks."""
        done = self.module.property(name).call()
        assert not done.isError(), done.toString()
        return json.loads(self.evaluated("JSON.stringify(asked.pop())").toString())


_MODULES = {
    "k6": "({ check: () => true, fail: (why) => { throw why } })",
    "k6/execution": "({ scenario: { iterationInTest: 21 } })",
    "k6/http": "({ get: (...all) => asked.push(all), post: (...all) => asked.push(all) })",
}
"""What k6 gives to a script; what is registered is what the module exports by default."""


def seconds(text: str) -> float:
    """A duration as k6 takes it."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)s", text)
    assert found, text
    return float(found[1])


@any_input
@given(text=plans(), encrypted=some.booleans())
def test_that_the_script_of_any_plan_asks_for_what_the_plan_does(
    text: str, encrypted: bool, qapp: QApplication, tmp_path: Path
) -> None:
    plan, file = tmp_path / "plan.toml", tmp_path / "script.mjs"
    plan.write_text(text, encoding="utf-8", newline="")
    try:
        campaign = read_plan(plan)
    except InputError:
        assert carried_out(["export-k6", plan, "-o", file])[0] == BAD_INPUT
        return
    protection, workload = campaign.protections[encrypted].protection, campaign.workload
    code, _, output = carried_out(
        ["export-k6", plan, "-o", file, f"--protection={protection.name}"]
    )
    if code == BAD_INPUT:
        assert (
            "Not usable with k6" in output and workload.name != "web_users"
        ) or "Not in the plan" in output, output
        return
    assert isinstance(workload, WebUsersParameters)
    script = Script(file)
    scenarios = script.options()["scenarios"]
    check_scenarios(workload, scenarios)
    asked = script.call("addUser")
    assert asked[0].endswith("/encrypted-users" if encrypted else "/users")
    assert json.loads(asked[1])["account"] == workload.users + 1 + 21
    assert 1 <= int(script.call("getUser")[0].rpartition("/")[2]) <= workload.users


def check_scenarios(workload: WebUsersParameters, scenarios: Mapping[str, Any]) -> None:
    """What k6 is to do is what the plan does, of times that k6 can be told."""
    rates = {"get": workload.read_rate[0], "add": workload.write_rate[0]}
    assert scenarios
    for name, each in scenarios.items():
        if name == "baseline":
            assert each["iterations"] == workload.reads + workload.writes
            continue
        wanted = workload.warmup_seconds if "warmup" in name else workload.seconds
        assert seconds(each["duration"]) == max(1, wanted) or math.isclose(
            seconds(each["duration"]), wanted, abs_tol=0.001
        )
        assert seconds(each.get("startTime", "0s")) >= 0
        if name != "warmup":
            rate = each["rate"] / seconds(each["timeUnit"])
            assert math.isclose(rate, rates[name.partition("_")[0]], rel_tol=0.001)
            assert each["exec"] == ROUTES[name.partition("_")[0]]


@any_input
@given(content=spoilt(Path("assets/plans/web-users-demo.toml").read_bytes()))
def test_that_any_file_gives_a_script_or_a_sentence(
    content: bytes, qapp: QApplication, tmp_path: Path
) -> None:
    plan, file = tmp_path / "plan.toml", tmp_path / "script.mjs"
    plan.write_bytes(content)
    code, _, output = carried_out(["export-k6", plan, "-o", file])
    assert visible(output, keep="\n") == output
    if code != BAD_INPUT:
        assert Script(file).options()["scenarios"]
