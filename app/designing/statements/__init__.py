"""Statements that a server has counted, or of a file, as operations with parameters by name."""
