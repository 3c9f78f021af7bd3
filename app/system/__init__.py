"""What every process of ours owes the system and the user: folders, passwords, signals, output."""
