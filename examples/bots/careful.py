"""A bot for Serai in plain Python: looks at what a decision brings at once, and never at what is hidden.

Try it: serai arena spice_road --bots careful,random --program careful="python3 examples/bots/careful.py"
"""

import json
import random
import sys

WORTH = {"Y": 1, "R": 2, "G": 3, "B": 4}
WORST_FIRST = "sail stop rest acquire play work upgrade trade explore bonus build deliver claim"
MARKS = {verb: 20 * place for place, verb in enumerate(WORST_FIRST.split())}


def worth(cubes: str) -> int:
    """Adds up what cubes are worth: each is one upgrade better than the one before."""
    return sum(WORTH.get(cube, 0) for cube in cubes)


def gain(card: str) -> float:
    """Returns what a card brings: cubes, upgrades (+2), or what a trade (YY>RR) gives for what it takes."""
    if card.startswith("+"):
        return float(card[1:]) if card[1:].isdigit() else 1.0
    paid, arrow, brought = card.partition(">")
    return worth(brought) - worth(paid) if arrow else worth(card)


def judge(decision: str, view: dict) -> float:
    """Rates a decision; higher is better."""
    verb, _, rest = decision.partition(" ")
    me = view["players"][view["seat"]]
    if verb == "claim":
        return MARKS[verb] + next(place["points"] for place in view["points"] if place["card"] == rest)
    if verb == "work":
        return MARKS["claim"] if rest.startswith("fort") else MARKS[verb] + gain(rest)
    if verb == "acquire":
        return MARKS[verb] + gain(rest) + (30 if len(me["hand"]) + len(me.get("played", [])) < 6 else -40)
    if verb in ("pay", "discard", "give", "upgrade"):
        return MARKS.get(verb, 0) - worth(rest)
    if verb == "sail":
        space, _, card = rest.partition(" ")
        new = space in view["tiles"] and view["tiles"][space] != "sea" and space not in me["outposts"]
        return MARKS[verb] + (90 if new and len(me["caravan"]) > 4 else 0) - gain(card) / 4
    return MARKS.get(verb, 0) + (gain(rest) if verb == "play" else 0)


def choose(view: dict, chance: random.Random) -> str:
    """Returns the decision with the best mark; chance decides between equals."""
    return max(view["legal"], key=lambda decision: (judge(decision, view), chance.random()))


def say(**message: object) -> None:
    """Writes one message and flushes it."""
    print(json.dumps(message), flush=True)


def main() -> None:
    """Answers until `quit`."""
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
