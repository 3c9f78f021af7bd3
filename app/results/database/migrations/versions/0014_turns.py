"""What each turn of an operation took, where its side ran in lockstep with others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("operations", sa.Column("turns", sa.LargeBinary(), nullable=True))
