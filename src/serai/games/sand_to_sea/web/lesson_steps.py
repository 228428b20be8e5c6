"""The decisions of the first game of Sand to Sea, from three written positions."""

from serai.web.drawing.lessons import LessonStep, Script

TILES = """\
tiles: A2 Y:R>YYY, A3 Y:RR>YYB, B1 sea, B2 G:YY>G, B3 B:GG>BB, B4 R:G>RR, B5 G:B>GG, C1 sea, C2 B:YYY>B, \
C3 R:YY>RR, C4 G:RR>GG, C5 Y:RR>YYYG, C6 B:RRR>BB, D1 R:YYY>RG, D2 Y:B>YYYG, D3 sea, D4 B:YR>B, D5 sea, \
E2 G:B>YRG, E3 R:B>RRR
"""
FIRST = f"""
sand_to_sea, 2 players
asked: seat 2 in turn 2 start
{TILES}merchants: RR>GG YYYY YR G
ports: A1 YYBBB, A4 GGBB, E1 RRRGG, E4 GGGG / BBBB RRRBB closed
groups: YYYY YYR RR YG
1: hand YY +2
2: hand YY +2
"""
LATE = f"""
sand_to_sea, 2 players
asked: seat 1 in turn 1 turn
{TILES}merchants: YYY>B(Y) YYR(Y) G>RR BB>RRRGG
ports: A1 YYBBB, A4 GGBB, E1 RRBB, E4 GGGG / closed BBBB RRRBB
1: boat A2, caravan YGGBB, hand +2 YYYY, played YY, outposts B2 C4 B3 C2 C3 B4, victory RRRGG
2: boat D4, caravan YRRB, hand YY +2 YR, played RR>GG, outposts C3 C5 D4 E2, victory YRGB
"""
LAST = f"""
sand_to_sea, 2 players
asked: seat 1 in turn 1 turn
{TILES}merchants: RRR>BB YYG>BB G>RR BB>RRRGG
ports: A1 YYBBB, A4 closed, E1 RRBB, E4 GGGG / BBBB RRBBB
1: boat A2, caravan GGGGGBBB, hand +2 YYYY YYR, played YY, outposts B2 C4 B3 C2 C3 B4 A2 A3, victory RRRGG GGBB GGGBB, \
sail 1
2: boat E4, caravan YGGGG, hand YY +2 RR>GG, played YR, outposts C3 C5 D4 E2 E3 C4, victory YRGB RRRBB YRGGGB
"""
SCRIPT = Script(
    "sand_to_sea",
    (
        LessonStep("start YYYY;place C3;start YYR;place B2;play YY", FIRST),
        LessonStep("build;trade;trade;build;trade;trade"),
        LessonStep("play YY;acquire YYYY;pay R"),
        LessonStep("acquire RR>GG;sail B3 YY;stop;build;trade"),
        LessonStep("play RR>GG;trade;play YYYY;rest;sail C3 YYYY;stop;give Y;build;pay Y;pay Y"),
        LessonStep("play YY;play +2;upgrade Y;upgrade R;play +2;upgrade Y;upgrade Y;rest"),
        LessonStep("build;take YYR", LATE, 12),
        LessonStep("play YY;sail A3 YY;stop;build;choose sail"),
        LessonStep("play YR;sail A4;stop;deliver"),
        LessonStep("play YYYY;discard Y;discard Y", LAST, 21),
        LessonStep("play YY;sail A1;stop;deliver"),
    ),
    last_turn="deliver",
)
