"""A workload whose values all have vectors of their own is marked with no fixed one."""

from __future__ import annotations

import pytest

from app.plan.requirements import planned_properties
from app.plan.status import Status
from app.report.words.protection_names import weakness_marks
from app.results.records import CellRecord
from engines.contract.message import NOTHING
from engines.properties import FIXED_IV
from tests.app.results.making import CBC
from workloads.contract import Profile


def cell(workload: str, profile: Profile) -> CellRecord:
    return CellRecord(
        id=1,
        position=0,
        server="pg",
        engine="postgresql",
        protection=CBC.name,
        kind=CBC.kind,
        algorithm=CBC.algorithm,
        bits=CBC.bits,
        mode=CBC.mode,
        workload=workload,
        profile=profile,
        size=10,
        status=Status.DONE,
        why=NOTHING,
    )


@pytest.mark.parametrize(
    ("workload", "profile", "fixed"),
    [
        ("hospital", Profile.STUDY, True),
        ("hospital", Profile.SOUND, False),
        ("web_users", Profile.STUDY, False),
        ("web_users", Profile.SOUND, False),
        ("of another version", Profile.STUDY, True),
    ],
)
def test_that_the_mark_of_one_vector_is_the_workloads(
    workload: str, profile: Profile, fixed: bool
) -> None:
    planned = planned_properties(CBC, "postgresql", profile, workload)
    assert (FIXED_IV in planned.marks) is fixed
    assert (FIXED_IV in weakness_marks(cell(workload, profile))) is fixed
