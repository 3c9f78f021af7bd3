"""Placement, counters read at an operation's two ends."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_COUNTS = tuple(
    f"{who}_{what}"
    for what in ("voluntary", "involuntary", "read", "written")
    for who in ("server", "worker")
)


def upgrade() -> None:
    """Add columns that say nothing of what was measured before."""
    _add("campaigns", sa.Column("ended_by", sa.Text))
    _add("runs", sa.Column("placement", sa.JSON))
    for name in ("server_cpu_s", "worker_cpu_s"):
        _add("operations", sa.Column(name, sa.Double))
    for name in _COUNTS:
        _add("operations", sa.Column(name, sa.BigInteger))


def _add(table: str, column: sa.Column[object]) -> None:
    """Unless it is there: MariaDB keeps what a broken upgrade had made."""
    there = {each["name"] for each in sa.inspect(op.get_bind()).get_columns(table)}
    if column.name not in there:
        op.add_column(table, column)
