"""Load on a server: arrivals that are scheduled ahead, and lanes, the processes that send them."""
