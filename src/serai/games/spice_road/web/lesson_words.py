"""What the coach says in the first game of Spice Road."""

from serai.web.drawing.catalogues import mark as _
from serai.web.drawing.coaching import Chapter, Coaching

SAFFRON = _("Saffron is what you can spare best: press a saffron.")
CLAIM_NOW = _("You could do that too, but you can end the game now: claim the first point card.")
TURMERIC = _("That would not bring the turmeric you need: play the marked card.")
CHAPTERS = (
    Chapter(
        _("A spice card brings spices"),
        (
            Coaching(
                _("Press the marked card %(card)s in your hand."),
                _("Spices pay for point cards, and points win the game. This card brings two turmeric."),
                {
                    "play": _("That card upgrades spices and comes next. First gather some: play the marked card."),
                    "acquire": _("Cards from the row come in step 3. First use what is in your hand."),
                    "rest": _("Resting is step 6. You still have a card to play."),
                },
            ),
        ),
        _("Two turmeric came into your caravan: you have five. The card now lies played; a rest will bring it back."),
        {"card": "YY"},
    ),
    Chapter(
        _("Upgrading: a spice rises"),
        (
            Coaching(
                _("Play %(card)s."),
                _("Spices rise in this order, and higher is worth more. The card gives you two steps."),
                {
                    "acquire": _("Cards from the row come in step 3. First upgrade a spice."),
                    "rest": _("Resting is step 6. You still have a card to play."),
                },
                ladder=True,
            ),
            Coaching(
                _("Press a turmeric in your caravan."),
                _("The small picture at its corner shows what it becomes: saffron."),
                {
                    "upgrade": _(
                        "That is allowed too and would make a second saffron. But see how to upgrade one twice."
                    ),
                    "stop": _("You may stop early, but you have two steps: use them."),
                },
                ladder=True,
            ),
            Coaching(
                _("Now press the new saffron."),
                _("You may upgrade the same spice again: with your second step it becomes cardamom."),
                {
                    "upgrade": _(
                        "That is allowed too and would make a second saffron. But see how to upgrade one twice."
                    ),
                    "stop": _("One step is left and it costs nothing: use it."),
                },
                ladder=True,
            ),
        ),
        _("From turmeric to saffron to cardamom. You could also have upgraded two different spices, one step each."),
        {"card": "+2"},
    ),
    Chapter(
        _("A trade, again and again"),
        (
            Coaching(
                _("Press %(card)s, the first card in the row."),
                _("The first card is always free. The two turmeric that Novice left on it come along."),
                {
                    "acquire": _("That one costs spices, which is step 4. The first card in the row is free."),
                    "rest": _("Resting is step 6. First take the free card."),
                },
            ),
            Coaching(
                _("Press ×3 on your new card."),
                _("A trade may be repeated in one turn as often as you can pay: with six turmeric, three times."),
                {
                    "stop": _("Fewer times are allowed too, but you will need the saffron: press ×3."),
                    "acquire": _("First use the card that you just took."),
                    "rest": _("First use the card that you just took."),
                },
            ),
            *(
                Coaching(
                    _("Trade again: press the marked button."),
                    _("You still have turmeric, and the card does not tire within a turn."),
                    {"stop": _("You may stop, but you will need the saffron: trade on.")},
                )
                for _again in range(2)
            ),
        ),
        _("Six turmeric became six saffron, with one card in one turn."),
        {"card": "YY>RR"},
    ),
    Chapter(
        _("Paying along the row"),
        (
            Coaching(
                _("Press %(card)s, the third card in the row."),
                _(
                    "The first point card asks for %(cost)s. You lack only the cinnamon, and this card brings one. "
                    "The third place costs two spices: one onto each card to its left."
                ),
                {
                    "acquire": _("That card would not bring the cinnamon you lack. The marked one does."),
                    "rest": _("Resting is step 6. First take the card that you need."),
                },
            ),
            Coaching(
                _("Press a saffron: it goes onto the first card."),
                _("Pay with what you can spare best."),
                {"pay": _("The point card asks for the cardamom. Saffron you can spare: press a saffron.")},
            ),
            Coaching(
                _("Once more a saffron, onto the second card."),
                _("Each card on the way gets one spice."),
                {"pay": _("The point card asks for the cardamom. Saffron you can spare: press a saffron.")},
            ),
        ),
        _("The card is yours. Your two saffron stay on the cards you passed, for whoever takes those."),
        {"card": "B", "cost": "RRGB"},
    ),
    Chapter(
        _("Claiming points, with a coin"),
        (
            Coaching(
                _("Play %(card)s, your new card."),
                _("It brings the cinnamon that you lack."),
                {
                    "acquire": _("You have the card that you need: play it."),
                    "rest": _("You have the card that you need: play it."),
                },
            ),
            Coaching(
                _("Press the first point card."),
                _(
                    "You hold all that it asks for: %(cost)s. The coins above count too: "
                    "gold 3 points at the first place, silver 1 at the second."
                ),
                {
                    "acquire": _("You can claim now, and Novice is quick: press the first point card."),
                    "rest": _("You can claim now, and Novice is quick: press the first point card."),
                },
            ),
        ),
        _("12 points, and a gold coin for 3 more. The spices are paid, the row moved up, the coins stay in place."),
        {"card": "B", "cost": "RRGB"},
    ),
    Chapter(
        _("Resting: your cards come back"),
        (
            Coaching(
                _("Press “Rest”."),
                _("Your hand is empty: all four cards lie played. Resting takes the whole turn and brings them back."),
                {"acquire": _("A new card is fine, but four of your own wait to come back: rest.")},
            ),
        ),
        _("Four cards, ready again. Now you know every kind of turn: play, acquire, claim or rest, one a turn."),
    ),
    Chapter(
        _("Ten spices at most"),
        (
            Coaching(
                _("Play %(card)s."),
                _(
                    "Many rounds later. You and Novice have five point cards each. "
                    "The first point card asks for %(cost)s, and you lack the turmeric."
                ),
                {"play": TURMERIC, "acquire": TURMERIC, "rest": TURMERIC},
            ),
            Coaching(
                _("Press a saffron to give it back."),
                _("You have twelve, but at the end of a turn a caravan carries ten. What goes is your choice."),
                {"discard": SAFFRON},
            ),
            Coaching(
                _("And one more saffron."),
                _("The point card asks for only one, and you have three."),
                {"discard": SAFFRON},
            ),
        ),
        _("Ten are left. Only the end of your turn counts: before it, you may hold as many as you like."),
        {"card": "YYY", "cost": "YYYRGB"},
    ),
    Chapter(
        _("The last round"),
        (
            Coaching(
                _("Press the first point card: your sixth."),
                _("A player’s sixth point card triggers the last round; with four or five players, the fifth does."),
                {"play": CLAIM_NOW, "acquire": CLAIM_NOW, "rest": CLAIM_NOW},
            ),
        ),
        _("The round is played to its end: Novice comes after you and has one turn left. Then points are counted."),
    ),
)
