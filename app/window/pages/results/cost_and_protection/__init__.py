"""What protections cost beside what they guard against."""
