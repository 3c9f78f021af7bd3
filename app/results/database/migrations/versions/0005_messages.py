"""Template and values of what is said to a reader, beside its English text."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_SAID = {
    "runs": "reason_said",
    "cells": "reason_said",
    "events": "message_said",
    "evidence": "detail_said",
}


def upgrade() -> None:
    """Make the columns, empty: what is there already has its English text alone."""
    there = sa.inspect(op.get_bind())  # MariaDB keeps what a broken upgrade had made
    for table, name in _SAID.items():
        if all(each["name"] != name for each in there.get_columns(table)):
            op.add_column(table, sa.Column(name, sa.JSON))
