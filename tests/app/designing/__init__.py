"""Designing a workload from a database that is there."""
