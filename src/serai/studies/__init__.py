"""Studies: a bot plays a game against itself many times; what that says about the game, told with plots."""

# The strongest that is quick and uses the whole game: in Sand to Sea `planner` beats `network`, and in From East to
# West `network` never goes to a market.
BOTS = {"spice_road": "network", "sand_to_sea": "planner", "east_to_west": "planner"}
