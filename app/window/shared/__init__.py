"""What several pages show: protections and runs in words, states, live charts."""
