"""Firebird: firebird-driver with prepared statements, sealed by ENCRYPT."""

DEFAULT_MODE = "ofb"
"""The mode of a native protection that names none, known without importing a driver."""
