"""What the lab finds, in words."""
