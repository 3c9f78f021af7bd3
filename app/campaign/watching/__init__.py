"""Looking at processes while they work: samples, and what stands still."""
