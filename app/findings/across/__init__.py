"""Comparison across campaigns and published studies, whose runs share no blocks."""
