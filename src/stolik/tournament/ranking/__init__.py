"""Who stands where, and what hangs on it: standings, tie-breaks, classes, teams, outlooks."""
