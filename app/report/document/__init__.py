"""The report that is handed over: described once, written as HTML and as PDF."""
