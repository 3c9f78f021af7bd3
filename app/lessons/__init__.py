"""Lessons in five steps (PRIMM: predict, run, investigate, modify, make): their files, a student's
attempt, results of a class."""
