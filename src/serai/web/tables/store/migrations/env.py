"""Runs migrations in the transaction of the given connection; Alembic loads this file itself."""

from alembic import context

from serai.web.tables.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
