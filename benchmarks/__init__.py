"""Our own speed beside public tools, and what our measuring costs: `python -m benchmarks`."""
