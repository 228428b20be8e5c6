"""A bot for Serai in plain Python: looks at what a decision brings at once, and never at what is hidden.

Try it: serai arena spice_road --bots careful,random --program careful="python3 examples/bots/careful.py"
"""

import json
import random
import sys

WORTH = {"Y": 1, "R": 2, "G": 3, "B": 4}
BEST_FIRST = ("claim", "deliver", "port", "bonus", "build", "play", "trade", "acquire")


def worth(cubes: str) -> int:
    """Adds up what cubes are worth: each is one upgrade better than the one before."""
    return sum(WORTH.get(cube, 0) for cube in cubes)


def gain(card: str) -> float:
    """Tells what a merchant card brings: cubes, upgrades (+2), or what a trade (YY>RR) gives for what it takes."""
    if card.startswith("+"):
        return float(card[1:]) if card[1:].isdigit() else 1.0
    paid, arrow, brought = card.partition(">")
    return worth(brought) - worth(paid) if arrow else worth(card)


def judge(decision: str, view: dict) -> float:
    """Gives a decision a mark; more is better."""
    verb, _, rest = decision.partition(" ")
    mark = 10.0 * (len(BEST_FIRST) - BEST_FIRST.index(verb)) if verb in BEST_FIRST else 0.0
    if verb == "claim":
        points = {place["card"]: place["points"] for place in view.get("points", [])}
        return 1000.0 + points.get(rest, 0)
    if verb in ("play", "trade"):
        return mark + gain(rest.split(" ")[0]) if rest else mark
    if verb == "acquire":
        me = view["players"][view["seat"]]
        few = len(me.get("hand", [])) + len(me.get("played", [])) < 6
        return mark + gain(rest) + (25.0 if few else -25.0)
    if verb in ("pay", "discard"):
        return -worth(rest)
    if verb == "upgrade":
        return 5.0 - worth(rest)
    return mark


def choose(view: dict, chance: random.Random) -> str:
    """Returns the decision with the best mark; chance decides between equals."""
    return max(view["legal"], key=lambda decision: (judge(decision, view), chance.random()))


def say(**message: object) -> None:
    """Writes one message, and sees that it leaves at once."""
    print(json.dumps(message), flush=True)


def main() -> None:
    """Answers until it is told to quit."""
    chance = random.Random(0)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say(type="hello", protocol=1, name="Careful", options={"seed": 0})
        elif message["type"] == "options":
            chance.seed(message["options"].get("seed", 0))
        elif message["type"] == "new_game":
            say(type="ready")
        elif message["type"] == "position":
            say(type="decision", id=message["id"], decision=choose(message["view"], chance))
        elif message["type"] == "quit":
            return


if __name__ == "__main__":
    main()
