"""Our open loop against k6: how long the same API takes for the same reads, as either tells it.

100 *get by id* a second for a minute, AES-256-GCM in the API, PostgreSQL; k6 with the script that
`cipherbench export-k6` writes. Each has three turns of a third, whose medians are compared. k6
begins to count as it sends a request, and not as that arrives: so does our service time, which is
compared; both leave the making of a request out.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from app.campaign.load.lanes import Lanes
from benchmarks import shared_servers
from benchmarks.measuring.k6_program import k6_program
from benchmarks.missing import PeerMissing
from engines.contract.protection import Keying, Protection, ProtectionKind
from engines.servers.server import Server
from workloads.load import OpenPace
from workloads.web_users.api.process import Api, ApiOrder, users_path
from workloads.web_users.requests.target import DirectSpec, RequestKind, UserRequestSource
from workloads.web_users.requests.users import schema, user
from workloads.web_users.workload import K6Load, RequestStream, k6_script

_GCM = Protection("aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")
_USERS = 1_000
_RATE, _SECONDS, _WARMUP_SECONDS, _TURNS = 100.0, 20.0, 2.0, 3
_LANES = 4
_SHARE, _MS = 0.2, 0.3
"""The two agree where they differ by no more than this share, or by so many milliseconds."""

_SELECTED = "http_req_duration{route:get,phase:measured}"
_SUMMARY = """
export function handleSummary(data) {
  return { stdout: JSON.stringify(data.metrics['%s'].values) };
}
"""

type _Percentiles = Mapping[str, float]
"""p50, p95 and p99 in milliseconds."""


def measure() -> dict[str, float]:
    """`k6_p50_ratio`, `k6_p95_ratio`, `k6_p99_ratio`: our percentiles over k6's; and
    `k6_disagreement`: the widest difference of the three, in what would still be agreement.

    Raises: PeerMissing, ServerUnavailable
    """
    program = k6_program()
    if program is None:
        raise PeerMissing("k6 is not installed: `scripts/k6` builds it.")
    with shared_servers.database("postgresql") as place, _api(*place) as api:
        turns = [(_ours(api), _theirs(api, program)) for _ in range(_TURNS)]
    ours, theirs = (_middle(side) for side in zip(*turns, strict=True))
    print(f"  ours {_message(ours)}, k6 {_message(theirs)}", file=sys.stderr, flush=True)
    ratios = {f"k6_{name}_ratio": ours[name] / theirs[name] for name in ours}
    return {**ratios, "k6_disagreement": max(_separate(ours[name], theirs[name]) for name in ours)}


@contextmanager
def _api(server: Server, database: str) -> Iterator[Api]:
    keying = Keying(os.urandom(32))
    users = DirectSpec(server.endpoint, database, _GCM, keying)
    with server.engine.driver.connect(server.endpoint, database) as session:
        encryptor = server.engine.encryption.encryptor(_GCM, keying)
        server.engine.driver.create_schema(session, schema(), encryptor)
    with users.open() as target:
        for number in range(1, _USERS + 1):
            target.add(target.to_add(user(0, number)))
    with Api(ApiOrder(users=users, path=users_path(_GCM), sessions=_LANES)) as api:
        yield api


def _ours(api: Api) -> _Percentiles:
    ids = array("q", range(1, _USERS + 1))
    asking = UserRequestSource(api.users, (RequestKind.GET,), ids, _USERS + 1, 0)
    lanes = Lanes(_LANES, 1_000, None)
    try:
        crew = lanes.group()
        crew.run_load(asking, OpenPace((_RATE,), _WARMUP_SECONDS), _LANES)
        done = crew.run_load(asking, OpenPace((_RATE,), _SECONDS), _LANES)
    finally:
        lanes.close()
    found = done.service.histogram()
    return {f"p{each}": found.get_value_at_percentile(each) / 1e6 for each in (50, 95, 99)}


def _theirs(api: Api, program: str) -> _Percentiles:
    load = K6Load(
        path=api.users.path,
        users=_USERS,
        seed=0,
        steps=((RequestStream(RequestKind.GET, _RATE),),),
        seconds=_SECONDS,
        warmup_seconds=_WARMUP_SECONDS,
    )
    reported = json.loads(_run(program, k6_script(load) + _SUMMARY % _SELECTED, api))
    return {"p50": reported["med"], "p95": reported["p(95)"], "p99": reported["p(99)"]}


def _run(program: str, script: str, api: Api) -> str:
    address = api.users.address
    with tempfile.NamedTemporaryFile("w", prefix="cipherbench-", suffix=".js") as handle:
        handle.write(script)
        handle.flush()
        done = subprocess.run(
            [program, "run", "--quiet", "--no-usage-report", handle.name],
            env={
                "PATH": os.defpath,
                "HOME": str(Path(handle.name).parent),
                "CIPHERBENCH_API_URL": address.url,
                "CIPHERBENCH_API_TOKEN": address.token,
            },
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise PeerMissing(f"k6 did not run: {(done.stderr or done.stdout).strip()}")
    return done.stdout


def _middle(turns: Sequence[_Percentiles]) -> _Percentiles:
    """What a machine is disturbed by for a while falls out."""
    return {name: median(each[name] for each in turns) for name in turns[0]}


def _separate(ours: float, theirs: float) -> float:
    """1 where they agree just yet; milliseconds."""
    difference = abs(ours - theirs)
    return min(difference / (_SHARE * theirs), difference / _MS)


def _message(found: _Percentiles) -> str:
    return ", ".join(f"{name} {value:.3f} ms" for name, value in found.items())
