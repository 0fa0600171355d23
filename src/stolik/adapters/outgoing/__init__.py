"""What leaves this machine, each only if who starts the server has ordered it (decision 0009)."""
