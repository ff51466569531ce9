"""What is kept: guests, tables and their entries, in SQLite or PostgreSQL."""
