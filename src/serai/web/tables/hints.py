"""Hints for the guest who has to decide."""

from serai.web.drawing.scene import Hint
from serai.web.guests import Guest
from serai.web.refusals import NoHintNow, NoHints, NotYourTurn, Stale
from serai.web.tables.bot_pool import BotPool, NoAnswer
from serai.web.tables.model import Table


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
