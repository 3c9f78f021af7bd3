"""The timed loop in C, for engines whose client library can be called from it."""
