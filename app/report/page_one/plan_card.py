"""What the advised protection means for servers: CPU time, cores, money, storage."""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import StrEnum

from app.advice.capacity import Spending, month_price, of_place
from app.advice.holds import in_application
from app.advice.rule import Reason
from app.findings.stored import storage_growth
from app.report.figures.campaign_report import CampaignReport
from app.report.page_one.answer import Answer
from app.report.page_one.costs import amount
from app.report.page_one.model import Card, CardKind, Decision
from engines.contract.message import Message, Number, phrase, significant

RESERVED = 80
"""Per cent of its processors that a machine should be busy at most, which leaves room for peaks."""
_MOST_LINES = 3


class Plan(StrEnum):
    """What stands first on the card."""

    CORES = "cores"
    CPU = "cpu-time"
    MEASURE = "known-once-measured"
    UNKNOWN = "unknown"


_HEADS = {
    Plan.CORES: phrase("{cores} more cores at {rate}/s"),
    Plan.CPU: phrase("{cost} CPU time"),
    Plan.MEASURE: phrase("Known once measured"),
    Plan.UNKNOWN: phrase("Not known yet"),
}


def plan_card(report: CampaignReport, answer: Answer) -> Card:
    """Of the protection that is advised, or would be, on the server where it adds most."""
    spent = _spent(answer)
    if spent is not None and not answer.as_measured and answer.without_application:
        values: dict[str, object] = {"name": spent.protection, "cost": _more(spent.percent.percent)}
        line = Decision("as-measured", _AS_MEASURED.with_values(**values), values)
        head = Decision(Plan.MEASURE, _HEADS[Plan.MEASURE])
        return Card(CardKind.PLAN, phrase("Plan for"), head, (line,))
    lines = [] if spent is None else [*_lines(report, answer, spent)]
    return Card(CardKind.PLAN, phrase("Plan for"), _head(answer, spent), tuple(lines[:_MOST_LINES]))


def _spent(answer: Answer) -> Spending | None:
    found = (
        of_place(answer.spent, each.candidate.server, each.candidate.protection)
        for each in answer.meant
    )
    known = [each for each in found if each is not None]
    return max(known, key=lambda each: each.percent.percent, default=None)


def _head(answer: Answer, spent: Spending | None) -> Decision:
    if spent is None:
        return Decision(Plan.UNKNOWN, _HEADS[Plan.UNKNOWN])
    rate = answer.asked.rate or spent.rate
    if rate is None:
        cost = spent.percent.percent
        values: dict[str, object] = {"cost": _more(cost)}
        return Decision(Plan.CPU, _HEADS[Plan.CPU].with_values(**values), values)
    more = spent.cores(rate).percent - spent.plain_cores(rate)
    values = {"cores": significant(more, 2), "rate": significant(rate, 4)}
    return Decision(Plan.CORES, _HEADS[Plan.CORES].with_values(**values), values)


def _lines(report: CampaignReport, answer: Answer, spent: Spending) -> Iterator[Decision]:
    rate, price = answer.asked.rate or spent.rate, answer.asked.core_hour
    if rate is not None and price is not None:
        more = spent.cores(rate).percent - spent.plain_cores(rate)
        values: dict[str, object] = {"money": Number(month_price(more, price), 2)}
        yield Decision("month-price", _MONTH.with_values(**values), values)
    grown = storage_growth(report, report.baseline).get((spent.server, spent.protection))
    if grown is not None:
        values = {"grows": _more(grown)}
        yield Decision("storage", _STORAGE.with_values(**values), values)
    if _needs_machine(answer):
        yield Decision("second-machine", _SECOND)
    if spent.server_shares is not None and spent.percent.percent > 0:
        yield _sides(spent, *spent.server_shares)
    busy = min(100, math.floor(RESERVED / max(1.0, 1 + spent.percent.high / 100)))
    values = {"busy": Number(busy, 0, "%")}
    yield Decision("busy-today", _BUSY.with_values(**values), values)


def _sides(spent: Spending, before: float, added: float) -> Decision:
    """By how much the database server and the application have more to do."""
    server, rest = (
        spent.percent.percent * of_more / share if share else 0.0
        for of_more, share in ((added, before), (1 - added, 1 - before))
    )
    values: dict[str, object] = {"server": _more(server), "application": _more(rest)}
    return Decision("sides", _SIDES.with_values(**values), values)


def _needs_machine(answer: Answer) -> bool:
    """Whether the application is advised to run elsewhere than the database."""
    return any(
        in_application(each.candidate)
        and not each.candidate.in_process
        and any(one.code is Reason.KEYS_ELSEWHERE for one in each.conditions)
        for each in answer.advised
    )


def _more(value: float) -> Message:
    """“+47 %”, “×45”."""
    message = amount(value)
    return (
        message if str(message).startswith("×") else _SIGNED[value < 0].with_values(amount=message)
    )


_AS_MEASURED = phrase("What was measured here: up to {cost} CPU time.")
_SIGNED = {False: phrase("+{amount}"), True: phrase("−{amount}")}
_SIDES = phrase("Server {server}, application {application}.")
_STORAGE = phrase("Tables {grows}.")
_SECOND = phrase("A second machine for the application.")
_BUSY = phrase("Above {busy} busy today: more cores.")
_MONTH = phrase("{money} more a month, at your price.")
