"""What lockstep can tell on this machine, by real campaigns: `python -m benchmarks.lockstep`."""
