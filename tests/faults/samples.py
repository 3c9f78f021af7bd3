"""What is sound: a small plan, also with one value or one table changed, a small table of times and
one of records."""

from __future__ import annotations

from workloads.hospital.data import _COLUMNS, generate

TIMES = """engine,variant,records,repetition,operation,seconds
pg,plaintext,1000,1,insert,1.5
pg,encrypted,1000,1,insert,1.75
pg,plaintext,1000,2,insert,1.25
pg,encrypted,1000,2,insert,1.8
"""

DATA = "".join(
    ",".join(map(str, row)) + "\n" for row in [tuple(_COLUMNS.values()), *generate(1, 3)]
)

PLAN = """
[campaign]
name = "x"
repetitions = 2
warmups = 0
control = false
order = "sequential"
placement = "free"

[[server]]
name = "s"
source = "embedded"
engine = "sqlite"

[[protection]]
name = "plaintext"
kind = "plaintext"

[workload]
name = "hospital"
sizes = [20]
"""


def with_value(table: str, key: str, value: object) -> str:
    """The plan with `value`, written as it stands, for a key of one of its tables."""
    head, sign, rest = PLAN.partition(f"[{table}]")
    assert sign
    behind = 2 if rest.startswith("]") else 1
    lines = rest[behind:].lstrip("\n").split("\n")
    blank = lines.index("")
    stored = [line for line in lines[:blank] if line.split(" = ")[0] != key]
    return "\n".join(
        [f"{head}{sign}{rest[: behind - 1]}", *stored, f"{key} = {value}", *lines[blank:]]
    )


def with_table(table: str, value: str) -> str:
    """The plan with `value`, written as it stands, in place of one of its tables."""
    sections = PLAN.strip().split("\n\n")
    stored = [each for each in sections if not each.lstrip("[").startswith(f"{table}]")]
    assert len(stored) < len(sections)
    return "\n\n".join([f"{table} = {value}", *stored])
