"""The same load for k6: a script that asks the API as our lanes do.

k6 makes arrivals of a constant rate, each with a virtual user that is free; where none is, it drops
the arrival, which has no queue. Its durations begin as a request is sent, and not as it arrives.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from workloads.web_users.requests.users import FIELDS, user

_TEMPLATE = files("assets") / "k6" / "scenario.js"
_PLACE = "__PLAN__"
_SAMPLES = 20
"""So many users are written into a script, to be added in turn."""
_SLOW_MS = 1000
"""A threshold: 99 % of answers are to be here within this."""
_MANY_SECONDS = 100_000
"""k6 knows whole arrivals alone: so many of them in this time."""
LEAST_SECONDS = 1.0
"""Shortest duration for which k6 sends arrivals."""
_USERS_FOR_A_SECOND = 10
"""The fewest virtual users that stand ready; more where they would be busy for a second."""

type _Json = dict[str, object]


@dataclass(frozen=True)
class Stream:
    """Requests of one route (`get` or `add`), so many per second."""

    route: str
    rate: float


type Stretch = Sequence[Stream]
"""Streams that run at the same time."""


@dataclass(frozen=True, kw_only=True)
class K6Load:
    """What k6 is to do at the users with this `path`, whose ids begin at 1.

    Either one of `stretches` after another, each for `seconds` and before that for
    `warmup_seconds` that do not count. Or without any `reads` and then `writes`, one after another.
    """

    path: str
    users: int
    seed: int
    stretches: Sequence[Stretch] = ()
    seconds: float = 0.0
    warmup_seconds: float = 0.0
    reads: int = 0
    writes: int = 0


def k6_script(load: K6Load) -> str:
    """The script. All that a plan gives goes into it as JSON of ASCII alone, which is JavaScript as
    well: no text in it ends a string or a line."""
    plan: _Json = {
        "path": load.path,
        "ids": {"first": 1, "count": load.users},
        "accounts": load.users + 1,
        "reads": load.reads,
        "scenarios": dict(_scenarios(load)),
        "thresholds": dict(_thresholds(load)),
        "samples": [_sample(load, number) for number in range(_SAMPLES)],
    }
    before, _, after = _TEMPLATE.read_text(encoding="utf-8").partition(_PLACE)
    return f"{before}{json.dumps(plan, indent=2)}{after}"


def _scenarios(load: K6Load) -> Iterator[tuple[str, _Json]]:
    if not load.stretches:
        yield from _in_turn(load)
    warmup, measured = _at_least(load.warmup_seconds), _at_least(load.seconds)
    begin = 0.0
    for stretch in load.stretches:
        for each in stretch if warmup else ():
            yield f"{each.route}_warmup", _arrivals(each, begin, warmup, _WARMUP)
        begin += warmup
        for each in stretch:
            yield each.route, _arrivals(each, begin, measured, _MEASURED)
        begin += measured


def _in_turn(load: K6Load) -> Iterator[tuple[str, _Json]]:
    warmup = _at_least(load.warmup_seconds)
    if warmup:
        yield (
            "warmup",
            {
                "executor": "constant-vus",
                "exec": "getUser",
                "vus": 1,
                "duration": _seconds(warmup),
                "gracefulStop": "0s",
                "tags": _WARMUP,
            },
        )
    yield (
        "baseline",
        {
            "executor": "per-vu-iterations",
            "exec": "oneAfterAnother",
            "vus": 1,
            "iterations": load.reads + load.writes,
            "startTime": _seconds(warmup),
            "maxDuration": "24h",
            "tags": _MEASURED,
        },
    )


def _at_least(seconds: float) -> float:
    return max(LEAST_SECONDS, seconds) if seconds else 0.0


def _arrivals(stream: Stream, begin: float, seconds: float, tags: Mapping[str, str]) -> _Json:
    whole = float(stream.rate).is_integer()
    ready = max(_USERS_FOR_A_SECOND, math.ceil(stream.rate))
    return {
        "executor": "constant-arrival-rate",
        "exec": f"{stream.route}User",
        "rate": int(stream.rate) if whole else round(stream.rate * _MANY_SECONDS),
        "timeUnit": "1s" if whole else _seconds(_MANY_SECONDS),
        "startTime": _seconds(begin),
        "duration": _seconds(seconds),
        "preAllocatedVUs": ready,
        "maxVUs": ready,
        "tags": tags,
    }


def _thresholds(load: K6Load) -> Iterator[tuple[str, list[str]]]:
    yield "checks", ["rate==1"]
    routes = [each.route for stretch in load.stretches for each in stretch]
    if routes:
        yield "dropped_iterations", ["count==0"]
    reported = {"get": load.reads, "add": load.writes}
    for route in routes or [name for name in reported if reported[name]]:
        yield f"http_req_duration{{route:{route},phase:measured}}", [f"p(99)<{_SLOW_MS}"]


def _sample(load: K6Load, number: int) -> Mapping[str, object]:
    return dict(zip(FIELDS, user(load.seed, load.users + 1 + number), strict=True))


def _seconds(seconds: float) -> str:
    """Seconds in milliseconds' precision, without exponent, which k6 rejects."""
    return f"{seconds:.3f}".rstrip("0").rstrip(".") + "s"


_WARMUP, _MEASURED = {"phase": "warmup"}, {"phase": "measured"}
