"""Terms of tables: heads of columns, and the texts of codes such as statuses."""

from __future__ import annotations

from collections.abc import Mapping

from app.evidence.threats import Threat
from app.plan.status import DONE_WITH_FAILURES, INTERRUPTED, Status
from engines.contract.endpoint import Source
from engines.contract.message import Message, Number, phrase
from engines.properties import Ability, Exclusion

SERVER, PROTECTION, OPERATION = phrase("server"), phrase("protection"), phrase("operation")
COST, INTERVAL, BLOCKS, VERDICT = (
    phrase("cost"),
    phrase("95 %"),
    phrase("blocks"),
    phrase("verdict"),
)
CASES, MODE, STATUS, REASON = phrase("cases"), phrase("mode"), phrase("status"), phrase("reason")
WHY, FACT, VALUE, PLACE = phrase("why"), phrase("fact"), phrase("value"), phrase("place")
DETAILS, SEARCH, INDEX, SORT = phrase("details"), phrase("search"), phrase("index"), phrase("sort")
SOURCE, CASE, UNIT, CAUTION = phrase("source"), phrase("case"), phrase("unit"), phrase("Caution")
AUTHENTICATED, UNIQUE_IV = phrase("authenticated"), phrase("needs unique IV")
HIDES_EQUALITY = phrase("hides equality")
DISK, OS_LOGIN = phrase("stolen disk"), phrase("OS login")
DATABASE_LOGIN, NETWORK = phrase("database login"), phrase("network listener")
PROTECTS, GIVES_AWAY = phrase("protects"), phrase("gives away")
NOT_MEASURED = phrase("Not measured")
DIFFERS = phrase("Differs from the source database")
ALL_OPERATIONS, ALL_CASES = phrase("all operations"), phrase("all cases")

_YES, _NO, NONE = phrase("yes"), phrase("no"), phrase("none")

EXCLUSION_TERMS = {
    Exclusion.FULL: phrase("kept out"),
    Exclusion.PARTLY: phrase("partly"),
    Exclusion.NONE: phrase("not kept out"),
}
ABILITIES = {
    Ability.YES: _YES,
    Ability.EQUALITY: phrase("equal values only"),
    Ability.SCAN: phrase("by opening every row"),
    Ability.NO: _NO,
}
THREATS = {
    Threat.DISK: DISK,
    Threat.OS_LOGIN: OS_LOGIN,
    Threat.DATABASE_LOGIN: DATABASE_LOGIN,
    Threat.NETWORK: NETWORK,
}
SOURCES: Mapping[str, Message] = {
    Source.EMBEDDED: phrase("embedded"),
    Source.LOCAL: phrase("local"),
    Source.CONTAINER: phrase("container"),
    Source.ADDRESS: phrase("address"),
}
"""Of servers."""
STATUSES = {
    Status.PENDING: phrase("pending"),
    Status.RUNNING: phrase("running"),
    Status.DONE: phrase("done"),
    Status.FAILED: phrase("failed"),
    Status.CANCELLED: phrase("cancelled"),
    Status.UNSUPPORTED: phrase("unsupported"),
}
OUTCOMES = {
    **{each.value: message for each, message in STATUSES.items()},
    DONE_WITH_FAILURES: phrase("done with failures"),
    INTERRUPTED: phrase("interrupted"),
}
"""Of campaigns."""


def heads(*names: Message | Number | str) -> tuple[str, ...]:
    return tuple(map(str, names))


def yes(value: bool) -> str:
    return str(_YES if value else _NO)
