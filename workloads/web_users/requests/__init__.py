"""Requests of web users and their target: the database itself, or the web API before it."""
