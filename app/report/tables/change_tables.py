"""Tables of encryption changes: each way's time and losses, readable names, backups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple

from app.findings.cost import Cost
from app.findings.interval_words import data_size, duration, figure_with_bounds, signed_cost
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.change_figures import ChangeRow, Extrapolation, change_rows, readable_rows
from app.report.tables.text_table import TextTable
from app.report.words.protection_names import marked_names
from app.report.words.terms import COST, PROTECTION, SERVER, VERDICT, heads
from engines.contract.facts import EngineFacts
from engines.contract.message import Message, Number, in_current_language, phrase, plural
from engines.contract.session import LOGGED, STORED
from engines.contract.transition import BackupKind
from engines.registry import facts_of
from workloads.change.measures import FAILED, LOST

CHANGES = phrase("Time, waits and losses of each way")
_METHOD = phrase(
    "Means with 95 % intervals; waits, losses and failures are the worst run's. Cost: against "
    "rewriting the same rows unencrypted."
)
_CPU_METHOD = phrase(
    "Means with 95 % intervals; waits, losses and failures are the worst run's. CPU cost: "
    "against rewriting the same rows unencrypted."
)
_CPU_COST = phrase("CPU cost")


def changes_method(report: CampaignReport) -> Message:
    return _CPU_METHOD if any(row.costs_cpu for row in change_rows(report)) else _METHOD


def changes_table(report: CampaignReport) -> TextTable:
    """A line for each way of each protection; empty for other work."""
    rows = change_rows(report)
    head = heads(
        SERVER, PROTECTION, phrase("way"), phrase("time"),
        _CPU_COST if any(row.costs_cpu for row in rows) else COST, VERDICT,
        phrase("longest read"), phrase("longest update"), phrase("log"), phrase("tables"),
        phrase("updates lost"), phrase("failed"),
    )  # fmt: skip
    names = marked_names(report.cells) if rows else {}
    return TextTable(head, [_line(row, names) for row in rows], range(3, len(head)))


READABLE_NAMES = phrase("Names that stay readable")


def readable_table(report: CampaignReport) -> TextTable:
    """A line for each way of each protection that encrypts plain text; empty for other work."""
    rows = readable_rows(report)
    head = heads(
        SERVER, PROTECTION, phrase("way"), phrase("rows"), phrase("right after"),
        phrase("after clean-up"), phrase("after DROP"), phrase("after rewrite"), phrase("in logs"),
        phrase("in undo"),
    )  # fmt: skip
    names = marked_names(report.cells) if rows else {}
    lines = [
        (
            *_place(row, names),
            *(
                "" if each is None else in_current_language(f"{each:,}")
                for each in astuple(readable)
            ),
        )
        for row, readable in rows
    ]
    return TextTable(head, lines, range(3, len(head)))


def readable_method(report: CampaignReport) -> tuple[Message, ...]:
    """What the figures are, and what each engine does to clean up and to write a table anew."""
    servers = {row.key.server for row, _ in readable_rows(report)}
    engines = dict.fromkeys(cell.engine for cell in report.cells if cell.server in servers)
    return (_READABLE, *(_steps(facts_of(each)) for each in engines))


_READABLE = phrase("Rows whose name is found in plain text in data files; the most of any run.")


def _steps(facts: EngineFacts) -> Message:
    values = {"engine": facts.title, "clean_up": facts.clean_up, "rewrite": facts.rewrite}
    if not facts.rewrite:
        return phrase("{engine}: clean-up is {clean_up}.", **values)
    return phrase("{engine}: clean-up is {clean_up}, rewrite is {rewrite}.", **values)


BACKUPS = phrase("Backup and restore")
_BACKUPS = phrase("Size as written, and by gzip: ciphertext hardly compresses.")
_FILES = phrase("Files are copied as they lie: with what updates have replaced, and with the log.")
BACKED_UP: Mapping[BackupKind, Message] = {
    BackupKind.DATABASE: phrase("database"),
    BackupKind.FILES: phrase("files"),
}
"""What was backed up."""


def backups_method(report: CampaignReport) -> tuple[Message, ...]:
    kinds = {made.kind for row in change_rows(report) for made in row.backups}
    if not kinds:  # raw ciphers come from no engine that has facts
        return ()
    engines = dict.fromkeys(cell.engine for cell in report.cells)
    words = {
        BackupKind.DATABASE: (phrase("{engine}: by {backup}."), "backup"),
        BackupKind.FILES: (phrase("{engine}, files: by {backup}."), "files_backup"),
    }
    return (
        _BACKUPS,
        *((_FILES,) if BackupKind.FILES in kinds else ()),
        *(
            message.with_values(engine=facts.title, backup=program)
            for facts in map(facts_of, engines)
            for kind, (message, name) in words.items()
            if kind in kinds and (program := getattr(facts, name))
        ),
    )


def backups_table(report: CampaignReport, rows: Sequence[ChangeRow]) -> TextTable:
    """A line for each of `rows` that was backed up afterwards."""
    head = heads(
        SERVER, PROTECTION, phrase("way"), phrase("backup of"), phrase("size"), phrase("by gzip"),
        phrase("readable names"), phrase("back up"), phrase("its cost"), phrase("restore"),
        phrase("its cost"),
    )  # fmt: skip
    names = marked_names(report.cells) if rows else {}
    lines = [
        (
            *_place(row, names),
            str(BACKED_UP[made.kind]),
            str(figure_with_bounds(made.size, data_size)),
            str(figure_with_bounds(made.gzip, data_size)),
            str(in_current_language(f"{made.readable:,}")),
            str(figure_with_bounds(made.seconds, duration)),
            _percent(made.cost),
            "" if made.restore is None else str(figure_with_bounds(made.restore, duration)),
            _percent(made.restore_cost),
        )
        for row in rows
        for made in row.backups
    ]
    return TextTable(head, lines, range(4, len(head)))


def _percent(cost: Cost) -> str:
    return "" if cost.percent is None else str(signed_cost(cost.percent))


def extrapolations_table(report: CampaignReport, found: Sequence[Extrapolation]) -> TextTable:
    """A line for each way, of a table of another size."""
    names = marked_names(report.cells)
    head = heads(SERVER, PROTECTION, phrase("way"), phrase("time"), phrase("log"))
    lines = [
        (
            *_place(each, names),
            str(each.time_words),
            "" if each.log is None else str(figure_with_bounds(each.log, data_size)),
        )
        for each in found
    ]
    return TextTable(head, lines, (3, 4))


def extrapolated_from(found: Sequence[Extrapolation]) -> Message:
    """That it is no measurement."""
    return plural(
        "For {n} rows, extrapolated from {least} to {most} rows, which were measured.",
        "For {n} row, extrapolated from {least} to {most} rows, which were measured.",
        found[0].rows,
        least=Number(min(each.least for each in found)),
        most=Number(max(each.most for each in found)),
    )


def _line(row: ChangeRow, names: Mapping[tuple[str, str], str]) -> tuple[str, ...]:
    return (
        *_place(row, names),
        str(figure_with_bounds(row.time, duration)),
        _percent(row.cost),
        row.cost.text or "",
        *(
            "" if waited is None else str(duration(waited))
            for waited in (row.longest_read, row.longest_update)
        ),
        *(_size(row, name) for name in (LOGGED, STORED)),
        *(_count(row, name) for name in (LOST.name, FAILED.name)),
    )


def _place(
    row: ChangeRow | Extrapolation, names: Mapping[tuple[str, str], str]
) -> tuple[str, str, str]:
    return row.key.server, names[row.key.server, row.key.protection], str(row.way)


def _size(row: ChangeRow, name: str) -> str:
    found = row.figures.get(name)
    return "" if found is None else str(figure_with_bounds(found, data_size))


def _count(row: ChangeRow, name: str) -> str:
    found = row.max_count(name)
    return "" if found is None else in_current_language(f"{found:,}")
