"""The lab: many games at once, and a close look at a single one."""
