"""SQLite with SQLite3 Multiple Ciphers (package apsw-sqlite3mc): whole files sealed, by apsw."""

DEFAULT_MODE = ""
"""The mode of a native protection that names none, known without importing a driver."""
