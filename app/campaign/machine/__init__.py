"""What the machine gives and takes away: cores, control groups, probe samples, stalls."""
