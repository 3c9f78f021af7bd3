"""Runs of lessons in the pattern lab without the window (`cipherbench lesson`), in a separate
process, and which stored records a lesson works on, here as in the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from app.lessons.attempt import Figures, Inputs
from app.lessons.lesson import OWN_PICTURE, Module, Run
from app.lessons.lesson_figures import (
    change_figures,
    column_figures,
    picture_figures,
    stream_figures,
)
from app.patterns.base.lab_database import ReportNotDropped
from app.patterns.columns.column import Row, column_report, stream_reuse
from app.patterns.columns.crib_dragging import flip_bits, utf8_prefix, xor
from app.patterns.columns.encrypted_records import (
    EncryptedRecords,
    RecordsOrder,
    only_profile,
)
from app.patterns.lab_errands import encrypt_pictures_in_process, with_records_in_process
from app.patterns.pictures.picture_loading import open_picture
from app.patterns.pictures.pixels import to_raster
from app.servers.opening import OpenedServer
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.protection import Protection, block_bytes
from workloads.contract import Profile

# Which of the stored records a lesson works on.

_MORE_RECORDS = 5


def records_to_compare(rows: Sequence[Row]) -> tuple[Row, Row, list[Row]]:
    """The known record, the unknown one, and five more, all of different texts. The known text is
    the longest, so that it reaches over all of any other, and the unknown one the longest after
    it."""
    first: dict[str, Row] = {}
    for row in rows:
        first.setdefault(row[1], row)
    known, unknown, *more = sorted(first.values(), key=lambda row: -len(row[1].encode()))
    return known, unknown, sorted(more)[:_MORE_RECORDS]


def record_with_text(rows: Sequence[Row], text: str) -> Row:
    """The first record with this text.

    Raises: CipherbenchError
    """
    found = next((row for row in rows if row[1] == text), None)
    if found is None:
        raise CipherbenchError(
            phrase("Record not found"),
            phrase("None of the records shown holds “{known}”."),
            phrase("Choose more records or another text in the lesson's file."),
            known=text,
        )
    return found


def lab_figures(
    opened: OpenedServer,
    run: Run,
    fixed: Inputs,
    by_name: Mapping[str, Protection],
    report_not_dropped: ReportNotDropped,
) -> Figures:
    """The figures of all protections of a run; `by_name` has each.

    Raises: CipherbenchError
    """
    protections = [by_name[each.protection] for each in run.on]
    found: list[dict[str, float]] = []
    if run.module is Module.PICTURES:
        raster = to_raster(open_picture(run.picture)[0], run.format)
        encrypted = encrypt_pictures_in_process(
            opened, raster, protections, fixed.material, report_not_dropped
        )
        found = [picture_figures(each.statistics) for each in encrypted]
    else:
        for each, protection in zip(run.on, protections, strict=True):
            only = only_profile(protection)
            sound = each.fresh if only is None else only is Profile.SOUND
            order = RecordsOrder(protection, run.records, sound, fixed.seed)
            found.append(
                with_records_in_process(
                    opened, order, _WORK[run.module], run, report_not_dropped=report_not_dropped
                )
            )
    figures = {
        f"{each.name}.{key}": value
        for each, of_one in zip(run.on, found, strict=True)
        for key, value in of_one.items()
    }
    return figures | ({OWN_PICTURE: 0.0} if run.module is Module.PICTURES else {})


def _repeats(records: EncryptedRecords, run: Run) -> dict[str, float]:
    size = block_bytes(records.protection.algorithm)
    return column_figures(column_report(records.column(run.column), size))


def _keystream_reuse(records: EncryptedRecords, run: Run) -> dict[str, float]:
    """By dragging the known record's text as a crib along the XOR with an unknown one."""
    column = records.column(run.column)
    known, unknown, _ = records_to_compare(column.first_rows)
    crib = utf8_prefix(known[1], len(unknown[1].encode()))
    return stream_figures(stream_reuse(column, known[0], unknown[0], crib), crib, 0)


def _bit_flipping(records: EncryptedRecords, run: Run) -> dict[str, float]:
    row, _ = record_with_text(records.column(run.column).first_rows, run.known)
    wanted = run.wanted.encode()
    mask = xor(run.known.encode(), wanted)
    change = lambda value: flip_bits(value, records.prefix_bytes, mask)  # noqa: E731
    return change_figures(records.tamper(run.column, row, change), wanted)


_WORK: Mapping[Module, Callable[[EncryptedRecords, Run], dict[str, float]]] = {
    Module.COLUMNS: _repeats,
    Module.STREAM: _keystream_reuse,
    Module.CHANGE: _bit_flipping,
}
