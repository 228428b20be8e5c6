"""What the coach says in the first game of Sand to Sea; no sentence names a printed value."""

from serai.web.drawing.catalogues import mark as _
from serai.web.drawing.coaching import Chapter, Coaching

NOT_YET = {
    "play": _("That card has its turn later. First do what is marked."),
    "acquire": _("New cards come in step 3. First do what is marked."),
    "sail": _("Sailing comes in step 4. First do what is marked."),
    "build": _("Outposts come in step 2. First do what is marked."),
    "rest": _("Resting comes in step 6. You still have something to do here."),
}
LATER = {
    "play": _("You may, but now something better waits: press what is marked."),
    "acquire": _("A new card is fine, but now something better waits: press what is marked."),
    "sail": _("That way is open too, but now something better waits: press what is marked."),
    "rest": _("No need to rest yet: press what is marked."),
}
SAIL_ON = _("Your cards would take you further, but this is where you want to be: stop here.")
OTHER_CARD = _("That card still has work to do. Pay with the one on your open pile.")
NO_OUTPOST = _("You may end your turn, but without an outpost you cannot trade here: build.")
GINGER = _("Ginger is what you can spare best: press a ginger.")
STOP_HERE = Coaching(
    _("Press “Stop here”."),
    _("A boat may sail on as long as there are cards to pay with."),
    {"sail": SAIL_ON},
)
CHAPTERS = (
    Chapter(
        _("Spices, a boat, a card"),
        (
            Coaching(
                _("Take %(group)s, the marked group."),
                _("Spices are what you trade and pay with. Ports, at the corners of the map, give points for them."),
                {"start": _("Every free group is a fair choice. This one fits the first island: take the marked one.")},
            ),
            Coaching(
                _("Put your boat on the marked island."),
                _("Each island shows its trade, here %(trade)s, and above it a symbol."),
                {"place": _("You may begin on any island, but this trade suits your spices: press the marked one.")},
            ),
            Coaching(
                _("Play %(card)s from your hand."),
                _("You have one action a turn. This card brings two ginger into your hold."),
            ),
        ),
        _("Two ginger more. The card now lies on your open pile."),
        {"group": "YYR", "trade": "YY>G", "card": "YY"},
        NOT_YET,
    ),
    Chapter(
        _("An outpost opens a market"),
        (
            Coaching(
                _("Press the island under your boat: build an outpost."),
                _("Only with an outpost of your own may you trade on an island. The first one there is free."),
            ),
            Coaching(
                _("Press ×2 to trade twice."),
                _("You may repeat %(trade)s as often as you can pay."),
                {"trade": _("Once is allowed too, but twice brings more: press ×2."), "stop": _("Trade first: ×2.")},
            ),
            Coaching(
                _("Trade once more."),
                _("You may repeat %(trade)s as often as you can pay."),
                {"stop": _("You may stop, but you can still pay: trade once more.")},
            ),
        ),
        _("Four ginger became two tea. The outpost stays; on your board it uncovered points that count at the end."),
        {"trade": "YY>G"},
        NOT_YET,
    ),
    Chapter(
        _("Cards from the market row"),
        (
            Coaching(
                _("Press %(card)s, the second card in the row."),
                _("The first card is free. Each place further to the right costs one spice more."),
                {"acquire": _("You may take any card that you can pay for. For the next island take the marked one.")},
            ),
            Coaching(
                _("Press the chili: it goes onto the first card."),
                _("There it lies for whoever takes that card."),
                {"pay": _("You will need your tea on the next island. Chili you can spare.")},
            ),
        ),
        _("The card is in your hand, ready to be played on a later turn."),
        {"card": "YYYY"},
        NOT_YET,
    ),
    Chapter(
        _("Sailing costs cards"),
        (
            Coaching(
                _("Press the marked island, then pay with %(card)s from your open pile."),
                _("A step costs a card, played or not: pay with used ones. Your tea is wanted there: %(trade)s."),
                {
                    "sail": _("You may sail there too, but the marked island wants your tea."),
                    "sail B3": OTHER_CARD,
                    "play": _("That card has its turn later. Now sail: press the marked island."),
                    "acquire": _("One new card is enough for now. Sail: press the marked island."),
                },
            ),
            STOP_HERE,
            Coaching(
                _("Build an outpost."),
                _("Nobody has one on this island, so it is free again."),
                {"stop": NO_OUTPOST},
            ),
            Coaching(
                _("Trade: press the marked button."),
                _("Market and voyage belong together: sail, build and trade are one action."),
                {"stop": _("You may leave it, but cloves are worth more than tea: trade.")},
            ),
        ),
        _("Two tea became two cloves. The card that paid lies face down on your discard pile."),
        {"card": "YY", "trade": "GG>BB"},
        NOT_YET,
    ),
    Chapter(
        _("Company costs spices"),
        (
            Coaching(
                _("Play %(card)s."),
                _("Your next stop is Novice’s island, and you will need ginger there."),
                {
                    "acquire": _("First the card that you have: play it."),
                    "sail": _("First take ginger aboard: play the marked card."),
                },
            ),
            Coaching(
                _("Press Novice’s island, then pay with %(card)s from your open pile."),
                _("Novice’s boat and outpost are there. That does not keep you away, but it costs."),
                {
                    "sail": _("That way is free of company, but see what company costs: press Novice’s island."),
                    "sail C3": OTHER_CARD,
                    "acquire": _("You have enough cards for this voyage. Press Novice’s island."),
                },
            ),
            STOP_HERE,
            Coaching(
                _("Give Novice a ginger."),
                _("If you land beside other boats, you give each owner a spice. At sea and in ports this is free."),
                {"give": GINGER},
            ),
            Coaching(
                _("Build an outpost next to Novice’s."),
                _("For two players it costs two spices for each outpost already there, for more players one."),
                {"stop": _("You may leave it, but an outpost here counts at the end: build.")},
            ),
            *(Coaching(_("Pay with a ginger."), _("It goes to the supply."), {"pay": GINGER}) for _each in range(2)),
        ),
        _("Three outposts, of three symbols: see your board. Each came from the row of its island’s symbol."),
        {"card": "YYYY"},
        NOT_YET,
    ),
    Chapter(
        _("Upgrade, then rest"),
        (
            Coaching(
                _("Play %(card)s."),
                _("It upgrades spices, two steps in all, in this order:"),
                {
                    "sail": _("Your last card has better things to do than to pay for a step: play it."),
                    "acquire": _("First use the card that you have: play it."),
                },
                ladder=True,
            ),
            Coaching(
                _("Press the ginger."),
                _("It becomes a chili; the small picture at its corner shows it."),
                {"stop": _("Two steps are left and cost nothing: use them.")},
                ladder=True,
            ),
            Coaching(
                _("Now press the new chili."),
                _("You may upgrade the same spice again: it becomes tea."),
                {"stop": _("One step is left and costs nothing: use it.")},
                ladder=True,
            ),
            Coaching(
                _("Press “Rest”."),
                _("Your hand is empty. Resting takes a turn and brings back all cards, of both piles."),
                {
                    "acquire": _("A new card is fine, but three of your own wait to come back: rest."),
                    "sail": _("The open card could pay for a step, but without cards you would be stuck: rest."),
                },
            ),
        ),
        _("All three cards are back: the one you played last and the two that paid for your voyages."),
        {"card": "+2"},
        NOT_YET,
    ),
    Chapter(
        _("An empty column brings a card"),
        (
            Coaching(
                _("Many rounds later: press the island under your boat and build."),
                _("Of this symbol you have no outpost yet. It is the last in column 1 of your board."),
            ),
            Coaching(
                _("Take %(card)s from the row."),
                _("Whoever empties column 1 takes any card for free, with the spices lying on it."),
                {"take": _("Every card would be free. The marked one brings spices each time you play it.")},
            ),
        ),
        _("A card and a ginger for nothing. Outposts are worth having for that, not only for their markets."),
        {"card": "YYR"},
        LATER,
    ),
    Chapter(
        _("The next column: a bonus tile"),
        (
            Coaching(
                _("Press the marked island, then pay with %(card)s from your open pile."),
                _("There you empty column 2."),
                {"sail A3": OTHER_CARD},
            ),
            STOP_HERE,
            Coaching(
                _("Build an outpost."),
                _("The island has the symbol whose outpost is the last in column 2."),
                {"stop": _("You may leave it, but a reward is waiting: build.")},
            ),
            Coaching(
                _("Take the tile with the boat."),
                _("It makes one step of every voyage free. The others give more room in your hold, or points."),
                {
                    "choose": _(
                        "That tile is good too, but the next port is one step away: take the one with the boat."
                    ),
                    "take": _("A card is allowed again, but you have three: take the tile with the boat."),
                },
            ),
        ),
        _("Columns 2, 3 and 4 each bring a tile of your choice, or a card."),
        {"card": "YY"},
        LATER,
    ),
    Chapter(
        _("Delivering at a port"),
        (
            Coaching(
                _("Press the marked port."),
                _("It asks for %(cost)s, and you have all of it. The step is free: your new tile pays."),
                {"sail": _("That step would be free too, but the port wants your spices: press the port.")},
            ),
            STOP_HERE,
            Coaching(
                _("Deliver."),
                _("You give the spices and get the tile with its points. The next tile of the stack comes here."),
                {"stop": _("You have all that the port asks for: deliver.")},
            ),
        ),
        _("The points are yours. The next tile was the closed port: it stays here until someone delivers elsewhere."),
        {"cost": "GGBB"},
        LATER,
    ),
    Chapter(
        _("Ten spices in the hold"),
        (
            Coaching(
                _("Later still: play %(card)s."),
                _("Three victory tiles each. The port next to you asks for %(cost)s: you lack the ginger."),
                {
                    "play": _("That would not bring the two ginger you need: play the marked card."),
                    "sail": _("You cannot pay the port yet: first play the marked card."),
                },
            ),
            Coaching(
                _("Press a ginger to give it back."),
                _("At the end of a turn a hold has room for ten. What goes is your choice."),
                {"discard": GINGER},
            ),
            Coaching(
                _("And one more ginger."),
                _("The port asks for only two."),
                {"discard": GINGER},
            ),
        ),
        _("Ten are left. Each hold tile would make room for three more."),
        {"card": "YYYY", "cost": "YYBBB"},
        LATER,
    ),
    Chapter(
        _("The fourth victory tile"),
        (
            Coaching(
                _("Press the port beside you."),
                _("You have %(cost)s aboard, and the step is free."),
                {"sail": _("You can end the game now: press the port.")},
            ),
            STOP_HERE,
            Coaching(
                _("Deliver: your fourth tile."),
                _("A player’s fourth victory tile triggers the last round."),
                {"stop": _("You can end the game now: deliver.")},
            ),
        ),
        _("The closed port moved here; the port it left is open again. Novice has one turn left, then points count."),
        {"cost": "YYBBB"},
        LATER,
    ),
)
