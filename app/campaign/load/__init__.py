"""Load on a server: arrivals that are scheduled ahead, and the lanes that see to them."""
