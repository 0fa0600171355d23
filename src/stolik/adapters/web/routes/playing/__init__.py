"""What is asked where people play: tables, the hall, rounds online, a referee's tools."""
