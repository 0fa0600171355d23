"""Wake-ups and whispers between the nodes of one database."""
