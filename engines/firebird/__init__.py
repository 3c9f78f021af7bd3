"""Firebird: firebird-driver with prepared statements, sealed by ENCRYPT."""
