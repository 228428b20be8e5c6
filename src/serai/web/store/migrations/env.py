"""Runs migrations in the transaction of the connection that is given; Alembic loads this file itself."""

from alembic import context

from serai.web.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
