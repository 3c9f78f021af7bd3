"""The workload “web_users”: a published web application's users, under the study's kinds of load.

Vidaković, Petrović, Kresoja and Veinović, “Impact of Database Encryption on Web Application
Performance”, 2024: users are read by id and added, one after another and as they arrive, in
plaintext and encrypted by AES-256-GCM in the application.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files

from engines.contract.message import NOTHING, Message, Number, phrase, plural
from engines.contract.protection import Keying, Protection
from engines.sql.schema import Schema
from engines.sql.statement import Encryptor, Value
from workloads.app_server import AppServer, HttpServed, K6Script, RunDatabase
from workloads.contract import (
    Case,
    Clock,
    EncryptionRate,
    MarkerColumn,
    Operation,
    Options,
    Part,
    Setting,
    VerificationFailed,
    fetch_rows,
)
from workloads.load import (
    LOAD_MEASURES,
    MIXED,
    Arrivals,
    ClosedPace,
    LoadPart,
    Pace,
    RequestSource,
    exact_number,
)
from workloads.web_users.api.process import PACKAGES, Api, ApiOrder, users_path
from workloads.web_users.parameters import (
    Amounts,
    LoadKind,
    Path,
    WebUsersParameters,
    amounts_of,
    case_name,
    load_kind_of,
    path_of,
)
from workloads.web_users.requests.target import DirectSpec, RequestKind, UserRequestSource
from workloads.web_users.requests.users import (
    ACCOUNT,
    ADD,
    ALL,
    COUNT_FROM,
    ENCRYPTED,
    FIELDS,
    IDS,
    LAST,
    NEXT_ID,
    TABLE,
    as_text,
    schema,
    user,
)
from workloads.workload import TRIAL_RECORDS, DatabaseWorkload

# The same load for k6: a script that sends the API the requests of our lanes.
#
# k6 makes arrivals at a constant rate and gives each to a free virtual user; where none is free,
# it drops the arrival, without a queue. Its durations count from sending, not from the arrival.

_TEMPLATE = files("assets") / "k6" / "scenario.js"
_PLACE = "__PLAN__"
_SAMPLES = 20
"""How many users a script contains, to be added in turn."""
_SLOW_MS = 1000
"""Threshold of a script: 99 % of answers arrive within this time."""
_MANY_SECONDS = 100_000
"""k6 takes whole numbers of arrivals: a fractional rate is given per this time."""
LEAST_SECONDS = 1.0
"""Shortest duration for which k6 sends arrivals."""
_USERS_FOR_A_SECOND = 10
"""The fewest virtual users; more at higher rates, so that each may be busy for a second."""

type _Json = dict[str, object]


@dataclass(frozen=True)
class RequestStream:
    """Requests of one route (`get` or `add`), so many per second."""

    route: str
    rate: float


type LoadStep = Sequence[RequestStream]
"""Streams of requests that run at the same time."""


@dataclass(frozen=True, kw_only=True)
class K6Load:
    """What k6 is to do at the users with this `path`, whose ids begin at 1.

    Either one of `steps` after another, each for `seconds` and before that for
    `warmup_seconds` that do not count. Or without any `reads` and then `writes`, one after another.
    """

    path: str
    users: int
    seed: int
    steps: Sequence[LoadStep] = ()
    seconds: float = 0.0
    warmup_seconds: float = 0.0
    reads: int = 0
    writes: int = 0


def k6_script(load: K6Load) -> str:
    """The script. Values of a plan are put into it as ASCII JSON, which is also JavaScript: no text
    in it can end a string or a line."""
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
    if not load.steps:
        yield from _in_turn(load)
    warmup, measured = _at_least(load.warmup_seconds), _at_least(load.seconds)
    begin = 0.0
    for step in load.steps:
        for each in step if warmup else ():
            yield f"{each.route}_warmup", _arrivals(each, begin, warmup, _WARMUP)
        begin += warmup
        for each in step:
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


def _arrivals(
    stream: RequestStream, begin: float, seconds: float, tags: Mapping[str, str]
) -> _Json:
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
    routes = [each.route for step in load.steps for each in step]
    if routes:
        yield "dropped_iterations", ["count==0"]
    shares = {"get": load.reads, "add": load.writes}
    for route in routes or [name for name in shares if shares[name]]:
        yield f"http_req_duration{{route:{route},phase:measured}}", [f"p(99)<{_SLOW_MS}"]


def _sample(load: K6Load, number: int) -> Mapping[str, object]:
    return dict(zip(FIELDS, user(load.seed, load.users + 1 + number), strict=True))


def _seconds(seconds: float) -> str:
    """Seconds in milliseconds' precision, without exponent, which k6 rejects."""
    return f"{seconds:.3f}".rstrip("0").rstrip(".") + "s"


