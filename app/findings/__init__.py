"""What the measured says: statistics, costs and verdicts; campaigns and studies. Free of Qt."""
