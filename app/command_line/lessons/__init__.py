"""Lessons listed, checked and run from a terminal."""
