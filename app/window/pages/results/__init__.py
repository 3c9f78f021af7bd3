"""The results page: stored campaigns, and what one of them found."""
