"""SQLite with SQLite3 Multiple Ciphers (package apsw-sqlite3mc): whole files sealed, by apsw."""
