"""What else the machine did while a campaign measured."""
