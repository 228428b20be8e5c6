"""The page of a study in Markdown, drawn from its figures alone."""

from collections.abc import Iterator

from serai.studies.highlights import balance, highlights
from serai.studies.study import StudyData
from serai.studies.words import about, percent, times

LONG = 12
CERTAINTIES = {
    "house": "house values",
    "reconstructed": "reconstructed values",
    "single": "values from one source",
    "inferred": "partly inferred values",
    "own": "values of your own",
    "box": "values from a box",
}


def page(data: StudyData) -> str:
    """Returns the whole page."""
    parts = [head, in_short, seats, scores, length, turns, points, pieces]
    return "\n".join(line for part in parts for line in (*part(data), "")).rstrip() + "\n"


def head(data: StudyData) -> Iterator[str]:
    """Yields what was played, by whom, and how to play it again."""
    bot, used = data["bot"], data["components"]
    budget = f"a budget of {bot['budget']}" if bot["budget"] else "its usual budget"
    yield f"# {data['title']}: a study"
    yield ""
    yield (
        f"`{bot['name']}` ({bot['says']}; {budget}) against itself: {data['games']:,} games for each number of "
        f"players, {data['all']['games']:,} in all, from seed {data['seed']}. "
        f"serai {data['version']}, rules {data['rules']}, "
        f"component set {used['set']} (`{used['digest']}`), code of rules and bots `{data['sources']}`."
    )
    yield from ("", "```", data["command"], "```", "")
    yield (
        f"All figures: [{data['game']}.json]({data['game']}.json). How they are made and what they mean: "
        "[README.md](README.md). They tell how this bot plays the game, which is not how everybody does."
    )
    yield from _uncertain(data)


def _uncertain(data: StudyData) -> Iterator[str]:
    """Yields which component values are unconfirmed."""
    unsure = {name: found for name, found in data["values"].items() if certainty_of(found) != "confirmed"}
    if unsure:
        yield from ("", "**Values that no source confirms**, as the notes of their files say:", "")
    for name, found in unsure.items():
        note = f": {found['notes'][0]}" if found["notes"] else ""
        yield f"- {name} – *{CERTAINTIES[certainty_of(found)]}*{note}"


def certainty_of(found: StudyData) -> str:
    """Returns how certain values are; a study of version 0.1.0 calls it `sureness`."""
    return str(found["certainty"] if "certainty" in found else found["sureness"])


def in_short(data: StudyData) -> Iterator[str]:
    """Yields what stands out."""
    yield from ("## In short", "")
    yield from (f"- {sentence}" for sentence in highlights(data))


def picture(data: StudyData, name: str, says: str) -> str:
    """Shows a plot."""
    return f"![{says}]({data['game']}_{name}.svg)"


def table(heads: list[str], rows: list[list[str]]) -> Iterator[str]:
    """Yields a table; all columns but the first are numbers."""
    yield f"| {' | '.join(heads)} |"
    yield "|---" + "|--:" * (len(heads) - 1) + "|"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def seats(data: StudyData) -> Iterator[str]:
    """Yields who wins by seat, and whether the seats are balanced."""
    yield from ("## Seats", "", picture(data, "seats", "Share of games won by each seat"), "")
    yield f"{data['start']} Do the seats come out even?"
    yield ""
    yield from (f"- {balance(int(n), found)}" for n, found in data["players"].items())
    yield ""
    yield "About one interval in twenty leaves the truth out by chance alone."
    yield ""
    most = max(map(int, data["players"]))
    rows = []
    for number, found in data["players"].items():
        blank = ["–"] * (most - int(number))
        rows.append([number, *map(percent, found["seats"]), *blank, percent(found["ties"])])
        rows.append(
            [f"{number}, ties shared", *(f"{100 * part:.1f} %" for part in found["ties"]["shared"]), *blank, ""]
        )
    yield from table(["players", *(f"seat {seat}" for seat in range(1, most + 1)), "first place tied"], rows)


def scores(data: StudyData) -> Iterator[str]:
    """Yields the scores and winning margins."""
    yield from ("## Scores", "", picture(data, "scores", "How the scores of winners and of all seats are spread"), "")
    rows = [
        [
            number,
            about(found["scores"]["winners"]),
            about(found["scores"]["all"]),
            about(found["margin"]),
            f"{found['margin']['median']:g}",
            " · ".join(f"{seat['mean']:.1f}" for seat in found["scores"]["seats"]),
        ]
        for number, found in data["players"].items()
    ]
    yield from table(["players", "winner", "all seats", "lead over the next", "median lead", "mean by seat"], rows)
    yield from ("", picture(data, "margins", "How the winner's lead over the next is spread"))


def length(data: StudyData) -> Iterator[str]:
    """Yields how long games are, and who ends them."""
    yield from ("## Length and end", "", picture(data, "turns", "How the lengths of games are spread"), "")
    rows = []
    for number, found in data["players"].items():
        ends = found["ends"]
        by_seat = " · ".join(f"{100 * seat['share']:.0f} %" for seat in ends["seats"] if seat) or "–"
        rows.append(
            [
                number,
                about(found["turns"]),
                about(found["turns_per_game"]),
                about(found["decisions_per_turn"], 2),
                by_seat,
                percent(ends["wins"]) if ends["wins"] else "–",
                f"{found['stopped']:,}",
            ]
        )
    heads = ["players", "turns per player", "turns per game", "decisions per turn", "ended by seat 1 · 2 · …"]
    yield from table([*heads, "who ends it wins", "stopped"], rows)
    yield ""
    yield f"A game is stopped after {data['rounds']} rounds and counts by score; then nobody has ended it."


