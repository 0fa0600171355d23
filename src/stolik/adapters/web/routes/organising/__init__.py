"""What organisers ask: tournaments, their files and papers, people, rules of their own."""