_WARMUP, _MEASURED = {"phase": "warmup"}, {"phase": "measured"}


# Cases in words.


def case_words(case: Case) -> Message:
    """“100 reads and 50 writes/s directly to the database”."""
    load, path, amounts = load_kind_of(case), path_of(case), amounts_of(case)
    if amounts.clients and path is Path.DIRECT:
        return plural(
            "{n} clients directly to the database",
            "{n} client directly to the database",
            amounts.clients,
        )
    if amounts.clients:
        return plural(
            "{n} clients through the web API", "{n} client through the web API", amounts.clients
        )
    if amounts.seconds:
        return _TIMED[path].with_values(seconds=exact_number(amounts.seconds))
    return _LABELS[load, path].with_values(
        reads=exact_number(amounts.reads), writes=exact_number(amounts.writes)
    )


_CLIENTS = {
    Path.DIRECT: phrase("{least} to {most} clients directly to the database"),
    Path.API: phrase("{least} to {most} clients through the web API"),
}


def distinct_words(cases: Sequence[Case]) -> tuple[Message, Mapping[Case, Message]]:
    """The common amounts, and the path of each, where cases differ only in their paths; else
    nothing, and the full words of each."""
    loads = {(load_kind_of(case), amounts_of(case)) for case in cases}
    if len(loads) != 1 or not 1 < len(cases) == len({path_of(case) for case in cases}):
        return NOTHING, {case: case_words(case) for case in cases}
    ((load, amounts),) = loads
    if amounts.seconds:
        common = _SECONDS.with_values(seconds=exact_number(amounts.seconds))
    else:
        common = _AMOUNTS[load].with_values(
            reads=exact_number(amounts.reads), writes=exact_number(amounts.writes)
        )
    return common, {case: _PATHS[path_of(case)] for case in cases}


_LABELS: Mapping[tuple[LoadKind, Path], Message] = {
    (LoadKind.BASELINE, Path.DIRECT): phrase(
        "{reads} reads, {writes} writes in turn directly to the database"
    ),
    (LoadKind.BASELINE, Path.API): phrase(
        "{reads} reads, {writes} writes in turn through the web API"
    ),
    (LoadKind.CONCURRENT, Path.DIRECT): phrase(
        "{reads} reads/s, then {writes} writes/s directly to the database"
    ),
    (LoadKind.CONCURRENT, Path.API): phrase(
        "{reads} reads/s, then {writes} writes/s through the web API"
    ),
    (LoadKind.MIXED, Path.DIRECT): phrase(
        "{reads} reads and {writes} writes/s directly to the database"
    ),
    (LoadKind.MIXED, Path.API): phrase("{reads} reads and {writes} writes/s through the web API"),
}

_AMOUNTS: Mapping[LoadKind, Message] = {
    LoadKind.BASELINE: phrase("{reads} reads, {writes} writes in turn"),
    LoadKind.CONCURRENT: phrase("{reads} reads/s, then {writes} writes/s"),
    LoadKind.MIXED: phrase("{reads} reads and {writes} writes/s"),
}
_PATHS: Mapping[Path, Message] = {
    Path.DIRECT: phrase("directly to the database"),
    Path.API: phrase("through the web API"),
}
_SECONDS = phrase("reads, then writes in turn for {seconds} s each")
_TIMED: Mapping[Path, Message] = {
    Path.DIRECT: phrase("reads, then writes in turn for {seconds} s each directly to the database"),
    Path.API: phrase("reads, then writes in turn for {seconds} s each through the web API"),
}
# The users before the load, and verification of users.


