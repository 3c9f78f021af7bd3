"""Layouts that Qt lacks: flowing lines, pages that scroll if needed."""
