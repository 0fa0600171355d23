"""What strangers read of public tournaments: pages, postcards, open data."""