class Fill(Operation):
    """Stores the users, a statement for each, all in one transaction; never timed."""

    name = "FILL"

    def run(self, setting: Setting, clock: Clock) -> int:
        adding = setting.session.prepare(ADD, setting.encryptor)
        clock.run_many((adding, record) for record in setting.count_rows(setting.records))
        adding.close()
        return len(setting.records)

    def verify(self, setting: Setting) -> None:
        held = {row[ACCOUNT]: row for row in fetch_rows(setting, ALL, 0)}
        check_count(len(held), len(setting.records))
        for record in setting.records:
            check_user(held.get(record[ACCOUNT], ()), record)


def check_count(held: int, expected: int) -> None:
    """Raises: VerificationFailed"""
    if held != expected:
        raise VerificationFailed(
            plural(
                "{n} of {all} users are in the database",
                "{n} of {all} users is in the database",
                held,
                all=Number(expected),
            )
        )


def check_user(held: Sequence[Value], expected: Sequence[Value]) -> None:
    """Raises: VerificationFailed"""
    found = tuple(map(as_text, held))
    if found == tuple(expected):
        return
    if not found:
        raise VerificationFailed(phrase("user {number} is missing", number=expected[ACCOUNT]))
    name = next(
        name for name, one, other in zip(FIELDS, found, expected, strict=True) if one != other
    )
    frame = phrase("user {number} has {held} in {name}, but {wanted} was stored")
    wanted = expected[FIELDS.index(name)]
    raise VerificationFailed(
        frame.with_values(
            number=expected[ACCOUNT],
            held=repr(found[FIELDS.index(name)]),
            name=name,
            wanted=repr(wanted),
        )
    )


# How the script for k6 differs from a run.

_EVEN = phrase(
    "k6 sends requests at even intervals only. The plan has random ones; the script uses even ones."
)
_LONGER = phrase(
    "k6 cannot send for less than a second. The plan does; the script uses one second."
)
_BY_CLIENTS = phrase(
    "k6 sends at the plan's rates. The plan has clients, each of which waits for its answer."
)
_COUNTED = phrase(
    "For the baseline, k6 counts requests. The plan gives seconds; the script uses the plan's "
    "numbers of reads and writes."
)


def _load_steps(rates: Amounts, load: LoadKind) -> tuple[LoadStep, ...]:
    reads = RequestStream(RequestKind.GET, rates.reads)
    writes = RequestStream(RequestKind.ADD, rates.writes)
    return ((reads, writes),) if load is LoadKind.MIXED else ((reads,), (writes,))


_CHECKED_USERS = 300
"""How many users, spread over all, are decrypted and compared after a load."""

_ENCRYPTED = tuple(map(FIELDS.index, ENCRYPTED))

_OVERHEAD_S = 1.5
"""Estimated seconds of a run besides its loads: database, users, verification."""


@dataclass(frozen=True)
class UsersPart(LoadPart):
    """A load on the users: reads, writes, or both."""

    kinds: tuple[RequestKind, ...]
    users: int

    @property
    def kind_names(self) -> tuple[str, ...]:
        return tuple(each.upper() for each in self.kinds) if self.pace.mix else ()

    def request_source(
        self,
        setting: Setting,
        run_database: RunDatabase,
        app_server: AppServer | None,
        *,
        warming: bool,
    ) -> RequestSource:
        del warming  # added users are new ones each time
        ids = array("q", (_number(row[0]) for row in fetch_rows(setting, IDS, self.users)))
        last = fetch_rows(setting, LAST)[0][0]
        return UserRequestSource(
            app_server.users if isinstance(app_server, Api) else _direct(run_database),
            self.kinds,
            ids,
            1 + _number(last or 0),
            setting.options.seed,
            in_native_loop=isinstance(self.pace, ClosedPace) and bool(self.pace.mix),
        )

    def verify(self, setting: Setting, source: RequestSource, completed: Sequence[int]) -> None:
        """The number of added users is right, and sampled users, read by the load's path, have the
        right values. The server counts, since there may be millions of accounts."""
        assert isinstance(source, UserRequestSource)
        added = dict(zip(self.kinds, completed, strict=True)).get(RequestKind.ADD, 0)
        check_count(_number(fetch_rows(setting, COUNT_FROM, source.first_account)[0][0]), added)
        with source.target.open() as target:
            for user_id in _some_ids(setting):
                held = target.get(user_id)
                check_user(held, user(source.seed, _number(held[ACCOUNT])))


