"""What the pages around the tables say about Spice Road."""

from serai.games.spice_road.numbers import GOLD, SILVER
from serai.web.drawing.catalogues import mark as _
from serai.web.drawing.profiles import CARDS, CUBES, Invitation, Profile, Rulebook, Source, Won

PROFILE = Profile(
    title=_("Spice Road"),
    spices={"Y": _("turmeric"), "R": _("saffron"), "G": _("cardamom"), "B": _("cinnamon")},
    sources=(
        CARDS,
        Source("gold", _("Gold"), _("Gold, %(points)d each"), "coin-gold", GOLD),
        Source("silver", _("Silver"), _("Silver, %(points)d each"), "coin-silver", SILVER),
        CUBES,
    ),
    won=Won("claimed", "point_names", "points"),
    about=_("Trade spices up along the caravan route. 2–5 players, 30 min."),
    art="spice_road/art.html",
    begin=_("Begin with Spice Road if you know none of them."),
    rulebook=Rulebook(
        prefix="SR",
        rules=14,
        sections=(
            "goal pieces setup turn .play .upgrade .trade .acquire .rest .claim .coins "
            "limit end players here cards open"
        ),
        headings={"claim": _("Claim a point card"), "coins": _("Coins")},
        files={
            "spice_road/merchant_cards.csv": _("Merchant cards"),
            "spice_road/point_cards.csv": _("Point cards"),
        },
    ),
    lesson=Invitation(
        _("Learn Spice Road in eight steps"),
        _("New to Spice Road? Play a short first game with a coach at your side."),
        _("You know Spice Road now. The road is open: try it at a real table."),
    ),
    sounds={"claim": ("claim", "coin")},
)
