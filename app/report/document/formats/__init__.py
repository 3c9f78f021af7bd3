"""The report as a file: HTML, PDF and Word."""
