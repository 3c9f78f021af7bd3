"""Reports of costs against their limits for CI pipelines: Markdown, and JUnit XML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING

from app.findings.across.cost_limits import JudgedCost, LimitOutcome, outcome_sentence
from app.report.across.pivot_tables import cost_words
from app.report.tables.text_table import TextTable, markdown_table
from app.system.escaping import markdown_text, xml_text

if TYPE_CHECKING:
    from junitparser import TestCase

_HEAD = ("server", "protection", "operation", "case", "limit", "found")
_REPORTED = (LimitOutcome.ABOVE, LimitOutcome.UNPROVEN)


def limits_markdown(title: str, found: Sequence[JudgedCost], notes: Iterable[str]) -> str:
    """A comment for a merge request: what is above its limit and what has no verdict first, all
    else folded away."""
    first = [each for each in found if each.outcome in _REPORTED]
    rest = [each for each in found if each.outcome not in _REPORTED]
    parts = [
        f"## {markdown_text(title)}",
        markdown_text(str(outcome_sentence(found))),
        *map(markdown_text, notes),
        *([_table(first)] if first else []),
    ]
    if rest:
        summary = f"<summary>Within the limit, or unsupported: {len(rest)}</summary>"
        parts += [f"<details>{summary}", _table(rest), "</details>"]
    return "\n\n".join(part for part in parts if part) + "\n"


def _table(found: Iterable[JudgedCost]) -> str:
    lines = [
        (each.figure.server, each.figure.protection, each.figure.operation, each.figure.case,
         str(each.limit_text), _found(each))
        for each in found
    ]  # fmt: skip
    return markdown_table(TextTable(_HEAD, lines, (4,)))


def _found(each: JudgedCost) -> str:
    """What has no verdict says so itself."""
    return (
        str(each.message)
        if each.outcome is LimitOutcome.UNPROVEN
        else f"{each.outcome}: {each.message}"
    )


def limits_junit(title: str, found: Sequence[JudgedCost], *, fail_unproven: bool) -> bytes:
    """A suite for each server, a test case for each protection and operation of a case: failed
    above the limit, skipped where it is unsupported or has no verdict."""
    from junitparser import JUnitXml, TestSuite  # its XML parser is nobody else's concern

    xml = JUnitXml(xml_text(title))
    for server, group in groupby(sorted(found, key=_server), key=_server):
        suite = TestSuite(xml_text(server))
        suite.add_testcases(list(_cases(group, fail_unproven=fail_unproven)))
        xml.add_testsuite(suite)
    xml.update_statistics()  # type: ignore[no-untyped-call]
    file = BytesIO()
    xml.write(file)
    return file.getvalue()


def _server(each: JudgedCost) -> str:
    return each.figure.server


def _cases(found: Iterable[JudgedCost], *, fail_unproven: bool) -> Iterator[TestCase]:
    from junitparser import Failure, Skipped, TestCase

    for each in found:
        figure = each.figure
        name = xml_text(f"{figure.operation}, {figure.case}")
        case = TestCase(name, xml_text(f"{figure.server}.{figure.protection}"))
        message = xml_text(str(each.sentence))
        failed = each.outcome is LimitOutcome.ABOVE or (
            fail_unproven and each.outcome is LimitOutcome.UNPROVEN
        )
        if failed:
            case.result = [Failure(message, each.outcome.value)]
        elif each.outcome is not LimitOutcome.WITHIN:
            case.result = [Skipped(message)]
        else:
            case.system_out = xml_text(cost_words(each.cost))
        yield case
