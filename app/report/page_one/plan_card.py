"""What the advised protection means for servers: CPU time, cores, money, storage."""

from __future__ import annotations

import math
from collections.abc import Iterator

from app.advice.capacity import Spending, month_price, of_place
from app.advice.holds import in_application
from app.advice.rule import Reason
from app.findings.stored import storage_growth
from app.report.figures.answer import Answer
from app.report.figures.campaign_report import CampaignReport
from app.report.page_one.model import Card, CardKind
from app.report.words.costs import money, signed_amount
from app.report.words.phrased import Decision, Phrased
from engines.contract.message import Number, phrase, significant

RESERVED = 80
"""Per cent of its processors that a machine should be busy at most, which leaves room for peaks."""
_MOST_LINES = 3


class Plan(Phrased):
    """What stands first on the card, and its lines."""

    CORES = "cores", phrase("{cores} more cores at {rate}/s")
    CPU = "cpu-time", phrase("{cost} CPU time")
    MEASURE = "known-once-measured", phrase("Known once measured")
    UNKNOWN = "unknown", phrase("Not known yet")
    AS_MEASURED = "as-measured", phrase("What was measured here: up to {cost} CPU time.")
    MONTH = "month-price", phrase("{money} more a month, at your price.")
    STORAGE = "storage", phrase("Tables {grows}.")
    SECOND = "second-machine", phrase("A second machine for the application.")
    SIDES = "sides", phrase("Server {server}, application {application}.")
    BUSY = "busy-today", phrase("Above {busy} CPU use: add cores.")


def plan_card(report: CampaignReport, answer: Answer) -> Card:
    """Of the protection that is advised, or would be, on the server where it adds most."""
    spent = _spent(answer)
    if spent is None:
        return Card(CardKind.PLAN, Plan.UNKNOWN.decided())
    cost = signed_amount(spent.percent.percent)
    if not answer.as_measured and answer.without_application:
        line = Plan.AS_MEASURED.decided(cost=cost)
        return Card(CardKind.PLAN, Plan.MEASURE.decided(), (line,))
    rate = answer.asked.rate or spent.rate
    more = None if rate is None else spent.cores(rate).percent - spent.plain_cores(rate)
    if rate is None or more is None:
        head = Plan.CPU.decided(cost=cost)
    else:
        head = Plan.CORES.decided(cores=significant(more, 2), rate=significant(rate, 4))
    lines = [*_lines(report, answer, spent, more)]
    return Card(CardKind.PLAN, head, tuple(lines[:_MOST_LINES]))


def _spent(answer: Answer) -> Spending | None:
    found = (
        of_place(answer.spent, each.candidate.server, each.candidate.protection)
        for each in answer.meant
    )
    known = [each for each in found if each is not None]
    return max(known, key=lambda each: each.percent.percent, default=None)


def _lines(
    report: CampaignReport, answer: Answer, spent: Spending, more_cores: float | None
) -> Iterator[Decision]:
    asked = answer.asked
    if more_cores is not None and asked.core_hour is not None:
        price = month_price(more_cores, asked.core_hour)
        yield Plan.MONTH.decided(money=money(price, asked.currency))
    grown = storage_growth(report, report.baseline).get((spent.server, spent.protection))
    if grown is not None:
        yield Plan.STORAGE.decided(grows=signed_amount(grown))
    if _needs_machine(answer):
        yield Plan.SECOND.decided()
    if spent.server_shares is not None and spent.percent.percent > 0:
        yield _sides(spent, *spent.server_shares)
    busy = min(100, math.floor(RESERVED / max(1.0, 1 + spent.percent.high / 100)))
    yield Plan.BUSY.decided(busy=Number(busy, 0, "%"))


def _sides(spent: Spending, before: float, added: float) -> Decision:
    """By how much the database server and the application have more to do."""
    server, rest = (
        spent.percent.percent * of_more / share if share else 0.0
        for of_more, share in ((added, before), (1 - added, 1 - before))
    )
    return Plan.SIDES.decided(server=signed_amount(server), application=signed_amount(rest))


def _needs_machine(answer: Answer) -> bool:
    """Whether the application is advised to run elsewhere than the database."""
    return any(
        in_application(each.candidate)
        and not each.candidate.in_process
        and any(one.code is Reason.KEYS_ELSEWHERE for one in each.conditions)
        for each in answer.advised
    )
