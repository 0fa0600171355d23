"""What the organiser prints: the content of every paper as plain data, and its check signs."""
