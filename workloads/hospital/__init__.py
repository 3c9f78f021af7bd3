"""The published hospital study: its tables, its records and its four operations."""
