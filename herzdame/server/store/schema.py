"""The tables of the database.  The numbered entries are the truth; everything else is found faster by it."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

guests = Table(
    "guests",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("token", String(64), nullable=False, unique=True),  # SHA-256 of the secret in the cookie
    Column("name", String(24)),
    Column("created", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("table", String(32), primary_key=True),
    Column("deed", LargeBinary, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("phase", String(16), nullable=False),
    Column("changed", Float, nullable=False),
    Index(None, "public", "phase", "changed"),
    Index(None, "changed"),
)

# (table, number) is the compare-and-set: of two processes that write the same number, one fails.
entries = Table(
    "entries",
    metadata,
    Column("table", ForeignKey("tables.table", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    Column("chain", String(64), nullable=False),  # SHA-256 over the chain before and this body
)

# Who sits, or sat, at which table.
chairs = Table(
    "chairs",
    metadata,
    Column("guest", ForeignKey("guests.guest", ondelete="CASCADE"), primary_key=True),
    Column("table", ForeignKey("tables.table", ondelete="CASCADE"), primary_key=True),
)

# Links by which a seat moves to another device; each can be used once.
links = Table(
    "links",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256 of what stands in the link
    Column("table", ForeignKey("tables.table", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("guest", ForeignKey("guests.guest", ondelete="CASCADE"), nullable=False),  # whose seat it was then
    Column("created", BigInteger, nullable=False),
    Index(None, "table", "seat"),
)

# Matches from elsewhere, by the hash of what was done in them.
replays = Table(
    "replays",
    metadata,
    Column("replay", String(32), primary_key=True),
    Column("content", LargeBinary, nullable=False),
    Column("created", Float, nullable=False),
)
