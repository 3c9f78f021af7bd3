"""Encryption in the application, and long values through a server's own function."""
