"""Memory of an operation as it was read at its two ends, and the most of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns: nobody has noted it of the operations that are there."""
    there = {each["name"] for each in sa.inspect(op.get_bind()).get_columns("operations")}
    for name in ("first_memory_mb", "last_memory_mb", "peak_memory_mb"):
        if name not in there:  # MariaDB keeps what a broken upgrade had made
            op.add_column("operations", sa.Column(name, sa.Double))
