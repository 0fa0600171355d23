"""https of a hall without the internet: an authority of this machine, or a certificate given."""
