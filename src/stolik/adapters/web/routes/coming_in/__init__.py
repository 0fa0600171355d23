"""How people come in: logins, passes, the addresses and certificates of this server."""
