"""What tabs of the pattern lab share."""
