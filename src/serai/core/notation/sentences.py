"""Turns as English sentences, made from decisions in the notation.

A game brings `PHRASES`, by decision: `_` stands for a word, which the phrase takes. A phrase may also be for a decision
right after another verb (`play trade _`). A verb without a phrase is written with an s.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

SINGLY = {"pay", "upgrade", "discard"}  # one cube each
TIMES = ("once", "twice")
SHARED = {"trade _": "trades {} more"}


def sentence(name: str, decisions: Sequence[str], reveals: Sequence[str], phrases: Mapping[str, str]) -> str:
    """Writes a turn as a sentence: who did what, and what it revealed."""
    done = [text for text in _joined(decisions) if text != "stop"] or ["stop"]
    verbs = ["", *(text.split()[0] for text in done)]
    told = [_phrase(text, before, SHARED | dict(phrases)) for text, before in zip(done, verbs, strict=False)]
    revealed = f"; {listed(reveals)} {'is' if len(reveals) == 1 else 'are'} revealed" if reveals else ""
    return f"{name} {listed(told)}{revealed}."


def listed(texts: Sequence[str]) -> str:
    """Joins texts with commas and "and"."""
    return " and ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))


def _joined(decisions: Sequence[str]) -> Iterator[str]:
    """Joins cubes that are paid, upgraded or discarded one by one, and counts trades."""
    for verb, same in groupby(decisions, lambda text: text.split()[0]):
        texts = list(same)
        if verb in SINGLY:
            yield f"{verb} {''.join(text.split()[1] for text in texts)}"
        elif verb == "trade":
            yield f"trade {TIMES[len(texts) - 1] if len(texts) <= len(TIMES) else f'{len(texts)} times'}"
        else:
            yield from texts


def _phrase(text: str, before: str, phrases: Mapping[str, str]) -> str:
    """Writes a decision as part of a sentence."""
    verb, *words = text.split(maxsplit=1) if text.startswith("trade ") else text.split()
    pattern = " ".join([verb, *("_" for _ in words)])
    found = next((phrases[key] for key in (text, f"{before} {pattern}", pattern) if key in phrases), None)
    return " ".join([f"{verb}s", *words]) if found is None else found.format(*words)
