"""Servers as they are described and launched."""
