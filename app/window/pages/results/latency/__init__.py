"""Latencies under load: percentiles, how they are spread, how they went on."""
