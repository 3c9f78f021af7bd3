"""Charts: live telemetry, grouped bars, and what they are drawn on."""
