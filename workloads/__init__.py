"""What is timed: schemas, data and operations. No Qt, no driver."""
