"""Imported into a program that a test types: evidence of few records, each value of which may be a
call of a key service."""

from __future__ import annotations

from app.evidence import gathering

gathering._RECORDS = 30
