"""Between a live table and its game: what is asked, handed over and said."""
