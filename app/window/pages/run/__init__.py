"""The run page: what the running campaign does now, and what it has found so far."""
