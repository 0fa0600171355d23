"""A list of entrants as people send it: columns guessed, rows as people, doubts asked about."""
