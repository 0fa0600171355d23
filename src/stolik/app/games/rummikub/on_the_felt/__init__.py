"""Where tiles lie and how racks are put: felt, drafts, orders, and what is kept of it."""
