"""The workload “own”: a user's own tables and statements, as a workload file describes them."""
