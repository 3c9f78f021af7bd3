"""What the native loop (`engines.native`) runs of MySQL and MariaDB."""
