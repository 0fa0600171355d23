"""Tables without an account: to practise at, or among friends."""