class WebUsers(HttpServed, DatabaseWorkload[WebUsersParameters]):
    name = "web_users"
    binds_rows = True
    title = phrase("Users of a web application")
    axis = phrase("Requests")
    parameters = WebUsersParameters
    filling = Fill()
    fills_untimed = True
    marker_column = MarkerColumn(FIELDS.index("name"), TABLE, "name", "account")
    measures = LOAD_MEASURES

    def keying(self, bits: int, sound: bool) -> Keying:
        """`sound`: a fresh key; else a fixed one, as applications have. IVs are always fresh."""
        if sound:
            return Keying(os.urandom(bits // 8))
        return Keying(hashlib.shake_256(b"web users").digest(bits // 8))

    def cases(self, parameters: WebUsersParameters) -> tuple[Case, ...]:
        return parameters.cases()

    def case_label(self, case: Case) -> Message:
        return case_words(case)

    def distinct_labels(self, cases: Sequence[Case]) -> tuple[Message, Mapping[Case, Message]]:
        return distinct_words(cases)

    def cases_label(self, cases: Sequence[Case]) -> Message:
        """By clients: “1 to 64 clients directly to the database”."""
        first, last = min(cases), max(cases)
        least, most = self.clients(first), self.clients(last)
        if least is None or most is None or least == most:
            return super().cases_label(cases)
        return _CLIENTS[path_of(first)].with_values(least=Number(least), most=Number(most))

    def rate(self, case: Case) -> float | None:
        amounts = amounts_of(case)
        arriving = load_kind_of(case) is LoadKind.MIXED and not amounts.clients
        return amounts.reads + amounts.writes if arriving else None

    def clients(self, case: Case) -> int | None:
        return amounts_of(case).clients or None

    def encryption_rate(self, case: Case) -> EncryptionRate | None:
        arriving = self.rate(case) is not None
        return EncryptionRate(amounts_of(case).writes, len(ENCRYPTED)) if arriving else None

    def packages(self, parameters: WebUsersParameters) -> tuple[str, ...]:
        return PACKAGES if Path.API in parameters.paths else ()

    def faults(self, parameters: WebUsersParameters) -> Iterator[Message]:
        return parameters.faults()

    def encrypted_columns(self, parameters: WebUsersParameters) -> Sequence[str]:
        return [f"{TABLE}.{each}" for each in ENCRYPTED]

    def hosts(self, parameters: WebUsersParameters) -> int:
        return parameters.hosts

    def scaled_down(self, options: Options[WebUsersParameters]) -> Options[WebUsersParameters]:
        """Through the driver for any path, since the statements are the same."""
        load = load_kind_of(options.case)
        few = replace(
            options.parameters,
            users=TRIAL_RECORDS,
            reads=1,
            writes=1,
            baseline_seconds=0,
            clients=(),
        )
        rates = Amounts(1, 1) if load is LoadKind.BASELINE else few.rates[0]
        case = Case(1, case_name(load, Path.DIRECT, rates))
        return replace(options, parameters=few, case=case)

    def parts(self, options: Options[WebUsersParameters]) -> tuple[Part, ...]:
        chosen, seed = options.parameters, options.seed
        load = load_kind_of(options.case)
        if load is LoadKind.BASELINE:
            return (
                _part(chosen, "GET", chosen.closed_pace(chosen.reads), RequestKind.GET),
                _part(chosen, "ADD", chosen.closed_pace(chosen.writes), RequestKind.ADD),
            )
        if clients := amounts_of(options.case).clients:
            pace = chosen.clients_pace(seed)
            return (_part(chosen, MIXED, pace, RequestKind.GET, RequestKind.ADD, lanes=clients),)
        rates = chosen.rates_of(options.case)
        if load is LoadKind.CONCURRENT:
            return (
                _part(chosen, "GET", chosen.open_pace(rates.reads, seed=seed), RequestKind.GET),
                _part(chosen, "ADD", chosen.open_pace(rates.writes, seed=seed), RequestKind.ADD),
            )
        both = chosen.open_pace(rates.reads, rates.writes, seed=seed)
        return (_part(chosen, MIXED, both, RequestKind.GET, RequestKind.ADD),)

    def seconds(self, options: Options[WebUsersParameters], protection: Protection) -> float | None:
        loads = [part for part in self.parts(options) if isinstance(part, LoadPart)]
        paces = [pace for part in loads for pace in (part.pace, part.warmup) if pace is not None]
        seconds = [pace.lead + pace.seconds for pace in paces if pace.seconds is not None]
        return _OVERHEAD_S + sum(seconds) if len(seconds) == len(paces) else None

    def schema(self, options: Options[WebUsersParameters], encryptor: Encryptor) -> Schema:
        return schema()

    def records(self, options: Options[WebUsersParameters]) -> Sequence[Sequence[Value]]:
        return [user(options.seed, number + 1) for number in range(options.parameters.users)]

    def encrypted_lengths(
        self, options: Options[WebUsersParameters], operation: str
    ) -> Mapping[int, float]:
        """Lengths of one request: a read decrypts a user's values, a write encrypts them."""
        count = min(_CHECKED_USERS, options.parameters.users)
        known = (user(options.seed, number + 1) for number in range(count))
        lengths = Counter(len(str(each[place]).encode()) for each in known for place in _ENCRYPTED)
        return {length: often / count for length, often in lengths.items()}

    def start_app_server(
        self, options: Options[WebUsersParameters], run_database: RunDatabase
    ) -> AppServer | None:
        return None if path_of(options.case) is Path.DIRECT else self.serve(options, run_database)

    def k6_script(self, options: Options[WebUsersParameters], protection: Protection) -> K6Script:
        chosen = options.parameters
        kind = load_kind_of(options.case)
        in_turn = kind is LoadKind.BASELINE
        load = K6Load(
            path=users_path(protection),
            users=chosen.users,
            seed=options.seed,
            steps=() if in_turn else _load_steps(chosen.rates_of(options.case), kind),
            seconds=chosen.seconds,
            warmup_seconds=chosen.warmup_seconds,
            reads=chosen.reads if in_turn else 0,
            writes=chosen.writes if in_turn else 0,
        )
        caution = NOTHING
        if in_turn and chosen.baseline_seconds:
            caution = _COUNTED
        elif chosen.clients:
            caution = _BY_CLIENTS
        elif not in_turn and chosen.seconds < LEAST_SECONDS:
            caution = _LONGER
        elif not in_turn and chosen.arrivals is not Arrivals.CONSTANT:
            caution = _EVEN
        return K6Script(k6_script(load), caution)

    def serve(self, options: Options[WebUsersParameters], run_database: RunDatabase) -> Api:
        chosen = options.parameters
        return Api(
            ApiOrder(
                users=_direct(run_database),
                path=users_path(run_database.protection),
                sessions=amounts_of(options.case).clients or chosen.lanes,
                cores=run_database.cores,
                tls=chosen.tls,
            )
        )


def _direct(found: RunDatabase) -> DirectSpec:
    return DirectSpec(found.endpoint, found.database, found.protection, found.keying)


def _some_ids(setting: Setting) -> Iterator[int]:
    """Ids of existing users, spread evenly over all."""
    _, last, first = map(_number, fetch_rows(setting, LAST)[0])
    following = setting.session.prepare(NEXT_ID, setting.encryptor)
    try:
        for wanted in range(first, last + 1, 1 + (last - first) // _CHECKED_USERS):
            yield _number(following.rows(following.execute(wanted))[0][0])
    finally:
        following.close()


def _part(
    chosen: WebUsersParameters, name: str, pace: Pace, *kinds: RequestKind, lanes: int = 0
) -> UsersPart:
    lanes = lanes or (1 if isinstance(pace, ClosedPace) else chosen.lanes)
    return UsersPart(name, pace, chosen.warmup(pace), lanes, kinds, chosen.users)


def _number(value: Value) -> int:
    assert isinstance(value, int)
    return value
