"""Load: arrivals, lanes and what they count."""
