"""Lessons in five steps (PRIMM): their files, and what a student makes of one."""
