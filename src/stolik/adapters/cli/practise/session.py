"""The loop: draw the table, read an order, put it to the core; the bots answer in their turns."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from rich.text import Text

from stolik.adapters.cli.practise.draft import DraftedMove, start
from stolik.adapters.cli.practise.orders import Verb, read_order
from stolik.adapters.cli.practise.phrases import Phrase
from stolik.adapters.cli.practise.screen import Look, News, Tone, screen, sheet
from stolik.adapters.cli.practise.table import ME, Happening, PracticeTable
from stolik.adapters.cli.practise.telling import told
from stolik.adapters.cli.practise.terminal import Left, Terminal
from stolik.adapters.cli.practise.turn import Turn
from stolik.app.texts import say, text
from stolik.refusal import Refused
from stolik.rummikub import commands as c
from stolik.rummikub.dealing import doublets
from stolik.rummikub.state import Phase

_MOST_NEWS = 10
_HURRY_S = 10


class PractiseSession:
    """One person's game, from the deal to the score sheet."""

    def __init__(
        self,
        table: PracticeTable,
        terminal: Terminal,
        look: Look,
        clock: Callable[[], float] | None,
        *,
        why: bool = False,
    ) -> None:
        self._table = table
        self._terminal = terminal
        self._look = look
        self._clock = clock
        self._why = why
        self._news: list[News] = []

    def play(self) -> None:
        """Play to the end; `Left` passes through if the person goes before."""
        self._happened(self._table.deal())
        while self._table.state.phase is not Phase.PLAYING:
            self._get_ready()
        while not self._table.is_over:
            self._happened(self._table.bots_move())
            self._explain()
            if self._table.is_mine:
                self._play_turn()
        self._show_end()

    def _explain(self) -> None:
        """What the bots thought, for who wants to learn from them."""
        for seat, reason in self._table.reasons if self._why else ():
            thought = text(f"bot.reason.{reason.code}", self._look.lang, **reason.facts)
            self._say(f"{self._look.names[seat]} ({seat + 1}): {thought}", Tone.PLAIN)
        self._table.reasons.clear()

    def _get_ready(self) -> None:
        """A new deal may be asked for, the opening announced, or simply: ready."""
        self._say(self._ready_hint(), Tone.HINT)
        self._draw_table(start((), self._table.view.seats[ME].rack or ()))
        try:
            line = self._terminal.ask(self._prompt(Phrase.READY_PROMPT))
            self._answer_readiness(read_order(line) if line.strip() else Verb.COMMIT)
        except Refused as refused:
            self._refused(refused)

    def _ready_hint(self) -> str:
        lang, rules = self._look.lang, self._look.rules
        pairs = doublets(self._table.view.seats[ME].rack or (), rules)
        said = [text(Phrase.READY, lang)]
        if rules.opening.announcement_before_game:
            said.append(text(Phrase.READY_ANNOUNCE, lang))
        if len(pairs) >= rules.deal.doublets_for_redeal:
            said.append(text(Phrase.READY_REDEAL, lang, doublets=pairs))
        return " · ".join(said)

    def _answer_readiness(self, order: object) -> None:
        match order:
            case Verb.QUIT:
                raise Left
            case Verb.REDEAL:
                self._happened(self._table.give(c.AskRedeal(ME)))
                self._happened(self._table.deal())
            case Verb.COMMIT | Verb.ANNOUNCE:
                announces = order is Verb.ANNOUNCE
                self._happened(self._table.give(c.DeclareReady(ME, announces)))
                self._happened(self._table.bots_get_ready())
            case _:
                self._say(text(Phrase.HELP, self._look.lang), Tone.PLAIN)

    def _play_turn(self) -> None:
        turn = Turn(self._table, self._clock)
        while self._table.is_mine:
            self._say(self._hint(), Tone.HINT)
            self._draw_table(turn.move)
            try:
                line = self._terminal.ask(self._turn_prompt(turn))
                order = read_order(line) if line.strip() else None
                if order is Verb.QUIT:
                    raise Left
                self._happened(turn.follow(order))
            except Refused as refused:
                self._refused(refused)
            else:
                self._comment(order, turn)

    def _comment(self, order: object, turn: Turn) -> None:
        """Orders that only ask something are answered here."""
        lang, left = self._look.lang, turn.seconds_left
        match order:
            case Verb.HELP:
                self._say(text(Phrase.HELP, lang), Tone.PLAIN)
            case Verb.TIME if left is None:
                self._say(text(Phrase.TIME_UNLIMITED, lang))
            case Verb.TIME:
                self._say(text(Phrase.TIME_LEFT, lang, seconds=left))
        if turn.by_number is not None:
            self._look = replace(self._look, by_number=turn.by_number)

    def _hint(self) -> str:
        view = self._table.view
        if view.drew:
            return text(Phrase.HINT_DREW, self._look.lang)
        if not view.may_draw:
            return text(Phrase.HINT_LAST, self._look.lang)
        if not view.middle.tiles:
            return text(Phrase.HINT_STACK, self._look.lang, stack=view.bank[0].number)
        return text(Phrase.HINT_TURN, self._look.lang)

    def _turn_prompt(self, turn: Turn) -> Text:
        phrase = Phrase.PROMPT_DREW if self._table.view.drew else Phrase.PROMPT
        return self._prompt(phrase, turn.seconds_left)

    def _prompt(self, phrase: Phrase, seconds: int | None = None) -> Text:
        prompt = Text(text(phrase, self._look.lang), style="bold")
        if seconds is not None:
            left = text(Phrase.CLOCK, self._look.lang, seconds=seconds)
            prompt.append(f" [{left}]", style="red" if seconds <= _HURRY_S else "green")
        return prompt.append(" > ")

    def _draw_table(self, move: DraftedMove) -> None:
        self._look = replace(self._look, width=self._terminal.width)
        drawn = screen(self._table.view, move, self._news[-_MOST_NEWS:], look=self._look)
        self._terminal.show(drawn, fresh=True)
        self._news.clear()

    def _show_end(self) -> None:
        view, state = self._table.view, self._table.state
        last = start(state.tableau, view.seats[ME].rack or ())
        self._draw_table(last)
        self._terminal.show(sheet(state.results, view, look=self._look))

    def _happened(self, happenings: Iterable[Happening]) -> None:
        for before, event in happenings:
            if words := told(event, before, ME, self._look.lang):
                self._say(words)

    def _say(self, words: str, tone: Tone = Tone.NEWS) -> None:
        self._news.append(News(words, tone))

    def _refused(self, refused: Refused) -> None:
        for violation in refused.violations:
            self._say(say(violation, self._look.lang), Tone.BAD)
