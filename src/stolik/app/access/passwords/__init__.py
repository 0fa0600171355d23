"""What a password must be, and how often one may be guessed."""
