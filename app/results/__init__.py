"""What was measured: events, records, the store and its archives. Free of Qt."""
