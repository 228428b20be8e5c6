"""Hints for the guest who has to decide; a guest who follows one sees the rest of its turn without asking again."""

from collections import OrderedDict
from dataclasses import replace

from serai.web.drawing.scene import Hint
from serai.web.guests import Guest
from serai.web.refusals import NoHintNow, NoHints, NotYourTurn, Stale
from serai.web.tables.bot_pool import BotPool, NoAnswer
from serai.web.tables.model import Table

MOST_KEPT = 2000


class Hints:
    """The latest hint of each seat, with the number of decisions before it; the oldest are forgotten."""

    def __init__(self) -> None:
        """Starts without hints."""
        self._given: OrderedDict[tuple[str, int], tuple[int, Hint]] = OrderedDict()

    def keep(self, table: Table, hint: Hint) -> None:
        """Notes a hint for the seat that has to decide."""
        if table.game is None or table.decides is None:
            return
        self._given[table.id, table.decides] = (len(table.game.steps()), hint)
        while len(self._given) > MOST_KEPT:
            self._given.popitem(last=False)

    def followed(self, table: Table, seat: int | None) -> Hint | None:
        """Returns the rest of a hint that the deciding seat has begun to follow."""
        if seat is None or table.game is None or seat != table.decides or (table.id, seat) not in self._given:
            return None
        start, hint = self._given[table.id, seat]
        done, turn = [step.text for step in table.game.steps()[start:]], hint.turns[0] if hint.turns else []
        left = turn[len(done) :]
        if not done or not left or done != turn[: len(done)] or left[0] not in table.game.legal():
            return None
        return replace(hint, turns=[left, *hint.turns[1:]])


async def hint_for(table: Table, guest: Guest, seen: int, bot_pool: BotPool) -> Hint:
    """Returns a hint for a guest's deciding seat; raises Refused."""
    if not table.options.hints:
        raise NoHints
    if table.game is None or table.decides not in table.mine(guest.id):
        raise NotYourTurn
    if not table.question <= seen <= table.number:
        raise Stale
    try:
        return await bot_pool.explain(table.game)
    except NoAnswer:
        raise NoHintNow from None
