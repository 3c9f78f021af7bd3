"""What tabs of the results page share."""
