"""The decisions of the first game of Spice Road, from two written positions."""

from serai.web.drawing.lessons import LessonStep, Script

FIRST = """
spice_road, 2 players
asked: seat 1 turn
merchants: YY>RR YY>G RR YYY>B RRR>GGG B
points: RRGB RRGG YYBB GGBB YYRRGG
coins: gold 4, silver 4
1: caravan YYY, hand YY +2
2: caravan YYYY, hand YY +2
"""
LATE = """
spice_road, 2 players
asked: seat 1 turn
merchants: GGG>BBB YYYYY>GGG(Y) RR>YYB YYR B>YYRR YYYY
points: YYYRGB BBBB GGGGG RRBBB GGBBB
coins: gold 1, silver 1
1: caravan RRRRGGGBB, hand YYY +2 YY>RR, played YY B RRR>GGG, claimed RRGB RRRGG GGBB YYGGG RRRBB, gold 2, silver 1
2: caravan YYRGBBB, hand +2 RR, played YY YY>G YYY>B, claimed RRGG YRGB GGGBB YYYBB YGGB, gold 1, silver 2
"""
SCRIPT = Script(
    "spice_road",
    (
        LessonStep("play YY", FIRST),
        LessonStep("acquire RR;pay Y;pay Y;play +2;upgrade Y;upgrade R"),
        LessonStep("acquire YY>G;pay Y;acquire YY>RR;play YY;play YY>RR;trade;trade"),
        LessonStep("play RR;acquire B;pay R;pay R"),
        LessonStep("play YY>G;trade;play B;claim RRGG;claim RRGB"),
        LessonStep("rest;rest"),
        LessonStep("play YYY;discard R;discard R", LATE, 24),
        LessonStep("play +2;upgrade G;upgrade Y;claim YYYRGB"),
    ),
    last_turn="claim BBBB",
)
