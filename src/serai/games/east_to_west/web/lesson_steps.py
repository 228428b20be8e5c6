"""The decisions of the first game of From East to West, from two written positions."""

from serai.web.drawing.lessons import LessonStep, Script

SPARES = """\
spares: dreamcatcher+compass hammer+compass merchants saddlebag+saddlebag hammer+dreamcatcher saddlebag+dreamcatcher \
saddlebag+compass dreamcatcher+compass
"""
FIRST = f"""
east_to_west, 2 players
asked: seat 1 turn
points: RGB YYRG YRRB RRRGG / YYRRR GGGB YBB YRGG RRR YYG RRGB YRRR GGG YRR YYRB YYBB YYGB YYRGG GBB YYGGB RRRGB
markets: RR>YYB YYYY YG BB>RRRGG / RR +3 G>YRR YYR YR>B GG>RRB B>YYRR YYY>B B>GG
known: 0
stacks: settlers hammer+dreamcatcher / saddlebag+compass merchants / \
saddlebag+hammer hammer+compass merchants dreamcatcher+dreamcatcher / \
compass+compass saddlebag+dreamcatcher hammer+hammer saddlebag+hammer
{SPARES}beside: YYY RR YG settler YY 3p 3p#2 4p
covered: YY>G = B, +3 = +3
1: caravan YYY, board 7, reserve 5, at -, route -, spent -, claimed -, explored -, bonus -
2: caravan YYYY, board 7, reserve 5, at -, route -, spent -, claimed -, explored -, bonus -
"""
LATE = f"""
east_to_west, 2 players
asked: seat 1 turn
points: RRRGG GGGB RRGB YYBB / YYGB YYRGG GBB YYGGB RRRGB
markets: RRR>BB BB>RRRGG GGG>BBB R>YYY / RR YYYYY>GGG G>RR YYY>B YYY>RRR GG>BB B>GG GG>RRB B>RRR YY>RR YY>G
known: 0
stacks: hammer+dreamcatcher / - / saddlebag+hammer hammer+compass merchants dreamcatcher+dreamcatcher / \
compass+compass saddlebag+dreamcatcher hammer+hammer saddlebag+hammer
{SPARES}beside: RR YG YY 3p
covered: +3 = +3
1: caravan GG, board 7, reserve 2, at YYY>RG*3, route G>YRR YG YYR, spent +3, \
claimed YYRG RGB YYG RRR YRR YYRRR YRGG, explored B, bonus saddlebag+compass settlers
2: caravan YGGG, board 6, reserve 2, at YYY*1; fort 3*2, route YYYY*1 RR>YYB, spent YR>B YYY, \
claimed YRRR YBB YYRB GGG YRRB, explored 4p YYY, bonus merchants
"""
SCRIPT = Script(
    "east_to_west",
    (
        LessonStep("work YYY", FIRST),
        LessonStep("work YR;work YYY>RG;trade"),
        LessonStep("work market 2;keep;work +2;upgrade R;upgrade G"),
        LessonStep("work YYR;rest"),
        LessonStep("work market 1;keep;work YR"),
        LessonStep("rest;work market 1;keep;work YYY>RG;trade;route 1"),
        LessonStep("work YYY;work fort 2;bonus"),
        LessonStep("work +2;upgrade Y;upgrade R;work fort 1;explore B;bonus"),
        LessonStep("work YYR", LATE, 15),
        LessonStep("work YYYY;work adjust;swap 1 3;work YY>G;trade;route 1"),
        LessonStep("work GG>BB;stop;work refresh;work market 1;use;discard Y;discard Y"),
        LessonStep("rest;work fort 1;bonus"),
    ),
    last_turn="work fort 1;explore 3p",
    components="3",
)
