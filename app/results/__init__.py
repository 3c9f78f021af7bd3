"""What was measured: events, records, comparison and cost. Free of Qt."""
