"""The published web application's users, under the study's three kinds of load.

Vidaković, Petrović, Kresoja and Veinović, “Impact of Database Encryption on Web Application
Performance”, 2024: users are got by id and added, one after another and as they arrive, readable
and sealed by AES-256-GCM in the application.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Keying, Protection
from engines.sql.schema import Schema
from engines.sql.statement import Sealer, Value
from workloads.contract import Case, MarkerColumn, Options, Part, Seals, Setting
from workloads.load import LOAD_MEASURES, MIXED, Asking, ClosedPace, LoadPart, Pace
from workloads.stage import Place, Stage
from workloads.web_users.api.process import PACKAGES, Api
from workloads.web_users.filling import Fill, check_count, check_user, fetch
from workloads.web_users.labels import WHOSE_PATH, case_words, distinct_words
from workloads.web_users.loads import Amounts, Load, Path, amounts_of, load_of, name_of, path_of
from workloads.web_users.parameters import WebUsersParameters
from workloads.web_users.requests.asking import AskingUsers, Kind
from workloads.web_users.requests.direct import Direct
from workloads.web_users.requests.users import (
    ACCOUNT,
    COUNT_FROM,
    FIELDS,
    IDS,
    LAST,
    NEXT_ID,
    SEALED,
    TABLE,
    schema,
    user,
)
from workloads.web_users.served import ServedUsers
from workloads.workload import REHEARSED, DatabaseWorkload

_LOOKED_AT = 300
"""Of so many users, spread over all of them, every value is opened and compared after a load."""

_SEALED = tuple(map(FIELDS.index, SEALED))

_AROUND_SECONDS = 1.5
"""About what a run takes beside its loads: database, users and a look at them afterwards."""


@dataclass(frozen=True)
class UsersPart(LoadPart):
    """Users are got, added, or both, by a number of lanes."""

    kinds: tuple[Kind, ...]
    users: int

    def asking(
        self, setting: Setting, place: Place, stage: Stage | None, *, warming: bool
    ) -> Asking:
        del warming  # who is added is another one each time
        direct = Direct(place.endpoint, place.database, place.protection, place.keying)
        ids = array("q", (_number(row[0]) for row in fetch(setting, IDS, self.users)))
        last = fetch(setting, LAST)[0][0]
        return AskingUsers(
            stage.users if isinstance(stage, Api) else direct,
            self.kinds,
            ids,
            1 + _number(last or 0),
            setting.options.seed,
        )

    def verify(self, setting: Setting, asking: Asking, completed: Sequence[int]) -> None:
        """As many have come as were added, and of some of all, got by the path of the load, every
        value is what it was. The server counts: millions of accounts would not fit here."""
        assert isinstance(asking, AskingUsers)
        added = dict(zip(self.kinds, completed, strict=True)).get(Kind.ADD, 0)
        check_count(_number(fetch(setting, COUNT_FROM, asking.first_account)[0][0]), added)
        with asking.target.open() as target:
            for user_id in _some_ids(setting):
                held = target.get(user_id)
                check_user(held, user(asking.seed, _number(held[ACCOUNT])))


class WebUsers(ServedUsers, DatabaseWorkload[WebUsersParameters]):
    name = "web_users"
    binds_rows = True
    title = phrase("Users of a web application")
    axis = phrase("Requests")
    parameters = WebUsersParameters
    filling = Fill()
    marker_column = MarkerColumn(FIELDS.index("name"), TABLE, "name")
    measures = LOAD_MEASURES

    def keying(self, bits: int, sound: bool) -> Keying:
        """A key that stays, as an application has it, or a fresh one; vectors are always fresh."""
        if sound:
            return Keying(os.urandom(bits // 8))
        return Keying(hashlib.shake_256(b"web users").digest(bits // 8))

    def cases(self, parameters: WebUsersParameters) -> tuple[Case, ...]:
        return parameters.cases()

    def case_label(self, case: Case) -> Message:
        return case_words(case)

    def distinct_labels(self, cases: Sequence[Case]) -> tuple[Message, Mapping[Case, Message]]:
        return distinct_words(cases)

    def rate(self, case: Case) -> float | None:
        amounts = amounts_of(case)
        return amounts.reads + amounts.writes if load_of(case) is Load.MIXED else None

    def seals(self, case: Case) -> Seals | None:
        mixed = load_of(case) is Load.MIXED
        return Seals(amounts_of(case).writes, len(SEALED)) if mixed else None

    def which_is_whose(self, cases: Collection[Case]) -> Message:
        return WHOSE_PATH if {path_of(each) for each in cases} == {*Path} else NOTHING

    def packages(self, parameters: WebUsersParameters) -> tuple[str, ...]:
        return PACKAGES if Path.API in parameters.paths else ()

    def faults(self, parameters: WebUsersParameters) -> Iterator[Message]:
        return parameters.faults()

    def sealed_columns(self, parameters: WebUsersParameters) -> Sequence[str]:
        return [f"{TABLE}.{each}" for each in SEALED]

    def hosts(self, parameters: WebUsersParameters) -> int:
        return parameters.hosts

    def before(self, options: Options[WebUsersParameters]) -> Fill:
        return self.filling

    def rehearsal(self, options: Options[WebUsersParameters]) -> Options[WebUsersParameters]:
        """By the driver, whatever the path: the statements are the same."""
        load = load_of(options.case)
        few = replace(options.parameters, users=REHEARSED, reads=1, writes=1, baseline_seconds=0)
        rates = Amounts(1, 1) if load is Load.BASELINE else few.rates[0]
        case = Case(1, name_of(load, Path.DIRECT, rates))
        return replace(options, parameters=few, case=case)

    def parts(self, options: Options[WebUsersParameters]) -> tuple[Part, ...]:
        chosen, seed = options.parameters, options.seed
        load = load_of(options.case)
        if load is Load.BASELINE:
            return (
                _part(chosen, "GET", chosen.closed_pace(chosen.reads), Kind.GET),
                _part(chosen, "ADD", chosen.closed_pace(chosen.writes), Kind.ADD),
            )
        rates = chosen.rates_of(options.case)
        if load is Load.CONCURRENT:
            return (
                _part(chosen, "GET", chosen.open_pace(rates.reads, seed=seed), Kind.GET),
                _part(chosen, "ADD", chosen.open_pace(rates.writes, seed=seed), Kind.ADD),
            )
        both = chosen.open_pace(rates.reads, rates.writes, seed=seed)
        return (_part(chosen, MIXED, both, Kind.GET, Kind.ADD),)

    def seconds(self, options: Options[WebUsersParameters], protection: Protection) -> float | None:
        loads = [part for part in self.parts(options) if isinstance(part, LoadPart)]
        paces = [pace for part in loads for pace in (part.pace, part.warmup) if pace is not None]
        seconds = [pace.seconds for pace in paces if pace.seconds is not None]
        return _AROUND_SECONDS + sum(seconds) if len(seconds) == len(paces) else None

    def schema(self, options: Options[WebUsersParameters], sealer: Sealer) -> Schema:
        return schema()

    def records(self, options: Options[WebUsersParameters]) -> Sequence[Sequence[Value]]:
        return [user(options.seed, number + 1) for number in range(options.parameters.users)]

    def sealed_lengths(
        self, options: Options[WebUsersParameters], operation: str
    ) -> Mapping[int, float]:
        """Of a request: a user that is got has its values opened, one that is added sealed."""
        count = min(_LOOKED_AT, options.parameters.users)
        known = (user(options.seed, number + 1) for number in range(count))
        lengths = Counter(len(str(each[place]).encode()) for each in known for place in _SEALED)
        return {length: often / count for length, often in lengths.items()}

    def stage(self, options: Options[WebUsersParameters], place: Place) -> Stage | None:
        return None if path_of(options.case) is Path.DIRECT else self.serve(options, place)


def _some_ids(setting: Setting) -> Iterator[int]:
    """Existing ids, spread evenly over all."""
    _, last, first = map(_number, fetch(setting, LAST)[0])
    following = setting.session.prepare(NEXT_ID, setting.sealer)
    try:
        for wanted in range(first, last + 1, 1 + (last - first) // _LOOKED_AT):
            yield _number(following.rows(following.execute(wanted))[0][0])
    finally:
        following.close()


def _part(chosen: WebUsersParameters, name: str, pace: Pace, *kinds: Kind) -> UsersPart:
    lanes = 1 if isinstance(pace, ClosedPace) else chosen.lanes
    return UsersPart(name, pace, chosen.warmup(pace), lanes, kinds, chosen.users)


def _number(value: Value) -> int:
    assert isinstance(value, int)
    return value
