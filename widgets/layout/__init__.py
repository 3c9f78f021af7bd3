"""Layouts that Qt has not: flowing lines, pages that scroll when they must."""
