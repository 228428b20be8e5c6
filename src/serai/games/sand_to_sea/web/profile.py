"""What the pages around the tables say about Sand to Sea."""

from serai.web.drawing.catalogues import mark as _
from serai.web.drawing.profiles import CUBES, Invitation, Profile, Rulebook, Source, Variants, Won

PROFILE = Profile(
    title=_("Sand to Sea"),
    spices={"Y": _("ginger"), "R": _("chili"), "G": _("tea"), "B": _("cloves")},
    single={"B": _("clove")},
    sources=(
        Source("cards", _("Deliveries"), _("Victory tiles"), "i-claim"),
        Source("posts", _("Outposts"), _("Values uncovered on the player’s board"), "i-start"),
        Source("gold", _("Bonus"), _("Points tiles"), "i-hint"),
        CUBES,
    ),
    won=Won("victory", "victory_names", "victory"),
    about=_("Caravans meet ships: markets, ports and outposts. 2–4 players, 60 min."),
    art="sand_to_sea/art.html",
    network=_("in Sand to Sea, with three or four players, weaker than Planner"),
    rulebook=Rulebook(
        prefix="SS",
        rules=17,
        sections=(
            "goal pieces setup turn .play .upgrade .trade .acquire .sail .toll .build .column .port .rest "
            "limit end players here cards open"
        ),
        headings={
            "sail": _("The boat"),
            "toll": _("Company on an island"),
            "build": _("Outposts and markets"),
            "column": _("Emptied columns"),
            "port": _("Ports"),
        },
        files={
            "spice_road/merchant_cards.csv": _("Merchant cards"),
            "sand_to_sea/map.txt": _("Map"),
            "sand_to_sea/starting_spices.csv": _("Starting spices"),
            "sand_to_sea/island_tiles.csv": _("Island tiles"),
            "sand_to_sea/bonus_tiles.csv": _("Bonus tiles"),
            "sand_to_sea/victory_tiles.csv": _("Victory tiles"),
            "sand_to_sea/player_board.csv": _("Outpost board"),
        },
        own_symbols=True,
    ),
    lesson=Invitation(
        _("Set sail in eleven steps"),
        _("New to Sand to Sea? Play a short first game with a coach at your side."),
        _("You know Sand to Sea now. The sea is open: try it at a real table."),
    ),
    variants=Variants(
        title=_("Outline of the map"),
        own=(_("Open sea"), _("The usual outline: wide, with short ways between the ports.")),
        texts={
            "atoll": (_("Atoll"), _("A ring around an empty middle: boats sail one way round or the other.")),
            "basins": (_("Two basins"), _("One narrow passage joins two seas, and everybody wants to get through.")),
            "crossing": (_("Crossing"), _("Four arms meet in the middle, where few are alone for long.")),
            "strait": (_("Strait"), _("A long, narrow sea with two ports at each end.")),
        },
    ),
    sounds={
        "sail": ("sail",),
        "give": ("cube",),
        "build": ("cube", "coin"),
        "choose": ("coin",),
        "deliver": ("claim", "coin"),
    },
)
