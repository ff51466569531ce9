"""links know whose seat they move: older ones, which do not, are dropped."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(sa.text("DELETE FROM links"))
    with op.batch_alter_table("links") as links:
        links.add_column(sa.Column("guest", sa.String(length=32), nullable=False))
        links.create_foreign_key(op.f("fk_links_guest"), "guests", ["guest"], ["guest"], ondelete="CASCADE")
        links.create_index(op.f("ix_links_table_seat"), ["table", "seat"])
