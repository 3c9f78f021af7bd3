"""Connections: opening them, and what short and long answers take on their way."""
