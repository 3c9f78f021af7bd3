"""Proposes sensitive columns, which should be encrypted: by name, type and pattern of values."""
