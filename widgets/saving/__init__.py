"""Saving tables and pictures, and showing where they were saved."""
