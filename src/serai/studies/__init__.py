"""Studies: a bot plays a game against itself many times; the results describe the game, with plots."""
