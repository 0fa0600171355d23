"""Drawing that takes for ever, for a process that is to start soon: it imports little."""

from time import sleep

from stolik.app.paper.content import Paper
from stolik.wiring.parts import Drawing

MANY = 208  # badges, too many for the lane of the small
FOR_EVER_S = 60.0


class Dawdling(Drawing):
    """Draws small papers, and is never done with a large one."""

    def pdf(self, paper: Paper) -> bytes:
        if paper.pieces >= MANY:
            sleep(FOR_EVER_S)
        return super().pdf(paper)
