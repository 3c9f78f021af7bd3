"""Processes that work for the program: forked, given a deadline, heard."""
