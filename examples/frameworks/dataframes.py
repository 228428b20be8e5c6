"""A game as a dataframe of pandas and of Polars, both with the same contents."""

import pandas
import polars

from serai import Game, bots

game = bots.play(Game.new("spice_road", seed=5), ["trader", "novice"])
rows, columns = pandas.DataFrame(game.to_frame()), polars.DataFrame(game.to_frame())
assert rows.to_dict("list") == columns.to_dict(as_series=False) == game.to_frame()
print("pandas", *rows.shape, dict(rows.groupby("seat").size()))
print("polars", *columns.shape, dict(columns.group_by("seat").len().sort("seat").iter_rows()))
