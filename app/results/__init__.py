"""What was measured: events, records, the store (results database), spool and archives. No Qt."""
