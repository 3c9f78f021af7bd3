"""Saving tables and pictures, and saying where they went."""