def turns(data: StudyData) -> Iterator[str]:
    """Yields what turns are used for."""
    yield from ("## Turns", "", picture(data, "actions", "What turns are used for"), "")
    yield "In per cent of the turns; of the winners' turns in brackets."
    yield ""
    names = list(next(iter(data["players"].values()))["actions"])
    rows = [
        [number, *(f"{100 * each['all']:.1f} ({100 * each['winners']:.1f})" for each in found["actions"].values())]
        for number, found in data["players"].items()
    ]
    yield from table(["players", *names], rows)


def points(data: StudyData) -> Iterator[str]:
    """Yields where points come from."""
    yield from ("## Points", "", picture(data, "parts", "Where the points of winners and of all seats come from"), "")
    names = list(data["all"]["parts"])
    rows = []
    for number, found in data["players"].items():
        for who, key in (("winner", "winners"), ("all seats", "all")):
            means = [found["parts"][name][key]["mean"] for name in names]
            shares = [f"{mean:.1f} ({100 * mean / max(1e-9, sum(means)):.0f} %)" for mean in means]
            held = [f"{each[key]:.2f}" for each in found["held"].values()]
            rows.append([f"{number}, {who}", *shares, *held])
    yield from table(["players", *names, *next(iter(data["players"].values()))["held"]], rows)


def pieces(data: StudyData) -> Iterator[str]:
    """Yields the pieces, kind by kind."""
    yield from ("## Pieces", "", picture(data, "places", "From which places pieces are taken"), "")
    yield (
        "All numbers of players together; each alone is in the JSON file. **Seen** counts the games in which a piece "
        "could be seen and had at some time. **Wins × chance** is how many times as often its owner wins as a seat "
        "would by chance, over the games in which it was taken. It is correlation, not cause: who is ahead for "
        "other reasons takes more, and whoever takes more of what counts points wins more."
    )
    for key in data["kinds"]:
        yield from ("", *_kind(data, key))


def _kind(data: StudyData, key: str) -> Iterator[str]:
    """Yields the plot and the table of a kind of pieces, those most correlated with winning first."""
    kind, found = data["kinds"][key], data["all"]["pieces"][key]
    certainty = certainty_of(kind)
    mark = "" if certainty == "confirmed" else f" *({CERTAINTIES[certainty]})*"
    yield f"### {kind['title']}{mark}"
    yield ""
    yield picture(data, key, f"{kind['title']}: how often {kind['verb']}, and how often the owner wins")
    yield ""
    ordered = sorted(
        found, key=lambda each: (each["lift"] is None, -(each["lift"] or {"lift": 0})["lift"], each["name"])
    )
    heads, rows = _columns(kind, found), [_row(kind, found, each) for each in ordered]
    if len(rows) <= LONG:
        yield from table(heads, rows)
    else:
        yield from (f"<details><summary>All {len(rows)} in numbers</summary>", "")
        yield from table(heads, rows)
        yield from ("", "</details>")


def _columns(kind: StudyData, found: list[StudyData]) -> list[str]:
    """Lists the columns that apply to a kind."""
    verb = kind["verb"]
    return [
        kind["one"],
        *(["points"] if _has(found, "points") else []),
        "seen",
        f"{verb} when seen",
        f"{verb}, share of games",
        *(["times a game"] if _repeats(found) else []),
        "wins × chance",
        "median round",
        *(["mean place"] if kind["place"] == "place" else []),
        *([f"mean {kind['paid']}"] if kind["paid"] else []),
        *kind["ways"].values(),
        *([f"{kind['uses']} per owner"] if kind["uses"] else []),
        *(["trades per use"] if kind["trading"] and kind["uses"] else []),
    ]


def _row(kind: StudyData, found: list[StudyData], each: StudyData) -> list[str]:
    """Writes the figures of a piece, a dash for those it lacks."""
    return [
        f"`{each['name']}`",
        *([_number(each["points"], 0)] if _has(found, "points") else []),
        f"{each['shown']:,}" if each["shown"] else "–",
        percent(each["per_shown"]) if each["per_shown"] else "–",
        f"{100 * each['per_game']:.1f} %" if each["shown"] else "–",
        *([_number(each["times_per_game"], 2)] if _repeats(found) else []),
        times(each["lift"]) if each["lift"] else "–",
        "–" if each["round"] is None else f"{each['round']:g}",
        *([_number(each["place"], 1)] if kind["place"] == "place" else []),
        *([_number(each["paid"], 2)] if kind["paid"] else []),
        *(f"{100 * part / each['times']:.0f} %" if each["times"] else "–" for part in each["ways"].values()),
        *([_number(each["uses_per_owner"], 2)] if kind["uses"] else []),
        *([_number(each["trades_per_use"], 2)] if kind["trading"] and kind["uses"] else []),
    ]


def _has(found: list[StudyData], key: str) -> bool:
    """Returns whether any piece of a kind has a figure."""
    return any(each[key] is not None for each in found)


def _repeats(found: list[StudyData]) -> bool:
    """Returns whether pieces of a kind are taken more than once in a game."""
    return any(each["times"] > each["taken"] for each in found)


def _number(value: float | None, digits: int) -> str:
    """Writes a number, a dash for none."""
    return "–" if value is None else f"{value:.{digits}f}"
