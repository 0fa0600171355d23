"""A third game, as small as one can be: take one to three stones, who takes the last one wins."""
