"""Latencies under load: percentiles, distribution, course over time."""
