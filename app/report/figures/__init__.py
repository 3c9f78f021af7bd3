"""What a campaign found: costs, latencies, sources of cost, stability, studies next to it."""
