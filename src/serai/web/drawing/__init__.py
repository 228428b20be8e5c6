"""Pages from plain data: scenes, words, cards, questions, log, charts; each game draws its board in `games/X/web`."""
