"""What every body of a request is made of."""

from stolik.app.reading.typed import Request


class Body(Request, frozen=True, kw_only=True):
    """A request that is the body of one over HTTP, whose own word `Request` is."""
