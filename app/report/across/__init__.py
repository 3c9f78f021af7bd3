"""Reports over several campaigns and published studies: their figures gathered, and as tables."""
