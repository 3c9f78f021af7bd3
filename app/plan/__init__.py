"""What is to be done: campaign, plan file, cells and their order. Pure data."""
