"""People and roles: who may do what, who is who, and how they come in."""
