"""A chart described once, and drawn on paper (SVG, PNG, PDF)."""
