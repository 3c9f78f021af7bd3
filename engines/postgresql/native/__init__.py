"""What the native loop (`engines.native`) runs of PostgreSQL."""
