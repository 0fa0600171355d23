"""What is asked about tiles: by a referee in a dispute, by who practises or looks back."""
