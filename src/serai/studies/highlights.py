"""What stands out in the figures of a study, in a few sentences."""

from serai.studies.study import StudyData
from serai.studies.words import listed, percent, players_word, times

FEW = 20
TOLD_KINDS = 2


def highlights(data: StudyData) -> list[str]:
    """Returns the sentences that a page begins with."""
    pieces = [strongest(data, key) for key in list(data["kinds"])[:TOLD_KINDS]]
    found = [seats(data), scores(data), f"{length(data)} {ending(data)}".strip(), parts(data), *pieces]
    return [sentence for sentence in found if sentence]


def seats(data: StudyData) -> str:
    """States whether any seat wins more or less than its share."""
    uneven = {number: off for number, found in data["players"].items() if (off := _off(found["seats"]))}
    if not uneven:
        return "No seat wins more or less than an even share, as far as these games can tell."
    said = []
    for number, off in uneven.items():
        seat = _farthest(data["players"][number]["seats"], off)
        name = "the last seat" if seat == int(number) - 1 else f"seat {seat + 1}"
        share = data["players"][number]["seats"][seat]
        said.append(
            f"with {players_word(int(number))} {name} wins {percent(share)}, where {100 / int(number):.0f} % is even"
        )
    even = [number for number in data["players"] if number not in uneven]
    rest = f"; with {listed(even)} no seat's interval leaves the even share out" if even else ""
    return f"{'; '.join(said)}{rest}.".replace("with", "With", 1)


def _off(found: list[StudyData]) -> list[int]:
    """Lists the seats whose intervals exclude the even share."""
    even = 1 / len(found)
    return [seat for seat, share in enumerate(found) if share["low"] > even or share["high"] < even]


def _farthest(found: list[StudyData], off: list[int]) -> int:
    """Returns the seat farthest from the even share; in a tie, the one that wins more."""
    shares = {seat: found[seat]["share"] for seat in off}
    return max(off, key=lambda seat: (round(abs(shares[seat] - 1 / len(found)), 6), shares[seat]))


def balance(number: int, found: StudyData) -> str:
    """States whether the seats are balanced for one number of players."""
    even, off = 100 / number, _off(found["seats"])
    wide = max(share["high"] - share["low"] for share in found["seats"]) / 2
    head = f"**{players_word(number)}:** "
    ties = f"The tie rule decided {100 * found['ties']['share']:.1f} % of the games."
    if not off:
        return (
            f"{head}every seat's interval holds the even share of {even:.1f} %: balanced as far as {found['games']:,} "
            f"games can tell, which is to about ±{100 * wide:.0f} points. {ties}"
        )
    ways = [
        f"seat {seat + 1} wins {'more' if found['seats'][seat]['low'] > even / 100 else 'less'}, "
        f"{percent(found['seats'][seat])}"
        for seat in off
    ]
    against = f"Against an even share of {even:.1f} % {listed(ways)}."
    return f"{head}not balanced, by these {found['games']:,} games. {against} {ties}"


def scores(data: StudyData) -> str:
    """States what winners score and by how much they lead."""
    ways = [
        f"{found['scores']['winners']['mean']:.1f} points with {number}" for number, found in data["players"].items()
    ]
    leads = [found["margin"]["mean"] for found in data["players"].values()]
    return f"A winner has on average {listed(ways)} players, {_between(leads)} more than the next."


def _between(values: list[float]) -> str:
    """Writes the range of some values."""
    low, high = f"{min(values):.1f}", f"{max(values):.1f}"
    return low if low == high else f"{low} to {high}"


def length(data: StudyData) -> str:
    """States how long games are."""
    turns = [found["turns"]["mean"] for found in data["players"].values()]
    decisions = [found["decisions_per_turn"]["mean"] for found in data["players"].values()]
    stopped = data["all"]["stopped"]
    limit = f" {stopped:,} games were stopped after {data['rounds']} rounds." if stopped else ""
    return f"A game lasts {_between(turns)} turns per player, with {_between(decisions)} decisions a turn.{limit}"


def ending(data: StudyData) -> str:
    """States how often the seat that ends a game wins it."""
    wins = data["all"]["ends"]["wins"]
    return f"Who brings the last round wins {percent(wins)} of the games." if wins else ""


def parts(data: StudyData) -> str:
    """States where the points of winners come from."""
    means = {name: found["winners"]["mean"] for name, found in data["all"]["parts"].items()}
    total = sum(means.values())
    if not total:
        return ""
    ordered = sorted(means.items(), key=lambda each: -each[1])
    return f"Of a winner's points {listed([f'{100 * value / total:.0f} % are {name}' for name, value in ordered])}."


def strongest(data: StudyData, key: str) -> str:
    """States which piece of a kind correlates most and least with winning, if their intervals exclude chance."""
    pieces = [each for each in data["all"]["pieces"][key] if each["lift"] and each["taken"] >= FEW]
    if not pieces:
        return ""
    of = f"Of {len(pieces)} {data['kinds'][key]['title'].lower()}"
    better = [each for each in pieces if each["lift"]["low"] > 1]
    worse = [each for each in pieces if each["lift"]["high"] < 1]
    said = [f"`{each['name']}` goes most with winning, {times(each['lift'])} × chance" for each in _most(better, 1)]
    said += [f"`{each['name']}` least, {times(each['lift'])} × chance" for each in _most(worse, -1)]
    if not said:
        return f"{of} none goes with winning or losing beyond what chance would do."
    return f"{of} {listed(said)}; extremes are partly luck, and this is correlation, not cause."


def _most(pieces: list[StudyData], sign: int) -> list[StudyData]:
    """Returns the piece with the highest lift, or the lowest, if there is any."""
    return sorted(pieces, key=lambda each: -sign * float(each["lift"]["lift"]))[:1]
