"""What the coach says in the first game of From East to West; no sentence names a printed value."""

from serai.web.drawing.catalogues import mark as _
from serai.web.drawing.coaching import Chapter, Coaching

WORK = _("That place is open to you too, but the lesson waits at the marked one.")
MARKETS = _("Markets come in step 6. First do what is marked.")
REFRESH = _("Refreshing the market comes in step 11. First do what is marked.")
ADJUST = _("That place is for a route of several cards, in step 10. First do what is marked.")
FORT_7 = _("You can pay that point card. Forts come in step 7; first do what is marked.")
RESTING = _("Resting comes in step 4. You still have settlers on hand: let them work.")
ALL_HOME = _("All your settlers are home already: let one work.")
NO_REST = _("No need to rest yet: you have settlers on hand.")
NOT_YET = {"work": WORK, "work market": MARKETS, "work refresh": REFRESH, "work adjust": ADJUST, "rest": RESTING}
FORTS_WAIT = {**NOT_YET, "work fort": FORT_7}
LATER = {
    "work": _("You may work there, but now something better waits: press what is marked."),
    "route": _("You may use that card, but now something better waits: press what is marked."),
    "rest": NO_REST,
}
CORN = _("Corn is what you can spare best: press a corn.")
CHAPTERS = (
    Chapter(
        _("Settlers go to work"),
        (
            Coaching(
                _("Press the marked place."),
                _("The sockets below show how many settlers it takes. Yours wait below, “on hand”."),
            ),
        ),
        _("Your settler brought corn and stays there. Your storage holds it."),
        {},
        NOT_YET,
    ),
    Chapter(
        _("Trade as often as you can pay"),
        (
            Coaching(
                _("Trade twice at the marked place."),
                _("It trades %(trade)s, and you may do it as often as you can pay."),
                {
                    "work": _("You may, but a trade turns your corn into better goods: trade at the marked place."),
                    "stop": _("You may stop, but you can still pay: trade once more."),
                },
            ),
            Coaching(
                _("Trade once more."),
                _("You may do it as often as you can pay."),
                {"stop": _("You may stop, but you can still pay: trade once more.")},
            ),
        ),
        _("Six corn became meat and tobacco. The place took three settlers, once for both trades."),
        {"trade": "YYY>RG"},
        NOT_YET,
    ),
    Chapter(
        _("Upgrade goods"),
        (
            Coaching(
                _("Press the marked place."),
                _("It upgrades goods, two steps in all, in this order:"),
                ladder=True,
            ),
            Coaching(
                _("Press a meat."),
                _("It becomes tobacco; the small picture at its corner shows it."),
                {
                    "upgrade": _("You may upgrade tobacco too, but first press a meat."),
                    "stop": _("Two steps are left and cost nothing: use them."),
                },
                ladder=True,
            ),
            Coaching(
                _("Now press a tobacco."),
                _("You may upgrade the same good again. Furs are worth most."),
                {
                    "upgrade": _("You may upgrade the meat too, but see how to get a fur: press a tobacco."),
                    "stop": _("One step is left and costs nothing: use it."),
                },
                ladder=True,
            ),
        ),
        _("A fur. Every good but corn also counts a point at the end."),
        {},
        FORTS_WAIT,
    ),
    Chapter(
        _("Rest"),
        (
            Coaching(
                _("Press “Rest”."),
                _("One settler is left on hand. Resting takes a turn and brings all the others home."),
                {
                    "work": _("One settler could still work, but see first how all come home: rest."),
                    "work fort": FORT_7,
                },
            ),
        ),
        _("All seven are back. Novice rests now and then, too."),
        {},
        {},
    ),
    Chapter(
        _("Make room"),
        (
            Coaching(
                _("Press the place where Novice stands."),
                _("It takes one settler more than stand there. Novice’s settler goes home, ready to work again."),
                {"work": _("That place is free, but see how to make room: press the one where Novice stands.")},
            ),
        ),
        _("The place is yours now. Where your own settlers stand, you cannot work until they are home."),
        {},
        {**FORTS_WAIT, "rest": ALL_HOME},
    ),
    Chapter(
        _("Your trade route"),
        (
            Coaching(
                _("Press the first market."),
                _("A settler at a market gets you the merchant there."),
                {
                    "work": _("That place is open too, but get a merchant of your own first: press the marked market."),
                    "work market": _("Any merchant may join you. For the next step take the marked one."),
                    "work refresh": REFRESH,
                    "work adjust": ADJUST,
                    "work fort": FORT_7,
                    "rest": ALL_HOME,
                },
            ),
            Coaching(
                _("Press “Into my route”."),
                _("Used now, it would serve you once. In your route you can use it after every rest."),
                {"use": _("Used now, it would be gone. Keep it: press “Into my route”.")},
            ),
            Coaching(
                _("Press %(card)s in your route."),
                _("Your route is used with settlers, like a place. There nobody can push you out."),
                {
                    "work": _("You may work there, but use your new merchant first: press it in your route."),
                    "rest": NO_REST,
                },
            ),
        ),
        _("Corn and tobacco. A card further to the right costs one settler more for every unused card before it."),
        {"card": "YG"},
        {},
    ),
    Chapter(
        _("A fort, a point card"),
        (
            Coaching(
                _("Press the marked fort."),
                _("Its card asks for %(cost)s, and you have all of it."),
                {
                    "work fort": _("You can pay that card too, but the marked one brings settlers: press its fort."),
                    "work": _("You may work there, but you can claim a point card: press the marked fort."),
                    "rest": _("You can claim a point card now: press the marked fort."),
                },
            ),
            Coaching(
                _("Take the bonus tile."),
                _("It counts pairs of symbols on your point cards at the end. You may have three."),
                {"no bonus": _("It costs nothing, and you have room for three: take it.")},
            ),
        ),
        _("Points, a symbol, and what is drawn beside it: two settlers more, from your reserve."),
        {"cost": "YYRG"},
        {},
    ),
    Chapter(
        _("Explore"),
        (
            Coaching(
                _("Press the marked fort."),
                _("%(cost)s: the signpost on the card means that you may explore."),
                {
                    "work": _("You may work there, but you can claim another point card: press the marked fort."),
                    "rest": _("You can claim another point card: press the marked fort."),
                },
            ),
            Coaching(
                _("Take the marked tile, off the covered place."),
                _("Its good is yours at once, its points count at the end, and the place below opens for all."),
                {
                    "explore": _("Every tile is a fair choice. See what lies below this one: take the marked tile."),
                },
            ),
            Coaching(
                _("Take this bonus tile, too."),
                _("It counts settlers that are not in your reserve, so every settler you gain is worth more."),
                {"no bonus": _("It costs nothing, and you have room for three: take it.")},
            ),
        ),
        _("A fur, and a new place to trade. The card also shows a compass, which makes a pair with your saddlebag."),
        {"cost": "RGB"},
        {},
    ),
    Chapter(
        _("Cards that help for good"),
        (
            Coaching(
                _("Many rounds later: press the marked place."),
                _("Two of your point cards help where goods are gained: one settler less, and one corn more."),
            ),
        ),
        _("One settler less, one corn more: both hold to the end of the game."),
        {},
        LATER,
    ),
    Chapter(
        _("The order of your route"),
        (
            Coaching(
                _("Press the marked place: adjust your route."),
                _("Your third card would cost three settlers. Further to the left it costs less."),
                {
                    "route 3": _("That works, but it costs three settlers. Bring the card to the front first."),
                },
            ),
            Coaching(
                _("Swap the third card with the first."),
                _("The corn came by itself. Below each card are the places that it may change with."),
                {
                    "swap": _("That swap is allowed, but the third card would still not be first: swap cards 1 and 3."),
                    "no swap": _("You may leave the route as it is, but the first place is the cheapest: swap."),
                },
            ),
            Coaching(
                _("Press %(card)s, now the first."),
                _("In the first place a card costs one settler."),
            ),
        ),
        _("Ten goods: no more may lie in your storage at the end of a turn."),
        {"card": "YYR"},
        LATER,
    ),
    Chapter(
        _("New merchants, and a second turn"),
        (
            Coaching(
                _("Press the marked place: refresh the market."),
                _("You need one meat more. The four merchants go under the deck, and four others come."),
            ),
            Coaching(
                _("Press the first market. It is still your turn."),
                _("After a refresh you have another turn."),
                {"work market": _("The first market brings the meat for nothing: press it.")},
            ),
            Coaching(
                _("Press “Use it now”."),
                _("You need the meat at once. Used, the merchant goes to your discard pile."),
                {"keep": _("In your route it would cost another turn: use it now.")},
            ),
            Coaching(
                _("Press a corn to put it back."),
                _("You have two goods too many. What goes is your choice."),
                {"discard": CORN},
            ),
            Coaching(
                _("And one more corn."),
                _("Corn counts no points at the end."),
                {"discard": CORN},
            ),
        ),
        _("Ten are left, and among them is all that the first fort asks for."),
        {},
        LATER,
    ),
    Chapter(
        _("The eighth point card"),
        (
            Coaching(
                _("Press the first fort."),
                _("You have %(cost)s. A player’s eighth point card triggers the last round."),
                {"work fort": _("You can pay that one, too. The marked card brings what your tiles count.")},
            ),
            Coaching(
                _("Take the bonus tile."),
                _("It counts pairs of hammer and dreamcatcher, and you have two."),
                {"no bonus": _("It is worth points and costs nothing: take it.")},
            ),
        ),
        _("Eight. Novice has one turn left, then points count: cards, bonus tiles, exploration tiles and goods."),
        {"cost": "RRRGG"},
        LATER,
    ),
)
