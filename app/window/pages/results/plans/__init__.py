"""Query plans: a protection's next to the baseline's."""
