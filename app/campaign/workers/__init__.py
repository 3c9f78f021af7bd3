"""The processes that work for us: forked, given a deadline, timed and watched."""
