"""What the pages around the tables say about From East to West."""

from serai.web.drawing.catalogues import mark as _
from serai.web.drawing.profiles import CARDS, Invitation, Profile, Rulebook, Source, Won

PROFILE = Profile(
    title=_("From East to West"),
    spices={"Y": _("corn"), "R": _("meat"), "G": _("tobacco"), "B": _("furs")},
    single={"B": _("fur")},
    sources=(
        CARDS,
        Source("gold", _("Bonus"), _("Bonus tiles"), "i-hint"),
        Source("posts", _("Exploration"), _("Exploration tiles"), "i-start"),
        Source("cubes", _("Goods"), _("Goods left, 1 each (%(yellow)s none)"), "cube-any"),
    ),
    won=Won("claimed", "point_names", "points"),
    about=_("Settlers, forts and a trade route of your own. 2–4 players, 60 min."),
    art="east_to_west/art.html",
    rulebook=Rulebook(
        prefix="EW",
        rules=21,
        sections=(
            "goal pieces setup turn .work .upgrade .trade .fort .benefit .explore .market .route .refresh .adjust "
            ".rest limit end bonus players here cards open"
        ),
        headings={
            "work": _("Work at a location"),
            "fort": _("Forts"),
            "benefit": _("What point cards bring"),
            "explore": _("Exploring"),
            "market": _("Markets"),
            "route": _("Your trade route"),
            "refresh": _("Refresh the market"),
            "adjust": _("Adjust the route"),
            "bonus": _("Bonus tiles"),
        },
        files={
            "spice_road/merchant_cards.csv": _("Merchant cards"),
            "east_to_west/locations.csv": _("Locations"),
            "east_to_west/point_cards.csv": _("Point cards"),
            "east_to_west/bonus_tiles.csv": _("Bonus tiles"),
            "east_to_west/exploration_tiles.csv": _("Exploration tiles"),
        },
        own_symbols=True,
    ),
    lesson=Invitation(
        _("Settle in twelve steps"),
        _("New to From East to West? Play a short first game with a coach at your side."),
        _("You know From East to West now. The land is wide: try it at a real table."),
    ),
    sounds={"explore": ("claim",)},
)
