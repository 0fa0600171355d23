"""What is read from a file: entrants, results, and what cannot be right."""
