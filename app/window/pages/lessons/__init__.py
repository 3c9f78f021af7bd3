"""Lessons: a list, and one lesson beside the pattern lab that it drives."""
