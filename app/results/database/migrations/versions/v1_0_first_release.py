"""The store of the first release.

Nothing was released yet, so its tables are those of the models. Who changes the models after the
release writes these tables out here as they were, and the change into a migration of its own:
tests/app/results/database/test_opening.py sees that all migrations make what the models say.
"""

from __future__ import annotations

from alembic import op

from app.results.database.models import Base

revision = "1.0"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    Base.metadata.create_all(op.get_bind())
