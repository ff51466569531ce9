"""Run by Alembic: brings a database up to date, over the connection that it is handed."""

from alembic import context

from herzdame.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
