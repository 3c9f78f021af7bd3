"""What can encrypt the folder that a server of ours has its data in: a module for each kind."""
