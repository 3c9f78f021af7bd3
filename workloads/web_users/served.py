"""The web users as others may ask for them: over HTTP, and by a script for k6."""

from __future__ import annotations

from engines.contract.message import NOTHING, phrase
from engines.contract.protection import Protection
from workloads.contract import Options
from workloads.load import Arrivals
from workloads.served import K6Script, Served
from workloads.stage import Place
from workloads.web_users.api.k6 import LEAST_SECONDS, K6Load, Stream, Stretch, k6_script
from workloads.web_users.api.process import Api, ApiOrder
from workloads.web_users.api.routes import users_path
from workloads.web_users.loads import Amounts, Load, load_of
from workloads.web_users.parameters import WebUsersParameters
from workloads.web_users.requests.asking import Kind
from workloads.web_users.requests.direct import Direct

_EVEN = phrase(
    "k6 sends requests at even intervals only. The plan has random ones; the script uses even ones."
)
_LONGER = phrase(
    "k6 cannot send for less than a second. The plan does; the script uses one second."
)
_COUNTED = phrase(
    "For the baseline, k6 counts requests. The plan gives seconds; the script uses the plan's "
    "numbers of reads and writes."
)


class ServedUsers(Served):
    """What `WebUsers` is beside a workload on a database."""

    def k6_script(self, options: Options[WebUsersParameters], protection: Protection) -> K6Script:
        chosen = options.parameters
        kind = load_of(options.case)
        in_turn = kind is Load.BASELINE
        load = K6Load(
            path=users_path(protection),
            users=chosen.users,
            seed=options.seed,
            stretches=() if in_turn else _stretches(chosen.rates_of(options.case), kind),
            seconds=chosen.seconds,
            warmup_seconds=chosen.warmup_seconds,
            reads=chosen.reads if in_turn else 0,
            writes=chosen.writes if in_turn else 0,
        )
        caution = NOTHING
        if in_turn and chosen.baseline_seconds:
            caution = _COUNTED
        elif not in_turn and chosen.seconds < LEAST_SECONDS:
            caution = _LONGER
        elif not in_turn and chosen.arrivals is not Arrivals.CONSTANT:
            caution = _EVEN
        return K6Script(k6_script(load), caution)

    def serve(self, options: Options[WebUsersParameters], place: Place) -> Api:
        chosen = options.parameters
        return Api(
            ApiOrder(
                users=Direct(place.endpoint, place.database, place.protection, place.keying),
                path=users_path(place.protection),
                sessions=chosen.lanes,
                cores=place.cores,
                tls=chosen.tls,
            )
        )


def _stretches(rates: Amounts, load: Load) -> tuple[Stretch, ...]:
    reads = Stream(Kind.GET, rates.reads)
    writes = Stream(Kind.ADD, rates.writes)
    return ((reads, writes),) if load is Load.MIXED else ((reads,), (writes,))
