"""The end of most plans here."""

from __future__ import annotations

SIDES = """
[[server]]
name = "sqlite"
source = "embedded"
engine = "sqlite"
[[protection]]
name = "plaintext"
[[protection]]
name = "gcm"
kind = "client"
algorithm = "aes"
bits = 256
mode = "gcm"
"""
"""SQLite in plaintext and under AES-256-GCM in the application."""
