"""What stands beside a lesson's steps: a tab of the pattern lab that the lesson drives."""
