"""In what two campaigns of one plan and moment differ: that of an archive, and that of a store.

What the store has beyond the archive is no difference, nor is what a user says of a campaign.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.plan.status import Status
from app.results.database.models import CellRow, OperationRow, RunRow
from app.results.database.tables import Row, carried_tables, rows_of
from engines.contract.message import Message, Number, in_a_row, phrase, plural

_RUN, _OPERATION = RunRow.__tablename__, OperationRow.__tablename__
_OTHERS = {
    "servers": phrase("other servers"),
    "environments": phrase("another machine or other drivers"),
    "sessions": phrase("other sessions"),
    "evidence": phrase("other evidence"),
}
"""Tables beside those of runs whose rows count."""

type Contents = Mapping[int, Mapping[str, str]]
"""By the place of a run that is done: by table, the checksum of its rows."""


def differences(there: Session, archived: int, here: Session, stored: int) -> Message:
    """What a campaign has otherwise `there`, in an archive, or more of; nothing where the store has
    all of it."""
    found = list(_run_differences(there, archived, here, stored))
    for each in carried_tables():
        if each.name in _OTHERS:
            ours = {_reported(row, each.references) for row in rows_of(here, each, stored)}
            theirs = {_reported(row, each.references) for row in rows_of(there, each, archived)}
            if theirs - ours:
                found.append(_OTHERS[each.name])
    return in_a_row(found)


def _run_differences(
    there: Session, archived: int, here: Session, stored: int
) -> Iterator[Message]:
    theirs, ours = _contents(there, archived), _contents(here, stored)
    lacking = sorted(set(theirs) - set(ours))
    if lacking:
        yield phrase(
            "runs finished only in the archive: {runs}",
            runs=", ".join(str(each + 1) for each in lacking),
        )
    other = sorted(each for each in theirs if each in ours and theirs[each] != ours[each])
    if other:
        place = other[0]
        yield plural(
            "different values in {count} of {n} runs, such as {first}",
            "different values in the only run: {first}",
            len(theirs),
            count=Number(len(other)),
            first=_first(
                _operations(there, archived, place), _operations(here, stored, place), place
            ),
        )


def _first(theirs: Mapping[str, Row], ours: Mapping[str, Row], place: int) -> Message:
    """The first difference between two versions of a run."""
    for operation, row in theirs.items():
        for name, value in row.items():
            mine = ours.get(operation, {}).get(name)
            if mine != value:
                if isinstance(value, bytes) or isinstance(mine, bytes):
                    return phrase(
                        "{column} of {operation} in run {run}",
                        operation=operation,
                        run=Number(place + 1),
                        column=name,
                    )
                return phrase(
                    "{operation} of run {run}: {column} {there} in the archive, {here} in the "
                    "store",
                    operation=operation,
                    run=Number(place + 1),
                    column=name,
                    there=value,
                    here=mine,
                )
    return phrase("run {run}", run=Number(place + 1))


def _operations(session: Session, campaign_id: int, place: int) -> dict[str, Row]:
    table = OperationRow.__table__
    query = (
        select(table)
        .join(RunRow, RunRow.id == table.c.run_id)
        .join(CellRow, CellRow.id == RunRow.cell_id)
        .where(CellRow.campaign_id == campaign_id, RunRow.position == place)
    )
    rows = [dict(row) for row in session.execute(query).mappings()]
    left_out = {"id", "run_id"}
    return {
        row["operation"]: {name: value for name, value in row.items() if name not in left_out}
        for row in rows
    }


def _contents(session: Session, campaign_id: int) -> Contents:
    query = select(RunRow.id, RunRow.position).join(CellRow)
    done = query.where(CellRow.campaign_id == campaign_id, RunRow.status == Status.DONE)
    places = {_RUN: {row.id: row.position for row in session.execute(done)}}
    found: dict[int, dict[str, hashlib._Hash]] = defaultdict(lambda: defaultdict(hashlib.sha256))
    for each in carried_tables():
        if each.name == _RUN:
            key, owner = "id", _RUN
        else:
            known = [(name, other) for name, other in each.references.items() if other in places]
            if not known:
                continue
            key, owner = known[0]
        own = places.setdefault(each.name, {})
        for row in rows_of(session, each, campaign_id):
            place = places[owner].get(row[key])
            if place is None:
                continue
            if each.numbered and each.is_referred_to:
                own[row[each.numbered]] = place
            found[place][each.name].update(_reported(row, each.references).encode())
    return {
        place: {table: seen.hexdigest() for table, seen in tables.items()}
        for place, tables in found.items()
    }


def _reported(row: Row, references: Mapping[str, str]) -> str:
    """A row without the numbers that mean nothing beyond its store."""
    left_out = {"id", *references}
    return repr({name: value for name, value in row.items() if name not in left_out})
