"""The line of one page, which a test may cut: a killed server, or an answer that is lost."""

from dataclasses import dataclass, field

from playwright.sync_api import Page, Route, WebSocketRoute


@dataclass
class Cuttable:
    """The way of a page to the server: sockets, and what stands in for them."""

    page: Page
    cut: bool = False
    deaf: bool = False
    """What the server says is lost on the way."""
    swallows: bool = False
    """What the page says is."""
    sockets: list[WebSocketRoute] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.route_web_socket("**/api/socket*", self._opened)
        self.page.route("**/api/lines**", self._asked)
        self.page.reload()

    def breaks(self) -> None:
        """As when the server is killed."""
        self.cut = True
        for socket in self.sockets:
            socket.close()
        self.sockets.clear()

    def mends(self) -> None:
        self.cut = self.deaf = self.swallows = False

    def _opened(self, socket: WebSocketRoute) -> None:
        if self.cut:
            socket.close()
            return
        server = socket.connect_to_server()
        self.sockets.append(socket)
        socket.on_message(lambda said: None if self.swallows else server.send(said))
        server.on_message(lambda said: None if self.deaf else socket.send(said))

    def _asked(self, route: Route) -> None:
        if self.cut:
            route.fulfill(status=503)
        else:
            route.continue_()
