"""Studies: a bot plays a game against itself many times; what that says about the game, told with plots."""

BOT = "network"
