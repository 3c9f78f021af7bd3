"""Alembic's entry: it runs inside the connection that `app.results.database.migrate` opened."""

from __future__ import annotations

from alembic import context

from app.results.database.migrate import VERSION_TABLE
from app.results.database.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    version_table=VERSION_TABLE,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
