"""The arena: bots play many games under the same deals, and what that says about their strength."""
