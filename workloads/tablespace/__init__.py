"""Whole tables encrypted where they are stored: a table made from another one, rewritten, added
up."""
