"""Fields and choices that a user fills in."""
