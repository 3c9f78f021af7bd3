"""The pictures tab."""
