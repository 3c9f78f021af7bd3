"""What a newcomer sees first."""
